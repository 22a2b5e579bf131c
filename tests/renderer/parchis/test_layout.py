"""The layout of the board of Parchís."""

from itertools import combinations, pairwise
from math import dist, hypot

import pytest

from engine.parchis.board import CORRIDOR, RING, arms
from renderer.parchis import layout
from renderer.parchis.layout import PIECE, STEP, Point, centre, outline, stands

SQUARES = range(1, RING + 1)
PLACES = [*((place, 0) for place in SQUARES), *((c, arm) for arm in range(4) for c in CORRIDOR)]
PIXEL = 0.8


def sides(corners: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return [*pairwise((*corners, corners[0]))]


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a point is inside a polygon: a ray from it crosses the outline once, or thrice."""
    crossed = [
        point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
        for a, b in sides(corners)
        if (a.y > point.y) != (b.y > point.y)
    ]
    return sum(crossed) % 2 == 1


def shared(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """The length of the longest edge that two polygons share."""
    longest = 0.0
    for a, b in sides(one):
        length = hypot(b.x - a.x, b.y - a.y)
        along = ((b.x - a.x) / length, (b.y - a.y) / length)
        for c, d in sides(other):
            beside = (abs((p.x - a.x) * along[1] - (p.y - a.y) * along[0]) for p in (c, d))
            if max(beside) < 0.01:
                ends = sorted((p.x - a.x) * along[0] + (p.y - a.y) * along[1] for p in (c, d))
                longest = max(longest, min(length, ends[1]) - max(0.0, ends[0]))
    return longest


def test_neighbours_share_an_edge() -> None:
    """Each square of the ring shares a whole edge with the next one, and none with any other."""
    for one, other in combinations(SQUARES, 2):
        neighbours = other - one in (1, RING - 1)
        edge = shared(outline(one), outline(other))
        assert edge >= STEP - 1 if neighbours else edge < 1


def test_the_ring_runs_counter_clockwise() -> None:
    """The squares run against the clock, as everybody moves."""
    around = [*pairwise([*map(centre, SQUARES), centre(1)])]
    m = layout.MIDDLE
    area = sum((a.x - m.x) * (b.y - m.y) - (b.x - m.x) * (a.y - m.y) for a, b in around)
    assert area < 0  # y grows downwards


@pytest.mark.parametrize("arm", range(4))
def test_the_way_into_the_goal(arm: int) -> None:
    """From the entry, the squares of a corridor share edges, and the last one with the goal."""
    way = [outline(arms(4)[arm].entry), *(outline(place, arm) for place in CORRIDOR)]
    assert all(shared(one, other) > STEP for one, other in pairwise(way))
    assert shared(way[-1], layout.goal_corners(arm)) > 100
    assert inside(layout.goal(arm), layout.goal_corners(arm))


@pytest.mark.parametrize(("place", "arm"), PLACES)
def test_pieces_stand_on_their_square(place: int, arm: int) -> None:
    """A lone piece, two pieces and the number are inside the square."""
    there = stands(place, arm)
    for point in (there.alone, *there.pair, there.number):
        assert inside(point, outline(place, arm))


def test_pieces_stay_apart() -> None:
    """Pieces on different squares of the ring hardly touch."""
    for one, other in combinations(SQUARES, 2):
        for here in stands(one).pair:
            assert all(dist(here, there) >= PIECE - 2 for there in stands(other).pair)


@pytest.mark.parametrize(("place", "arm"), PLACES)
def test_edges_are_on_whole_pixels(place: int, arm: int) -> None:
    """The edges of squares are not blurred."""
    for value in (value * PIXEL for point in outline(place, arm) for value in point):
        assert abs(value - round(value)) < 1e-6


@pytest.mark.parametrize("arm", range(4))
def test_the_start_is_beside_its_home(arm: int) -> None:
    """Each start is next to the home of its colour."""
    start, home = centre(arms(4)[arm].start), layout.home(arm)
    beside = max(home.upper_left.x - start.x, 0, start.x - home.lower_right.x)
    above = max(home.upper_left.y - start.y, 0, start.y - home.lower_right.y)
    assert min(beside, above) == 0
    assert beside + above < 75


@pytest.mark.parametrize("arm", range(4))
def test_everything_at_home_is_in_it(arm: int) -> None:
    """Name, pieces and die are inside the home, whose edges are on whole pixels."""
    home = layout.home(arm)
    corners = (*home.upper_left, *home.lower_right)
    assert all(abs(PIXEL * value - round(PIXEL * value)) <= 0.5 for value in corners)
    for point in (home.name, home.die, *home.pieces):
        assert home.upper_left.x < point.x < home.lower_right.x
        assert home.upper_left.y < point.y < home.lower_right.y


def test_the_board_fits_the_picture() -> None:
    """The board lies below the head and inside the picture."""
    for place, arm in PLACES:
        for point in outline(place, arm):
            assert 0 <= point.x <= layout.WIDTH
            assert layout.HEAD <= point.y <= layout.HEIGHT


def test_five_is_where_the_look_has_it() -> None:
    """The starts are where the drawing of the board has them."""
    starts = {arm.start: centre(arm.start) for arm in arms(4)}
    assert starts == {5: (620, 852.5), 22: (792.5, 440), 39: (380, 267.5), 56: (207.5, 680)}
