from collections import defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.text import Say
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.cutout import CutOut
from renderer.road import panel, standing
from renderer.road.board import Board
from renderer.road.ground import Road, empty_road
from renderer.road.layout import Layout, layout
from renderer.road.piles import piles
from renderer.road.rows import BAND, HUSK, inner, label
from renderer.road.sprites import TIMES
from renderer.road.view import RoadView, SeatView, StackView
from renderer.theme import MAIZE

ROADS = range(5, 32)
SMALLEST = 14
"""Below this a warrior could not be told from another one."""


KINDS = [(road, seats) for road in ROADS for seats in (2, 4, 10, 16)]


def holds(box: Box, other: Box) -> bool:
    """Whether `other` lies wholly inside `box`."""
    across = box.left <= other.left and other.right <= box.right
    return across and box.top <= other.top and other.bottom <= box.bottom


def meet(one: Box, other: Box) -> bool:
    """Whether the two share a pixel."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def parts(plan: Layout) -> list[Box]:
    """Everything that has a room of its own."""
    bands = [
        Box(place.box.left, row.band.top, place.box.right, row.band.bottom)
        for place in plan.way.places
        for index, row in enumerate(plan.way.rows)
        if place.row == index
    ]
    heads = [plan.title, plan.status, plan.note]
    cards = [box for card in plan.cards for box in (*card.seats, *card.waiting, card.warriors)]
    return [*heads, *cards, *plan.way.pyramids, *bands, *(place.box for place in plan.way.places)]


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_parts_stay_apart(road: int, seats: int) -> None:
    """No two parts of a picture overlap."""
    for one, other in combinations(parts(layout(road, seats)), 2):
        assert not meet(one, other), (one, other)


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_parts_stay_inside(road: int, seats: int) -> None:
    """Every part lies inside the picture."""
    plan = layout(road, seats)
    for part in parts(plan):
        assert holds(Box(0, 0, *plan.size), part), part


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_nothing_written_covers_the_husks(road: int, seats: int) -> None:
    """The cards and the bands lie clear of the husks below a row."""
    plan = layout(road, seats)
    written = [box for card in plan.cards for box in (*card.seats, *card.waiting, card.warriors)]
    written += [row.band for row in plan.way.rows]
    for row in plan.way.rows:
        husks = Box(row.box.left, row.box.bottom, row.box.right, row.box.bottom + HUSK)
        assert not any(meet(husks, box) for box in written)


@pytest.mark.parametrize(("road", "seats"), KINDS)
def test_every_seat_has_its_box(road: int, seats: int) -> None:
    """A card has a box for each seat of its side."""
    assert [len(card.seats) for card in layout(road, seats).cards] == [seats // 2] * 2


@pytest.mark.parametrize("road", ROADS)
def test_every_space_has_its_place(road: int) -> None:
    """A picture has a place for each space and one over each base."""
    assert len(layout(road).way.places) == road + 2


@pytest.mark.parametrize("road", ROADS)
def test_spaces_of_a_row_go_rightwards(road: int) -> None:
    """A higher space of the same row is further to the right."""
    for lower, higher in combinations(layout(road).way.places, 2):
        assert lower.row < higher.row or lower.box.right <= higher.box.left


@pytest.mark.parametrize(
    ("road", "rows"), [(5, 1), (11, 1), (13, 1), (14, 2), (19, 2), (24, 2), (25, 3), (31, 3)]
)
def test_a_long_road_bends(road: int, rows: int) -> None:
    """A road of more than thirteen spaces has two rows, of more than twenty-four three."""
    assert len(layout(road).way.rows) == rows


@pytest.mark.parametrize("road", ROADS)
def test_numbers_lie_below_the_stacks(road: int) -> None:
    """The number of a space is never covered by what stands there."""
    for place in layout(road).way.places[1:-1]:
        assert not meet(label(place), place.stand)


@pytest.mark.parametrize("road", ROADS)
def test_a_lone_warrior_is_large(road: int) -> None:
    """A warrior alone on its space is at least a thirtieth of the picture wide."""
    place = layout(road).way.places[1]
    assert standing.alone(place) >= 38


@settings(deadline=None)
@given(st.data())
def test_piles_stay_apart(two_seats: st.SearchStrategy[RoadView], data: st.DataObject) -> None:
    """Piles of one place stand apart, inside it, in slots that are large enough."""
    view = data.draw(two_seats)
    for at, stacks in by_place(view).items():
        place = layout(view.road).way.places[at]
        arranged, diameter = standing.arrange(piles(stacks, view.seats), place)
        assert diameter >= SMALLEST
        for (_, one), (_, other) in combinations(arranged, 2):
            assert not meet(one, other)
        for pile, slot in arranged:
            assert holds(inner(place), slot)
            assert standing.tallness(pile) * diameter <= slot.height
            assert standing.SLENDER * diameter <= slot.width


@settings(deadline=None)
@given(st.data())
def test_every_warrior_is_drawn_or_counted(
    teams: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """The piles of a place hold exactly the captains and captives of its stacks, by side."""
    view = data.draw(teams)
    for stacks in by_place(view).values():
        shown = piles(stacks, view.seats)
        captains = sum(pile.stacks for pile in shown)
        assert captains == len(stacks)
        drawn, standing_there = [0, 0], [0, 0]
        for pile in shown:
            for layer in pile.layers:
                drawn[layer.side] += layer.count
        for stack in stacks:
            for seat, count in enumerate(stack.captives):
                standing_there[view.seats[seat].side] += count
        assert drawn == standing_there


def test_the_band_has_room_for_a_badge() -> None:
    """The band above a row is higher than the badge that tells how many were captured."""
    assert BAND > 24


def test_partners_warriors_have_room() -> None:
    """Beside each partner there is room to tell nine warriors in base."""
    for box in layout(19, 16).cards[0].waiting:
        assert (
            panel.COUNTED + 2 + lettering.width(f"{TIMES}9", panel.PARTNER, bold=True) <= box.width
        )
    for box in layout(19, 4).cards[0].waiting:
        assert box.width >= 9 * panel.SMALLEST


def by_place(view: RoadView) -> dict[int, list[StackView]]:
    """The stacks of each place."""
    standing_at: dict[int, list[StackView]] = defaultdict(list)
    for stack in view.stacks:
        standing_at[stack.at].append(stack)
    return standing_at


class Watched(Canvas):
    """A canvas that remembers where drawings were laid."""

    def __init__(self, view: RoadView) -> None:
        super().__init__(MAIZE, empty_road(MAIZE, Road(view.road, len(view.seats))))
        self.laid: list[Box] = []

    def lay(self, cut: CutOut, left: int, top: int) -> None:
        """Lay a drawing, and remember where."""
        self.laid.append(Box(left, top, left + cut.width, top + cut.height))
        super().lay(cut, left, top)


@settings(deadline=None)
@given(st.data())
def test_what_is_told_below_the_road_stays_apart(
    teams: st.SearchStrategy[RoadView],
    two_seats: st.SearchStrategy[RoadView],
    say: Say,
    data: st.DataObject,
) -> None:
    """Names, warriors in base and the fallen stay apart, and inside their side's card."""
    view = data.draw(st.one_of(two_seats, teams))
    for side, card in enumerate(layout(view.road, len(view.seats)).cards):
        canvas = Watched(view)
        panel.Panel(canvas, view, say).draw(side, card)
        whole = Box(
            card.warriors.left, card.seats[0].top, card.warriors.right, card.warriors.bottom
        )
        for box in canvas.laid:
            assert holds(whole, box), (whole, box)
        for one, other in combinations(canvas.laid, 2):
            assert not meet(one, other)


@settings(deadline=None)
@given(st.data())
def test_what_is_drawn_on_the_road_stays_inside(
    teams: st.SearchStrategy[RoadView], two_seats: st.SearchStrategy[RoadView], data: st.DataObject
) -> None:
    """Stacks, marks and traces never leave the rows and the bands above them."""
    view = data.draw(st.one_of(two_seats, teams))
    plan = layout(view.road, len(view.seats))
    canvas = Watched(view)
    Board(canvas, view, Road(view.road, len(view.seats)), plan.way).draw()
    rooms = [Box(0, row.band.top, plan.size[0], row.box.bottom) for row in plan.way.rows]
    for box in canvas.laid:
        assert any(holds(room, box) for room in rooms), box


@pytest.mark.parametrize(("captives", "counted"), [((1, 1), False), ((1, 2), True)])
def test_three_captives_are_counted(captives: tuple[int, int], *, counted: bool) -> None:
    """Two captives lie under their captain to be seen; more are told by numbers."""
    (pile,) = piles([StackView(4, 0, 1, captives)], (SeatView("Ana", 0), SeatView("Ben", 1)))
    assert pile.counted is counted
