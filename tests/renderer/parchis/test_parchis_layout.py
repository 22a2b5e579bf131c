"""The layout of the board of Parchís."""

from itertools import pairwise

import pytest

from renderer.parchis import layout
from renderer.parchis.layout import CORRIDOR, GOAL, RING, Point, outline, stands
from renderer.parchis.picture import way
from renderer.parchis.view import Arm


def _shared(one: int, other: int, arm: Arm = Arm.YELLOW) -> int:
    """Return the length of the edge that two squares share."""
    sides = [_edges(outline(place, arm)) for place in (one, other)]
    return max((abs(a - c) + abs(b - d) for (a, b), (c, d) in sides[0] & sides[1]), default=0)


def _edges(corners: tuple[Point, ...]) -> set[tuple[Point, Point]]:
    return {(min(a, b), max(a, b)) for a, b in pairwise((*corners, corners[0]))}


@pytest.mark.parametrize("place", [n for n in range(1, RING + 1) if n % 17 not in (16, 0, 8)])
def test_squares_share_a_full_edge_with_the_next(place: int) -> None:
    """Each square shares a full edge with the next one."""
    assert _shared(place, place % RING + 1) >= layout.ALONG


@pytest.mark.parametrize("place", [n for n in range(1, RING + 1) if n % 17 in (16, 0)])
def test_squares_at_the_end_of_an_arm_share_a_full_edge(place: int) -> None:
    """The squares at the end of an arm lie side by side."""
    assert _shared(place, place % RING + 1) == layout.ALONG


@pytest.mark.parametrize("place", [8, 25, 42, 59])
def test_squares_on_a_diagonal_share_it(place: int) -> None:
    """Where arms meet, two squares share the whole diagonal."""
    assert _shared(place, place + 1) == 2 * layout.ALONG


@pytest.mark.parametrize("arm", list(Arm))
def test_a_start_is_71_steps_from_the_goal(arm: Arm) -> None:
    """A piece takes 71 steps, so there are 70 places on its way."""
    assert len(list(way(arm, layout.start(arm), GOAL))) == 70


@pytest.mark.parametrize("arm", list(Arm))
def test_stands_are_inside_their_squares(arm: Arm) -> None:
    """Every stand is inside the box of its square."""
    for place in (*range(1, RING + 1), *CORRIDOR):
        box = layout.square(place, arm)
        for x, y in stands(place, arm):
            assert box.left < x < box.right, place
            assert box.top < y < box.bottom, place


@pytest.mark.parametrize("arm", list(Arm))
def test_corridors_lead_from_the_entry_to_the_goal(arm: Arm) -> None:
    """The squares of a corridor, from its entry on, lie side by side."""
    entry = next(place for place, each in layout.ENTRIES.items() if each is arm)
    for one, other in pairwise((entry, *CORRIDOR)):
        assert _shared(one, other, arm) == layout.ACROSS
