"""The layout of a picture."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import Say
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.cutout import CutOut
from renderer.road import standing
from renderer.road.board import Board
from renderer.road.ground import bare
from renderer.road.measures import BANNER, HEAD
from renderer.road.picture import plan_of, road_of
from renderer.road.piles import by_place
from renderer.road.plan import Plan, plan
from renderer.road.view import RoadView
from renderer.road.winding import Place
from renderer.theme import MAIZE
from tests.costly import COSTLY

ROADS = range(5, 32)
PHONE = 400
"""The width of a picture on a phone, in pixels."""

KINDS = [(road, seats) for road in ROADS for seats in (2, 4, 10, 16)]


def holds(box: Box, other: Box, slack: int = 0) -> bool:
    """Tell whether `other` is inside `box`, or at most `slack` beyond it."""
    across = box.left - slack <= other.left and other.right <= box.right + slack
    return across and box.top - slack <= other.top and other.bottom <= box.bottom + slack


def meet(one: Box, other: Box) -> bool:
    """Tell whether the two boxes overlap."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def parts(lies: Plan) -> list[Box]:
    """List the boxes of all parts that have their own area."""
    names = [base.name for base in lies.bases if base.name]
    yards = [base.yard for base in lies.bases]
    spaces = [place.box for place in lies.spaces]
    return [lies.head, *names, *yards, *spaces, *lies.roster[0], *lies.roster[1], *lies.foot]


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_parts_stay_apart(road: int, seats: int) -> None:
    """No two parts of a picture overlap."""
    for one, other in combinations(parts(plan(road, seats)), 2):
        assert not meet(one, other), (one, other)


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_parts_stay_inside(road: int, seats: int) -> None:
    """Every part is inside the picture, even under a banner and above a foot of three lines."""
    for lies in (plan(road, seats), plan(road, seats, BANNER, 3)):
        for part in parts(lies):
            assert holds(Box(0, 0, *lies.size), part), part


@pytest.mark.parametrize("road", ROADS)
def test_every_space_has_its_place(road: int) -> None:
    """A picture has a place for each space and one over each base."""
    assert len(plan(road).places) == road + 2


def beside(one: Place, other: Place) -> bool:
    """Tell whether two spaces touch apart from the cob between them."""
    across = max(one.box.left, other.box.left) - min(one.box.right, other.box.right)
    down = max(one.box.top, other.box.top) - min(one.box.bottom, other.box.bottom)
    return 0 < across <= plan(31).measures.cob + 12 and down < 0


@pytest.mark.parametrize("road", ROADS)
def test_the_next_space_is_beside_the_last(road: int) -> None:
    """A road winds without gaps: each space is beside the one before."""
    for one, other in pairwise(plan(road).spaces):
        assert beside(one, other)


@pytest.mark.parametrize(("road", "rows"), [(5, 2), (11, 2), (12, 3), (20, 3), (21, 4), (31, 4)])
def test_a_long_road_winds(road: int, rows: int) -> None:
    """A road has two rows for up to 11 spaces, three for up to 20, and otherwise four."""
    assert len(plan(road).rows) == rows


@pytest.mark.parametrize(("road", "least"), [(11, 36), (19, 30), (31, 25)])
def test_a_lone_warrior_is_large(road: int, least: int) -> None:
    """On a phone, a warrior is large enough to be recognised at a glance."""
    assert plan(road).diameter * PHONE / plan(road).size[0] >= least


@pytest.mark.parametrize("road", ROADS)
def test_numbers_lie_below_the_stacks(road: int) -> None:
    """The number of a space has its own area, below the stacks."""
    lies = plan(road)
    for place in lies.spaces:
        assert place.box.bottom - place.stand.bottom == lies.measures.label


def test_a_banner_is_higher_than_a_head() -> None:
    """A banner is higher than a head, and everything else moves down accordingly."""
    usual, over = plan(11), plan(11, head=BANNER)
    assert over.size[1] - usual.size[1] == BANNER - HEAD
    assert over.spaces[0].box.top - usual.spaces[0].box.top == BANNER - HEAD


def stands(view: RoadView) -> list[tuple[Place, tuple[standing.Stand, ...]]]:
    """Return the piles on each place that has any."""
    lies = plan(view.road, len(view.seats))
    return [
        (lies.places[at], standing.arrange(piles, lies.places[at], lies.diameter))
        for at, piles in by_place(view, 0).items()
    ]


@given(st.data())
def test_piles_stay_apart(two_seats: st.SearchStrategy[RoadView], data: st.DataObject) -> None:
    """Piles on one place don't overlap unless they are at their smallest."""
    for _, there in stands(data.draw(two_seats)):
        if there[0].build.diameter > standing.SMALLEST:
            for one, other in combinations(there, 2):
                assert not meet(one.box, other.box)


@given(st.data())
def test_piles_stay_in_their_place(
    two_seats: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """A pile extends at most a few pixels beyond its place, over the cobs and the number."""
    for place, there in stands(data.draw(two_seats)):
        for stand in there:
            if stand.build.diameter > standing.SMALLEST:
                assert holds(place.stand, stand.box, slack=10)


@given(st.data())
def test_every_warrior_is_drawn_or_counted(
    teams: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """The piles of a picture contain exactly the captains and captives of its stacks, by side."""
    view = data.draw(teams)
    shown = [stand.pile for _, there in stands(view) for stand in there]
    assert sum(pile.stacks for pile in shown) == len(view.stacks)
    for side in (0, 1):
        held = sum(view.held[seat] for seat in view.seats_of(side))
        assert sum(pile.captives[side] for pile in shown) == held


class Watched(Canvas):
    """A canvas that records where drawings were placed."""

    def __init__(self, view: RoadView, say: Say) -> None:
        super().__init__(MAIZE, bare(MAIZE, road_of(view, 0), plan_of(view, say)))
        self.laid: list[Box] = []

    def lay(self, cut: CutOut, left: float, top: float) -> None:
        """Place a drawing, and record where."""
        x, y = round(left), round(top)
        self.laid.append(Box(x, y, x + cut.width, y + cut.height))
        super().lay(cut, left, top)


@COSTLY
@given(st.data())
def test_what_is_drawn_on_the_road_stays_there(
    teams: st.SearchStrategy[RoadView],
    two_seats: st.SearchStrategy[RoadView],
    say: Say,
    data: st.DataObject,
) -> None:
    """Stacks and marks stay between the head and the area below the road."""
    view = data.draw(st.one_of(two_seats, teams))
    lies = plan_of(view, say)
    canvas = Watched(view, say)
    Board(view, road_of(view, 0), lies).draw(canvas)
    room = Box(0, lies.head.bottom, lies.size[0], lies.rows[-1].bottom + 8)
    for box in canvas.laid:
        assert holds(room, box, slack=2), box
