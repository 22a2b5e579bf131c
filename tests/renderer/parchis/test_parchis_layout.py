"""The layout of the board of Parchís."""

from itertools import chain, combinations, pairwise
from math import dist, hypot

import pytest

from engine.parchis import board
from engine.parchis.board import CORRIDOR, GOAL, RING
from renderer.parchis import layout
from renderer.parchis.board import way
from renderer.parchis.layout import ALONG, PIECE, Point, outline, stands
from renderer.parchis.view import Arm

SQUARES = range(1, RING + 1)
PLACES = [
    *((place, Arm.YELLOW) for place in SQUARES),
    *((place, arm) for arm in Arm for place in CORRIDOR),
]
ARMS = board.arms(range(4))


def centre(place: int) -> tuple[float, float]:
    """Return the middle of the corners of a square."""
    columns, rows = zip(*outline(place, Arm.YELLOW), strict=True)
    return sum(columns) / len(columns), sum(rows) / len(rows)


def sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return [*pairwise((*corners, corners[0]))]


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Tell whether a point is inside a polygon: a ray from it crosses the outline an odd time."""
    x, y = point
    crossed = [
        x < (right - left) * (y - upper) / (lower - upper) + left
        for (left, upper), (right, lower) in sides(corners)
        if (upper > y) != (lower > y)
    ]
    return sum(crossed) % 2 == 1


def shared(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """Return the length of the longest edge that two polygons share."""
    longest = 0.0
    for (x, y), end in sides(one):
        length = dist((x, y), end)
        right, down = (end[0] - x) / length, (end[1] - y) / length
        for points in sides(other):
            if all(abs((p - x) * down - (q - y) * right) < 0.01 for p, q in points):
                low, high = sorted((p - x) * right + (q - y) * down for p, q in points)
                longest = max(longest, min(length, high) - max(0.0, low))
    return longest


def goal_corners(arm: Arm) -> tuple[Point, ...]:
    half = layout.GOAL_HALF
    return tuple(layout.turned(arm, *at) for at in ((-half, half), (half, half), (0, 0)))


def test_places_are_those_of_the_engine() -> None:
    """Starts, entries and the squares where pieces learn are the engine's."""
    assert {arm.start: Arm(arm.seat) for arm in ARMS} == layout.STARTS
    assert {arm.entry: Arm(arm.seat) for arm in ARMS} == layout.ENTRIES
    assert [layout.lesson(arm) for arm in Arm] == [arm.lesson for arm in ARMS]


def test_neighbours_share_an_edge() -> None:
    """Each square of the ring shares a whole edge with the next one, and none with any other."""
    for one, other in combinations(SQUARES, 2):
        neighbours = other - one in (1, RING - 1)
        edge = shared(outline(one, Arm.YELLOW), outline(other, Arm.YELLOW))
        assert edge >= ALONG if neighbours else edge < 1, (one, other)


def test_the_ring_runs_counter_clockwise() -> None:
    """The numbers run counter-clockwise, as everybody moves."""
    x, y = layout.MIDDLE
    around = [*map(centre, SQUARES), centre(1)]
    area = sum((a - x) * (d - y) - (c - x) * (b - y) for (a, b), (c, d) in pairwise(around))
    assert area < 0  # y grows downwards


@pytest.mark.parametrize("arm", list(Arm))
def test_the_way_of_an_arm(arm: Arm) -> None:
    """The squares from a start to the goal are those of the engine, in its order."""
    steps = range(1, board.GOAL_STEPS)
    assert list(way(arm, layout.start(arm), GOAL)) == [ARMS[arm].place(step) for step in steps]


@pytest.mark.parametrize("arm", list(Arm))
def test_the_way_into_the_goal(arm: Arm) -> None:
    """From the entry, the squares of a corridor share edges, and the last one with the goal."""
    squares = [outline(place, arm) for place in (ARMS[arm].entry, *CORRIDOR)]
    assert all(shared(one, other) == layout.ACROSS for one, other in pairwise(squares))
    assert shared(squares[-1], goal_corners(arm)) == layout.ACROSS
    assert inside(layout.goal(arm), goal_corners(arm))
    for taken in (False, True):
        assert inside(layout.goal_landing(arm, taken=taken), goal_corners(arm))


@pytest.mark.parametrize(("place", "arm"), PLACES)
def test_pieces_stand_on_their_square(place: int, arm: Arm) -> None:
    """A lone piece, two pieces, one between them and the number are inside the square."""
    for point in stands(place, arm):
        assert inside(point, outline(place, arm))


