from collections import defaultdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer import standing
from renderer.layout import BAND, HUSK, Box, Layout, inner, label, layout
from renderer.piles import piles
from renderer.view import RoadView, StackView

ROADS = range(5, 32)
SMALLEST = 14
"""Below this a warrior could not be told from another one."""


def parts(plan: Layout) -> list[Box]:
    """Everything that has a room of its own."""
    bands = [
        Box(place.box.left, row.band.top, place.box.right, row.band.bottom)
        for place in plan.places
        for index, row in enumerate(plan.rows)
        if place.row == index
    ]
    heads = [plan.title, plan.status, plan.cast, *plan.killed, plan.note]
    names = [base.warriors if base.in_line else base.name for base in plan.bases]
    waiting = [base.warriors for base in plan.bases if not base.in_line]
    pyramids = [base.pyramid for base in plan.bases]
    return [*heads, *names, *waiting, *pyramids, *bands, *(place.box for place in plan.places)]


@pytest.mark.parametrize("road", ROADS)
def test_parts_stay_apart(road: int) -> None:
    """No two parts of a picture overlap."""
    for one, other in combinations(parts(layout(road)), 2):
        assert not one.meets(other), (one, other)


@pytest.mark.parametrize("road", ROADS)
def test_parts_stay_inside(road: int) -> None:
    """Every part lies inside the picture."""
    plan = layout(road)
    for part in parts(plan):
        assert Box(0, 0, *plan.size).holds(part), part


@pytest.mark.parametrize("road", ROADS)
def test_nothing_written_covers_the_husks(road: int) -> None:
    """Names, warriors in base, the killed and the note lie clear of the husks below a row."""
    plan = layout(road)
    heads = [plan.title, plan.status, plan.cast, *plan.killed, plan.note]
    names = [box for base in plan.bases for box in (base.name, base.warriors)]
    for row in plan.rows:
        husks = Box(row.box.left, row.box.bottom, row.box.right, row.box.bottom + HUSK)
        assert not any(husks.meets(box) for box in heads + names)


@pytest.mark.parametrize("road", ROADS)
def test_every_space_has_its_place(road: int) -> None:
    """A picture has a place for each space and one over each base."""
    assert len(layout(road).places) == road + 2


@pytest.mark.parametrize("road", ROADS)
def test_spaces_of_a_row_go_rightwards(road: int) -> None:
    """A higher space of the same row is further to the right."""
    for lower, higher in combinations(layout(road).places, 2):
        assert lower.row < higher.row or lower.box.right <= higher.box.left


@pytest.mark.parametrize(("road", "rows"), [(5, 1), (11, 1), (14, 1), (15, 2), (19, 2), (31, 2)])
def test_a_long_road_bends(road: int, rows: int) -> None:
    """A road of more than fourteen spaces has two rows."""
    assert len(layout(road).rows) == rows


@pytest.mark.parametrize("road", ROADS)
def test_numbers_lie_below_the_stacks(road: int) -> None:
    """The number of a space is never covered by what stands there."""
    for place in layout(road).places[1:-1]:
        assert not label(place).meets(place.stand)


@pytest.mark.parametrize("road", ROADS)
def test_a_lone_warrior_is_large(road: int) -> None:
    """A warrior alone on its space is at least a thirtieth of the picture wide, or fills it."""
    place = layout(road).places[1]
    d = standing.slots(1, inner(place)).diameter
    assert d * standing.SLENDER >= min(40, inner(place).width - 4)


@settings(deadline=None)
@given(st.data())
def test_piles_stay_apart(two_seats: st.SearchStrategy[RoadView], data: st.DataObject) -> None:
    """Piles of one place stand apart, inside it, in slots that are large enough."""
    view = data.draw(two_seats)
    for at, stacks in by_place(view).items():
        place = layout(view.road).places[at]
        shown = piles(stacks, view.seats)
        slots = standing.arrange(shown, place)
        assert len(slots.boxes) == len(shown)
        assert slots.diameter >= SMALLEST
        for one, other in combinations(slots.boxes, 2):
            assert not one.meets(other)
        for pile, slot in zip(shown, slots.boxes, strict=True):
            assert inner(place).holds(slot)
            tall = standing.tallness(len(pile.layers), pile.counted)
            assert tall * slots.diameter <= slot.height
            assert standing.SLENDER * slots.diameter <= slot.width


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


@settings(deadline=None)
@given(st.integers(0, 9), st.booleans())
def test_a_crowd_stays_in_its_room(count: int, rightwards: bool) -> None:
    """Warriors in a base stand apart and inside the room they have."""
    room = Box(10, 20, 400, 60)
    boxes = standing.crowd(count, room, rightwards)
    assert len(boxes) == count
    assert all(room.holds(box) for box in boxes)
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))


def test_the_band_has_room_for_a_badge() -> None:
    """The band above a row is higher than the badge that tells how many were captured."""
    assert BAND > 24


def by_place(view: RoadView) -> dict[int, list[StackView]]:
    """The stacks of each place."""
    standing_at: dict[int, list[StackView]] = defaultdict(list)
    for stack in view.stacks:
        standing_at[stack.at].append(stack)
    return standing_at