@pytest.mark.parametrize(("place", "arm"), PLACES)
def test_pieces_stay_within_their_square(place: int, arm: Arm) -> None:
    """The circle around a piece touches no square beyond the edge of its own."""
    box = layout.square(place, arm)
    for x, y in stands(place, arm)[:4]:
        assert box.left - 2 <= x - PIECE // 2 < x + PIECE // 2 <= box.right + 2
        assert box.top - 2 <= y - PIECE // 2 < y + PIECE // 2 <= box.bottom + 2


def test_pieces_stay_apart() -> None:
    """Pieces on different squares hardly touch."""
    for one, other in combinations(PLACES, 2):
        for here in (stands(*one).first, stands(*one).second):
            there = (stands(*other).first, stands(*other).second)
            assert min(dist(here, each) for each in there) >= PIECE - 2, (one, other)


@pytest.mark.parametrize(("place", "arm"), PLACES)
def test_two_pieces_are_the_same_way_from_the_middle(place: int, arm: Arm) -> None:
    """Two pieces hardly overlap, and the middle of a barrier is between them."""
    _, first, second, between, _ = stands(place, arm)
    assert hypot(first[0] - second[0], first[1] - second[1]) >= PIECE - 4
    assert dist(first, between) == dist(second, between)


@pytest.mark.parametrize("place", SQUARES)
def test_a_lone_piece_leaves_its_number(place: int) -> None:
    """The number of a square is beside a lone piece."""
    there = stands(place, Arm.YELLOW)
    assert dist(there.alone, there.number) >= PIECE // 2 + 8


@pytest.mark.parametrize("arm", list(Arm))
def test_the_start_is_beside_its_home(arm: Arm) -> None:
    """Each start is next to the home of its colour."""
    (x, y), home = centre(ARMS[arm].start), layout.home(arm)
    beside = max(home.left - x, 0, x - home.right)
    above = max(home.top - y, 0, y - home.bottom)
    assert min(beside, above) == 0
    assert beside + above < layout.ACROSS


@pytest.mark.parametrize("arm", list(Arm))
def test_everything_at_home_is_in_it(arm: Arm) -> None:
    """Name, pieces, number and plate are inside the home and apart from each other."""
    home, size = layout.home(arm), layout.AT_HOME
    row = [layout.around(layout.at_home(arm, index, 4), size) for index in range(4)]
    name, cast = layout.name(arm, learns=False), layout.around(layout.cast(arm), 204, 110)
    for box in (name, cast, *row):
        assert home.left <= box.left < box.right <= home.right
        assert home.top <= box.top < box.bottom <= home.bottom
    assert all(one.right <= other.left for one, other in pairwise(row))
    parts = sorted((box.top, box.bottom) for box in (name, cast, row[0]))
    assert all(below - bottom >= -4 for (_, bottom), (below, _) in pairwise(parts))


@pytest.mark.parametrize("arm", list(Arm))
def test_pieces_under_instruction_leave_what_is_in_a_home(arm: Arm) -> None:
    """A piece under instruction stands at the rim of its home, off pieces, name and number."""
    name, cast = layout.name(arm, learns=True), layout.around(layout.cast(arm), 172, 110)
    row = [layout.around(layout.at_home(arm, index, 4), layout.AT_HOME - 4) for index in range(4)]
    for place in layout.lesson(arm):
        plate = layout.around(layout.porch(place), 30)
        for box in (name, cast, *row):
            apart = (plate.right <= box.left or box.right <= plate.left) or (
                plate.bottom <= box.top or box.bottom <= plate.top
            )
            assert apart, place


def test_the_board_fits_the_picture() -> None:
    """The board is below the head and inside the picture, and the foot is below it."""
    corners = chain.from_iterable(outline(*each) for each in PLACES)
    boxes = [layout.home(arm) for arm in Arm]
    points = [*corners, *((box.left, box.top) for box in boxes)]
    points += [(box.right, box.bottom) for box in boxes]
    assert all(0 <= x <= layout.SIZE[0] for x, _ in points)
    assert all(layout.HEAD <= y <= layout.SIZE[1] for _, y in points)
    first, second = layout.foot(2)
    assert max(y for _, y in points) <= first.top
    assert first.bottom == second.top
    assert second.bottom == layout.size(2)[1]


def test_the_starts_are_where_they_should_be() -> None:
    """The starts are where the drawing of the board has them."""
    starts = {arm.start: centre(arm.start) for arm in ARMS}
    x, y = layout.MIDDLE
    assert starts == {
        5: (x + 96, y + 234),
        22: (x + 234, y - 96),
        39: (x - 96, y - 234),
        56: (x - 234, y + 96),
    }
