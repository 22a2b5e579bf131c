"""The areas of pieces and landings on boards of Parchís."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.parchis.board import GOAL, HOME
from engine.text import Text
from renderer.box import Box
from renderer.parchis import layout
from renderer.parchis.areas import Places
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView


@pytest.fixture
def middle() -> ParchisView:
    """A game of two with pieces alone, beside another, in a barrier, and everywhere else."""
    return ParchisView(
        seats=(
            SeatView("Ana", Arm.YELLOW, (0, 12, 29, GOAL)),
            SeatView("Ben", Arm.RED, (12, 36, 65, 65), learner=36),
        ),
        turn=0,
        pending=Pending(3, 3),
        moves=(MoveView(0, 12, 15, letter="A"), MoveView(0, 29, 32, letter="B")),
        last=(MoveView(1, 10, 12),),
        title=Text("parchis.picture.name", name="Parchís"),
    )


def _apart(one: Box, other: Box) -> bool:
    return (one.right <= other.left or other.right <= one.left) or (
        one.bottom <= other.top or other.bottom <= one.top
    )


def test_a_lone_piece_has_its_square(middle: ParchisView) -> None:
    """The area of a piece that is alone on a square is the square."""
    assert Places(middle).piece(0, 29) == layout.square(29, Arm.YELLOW)


def test_two_pieces_have_an_area_each(middle: ParchisView) -> None:
    """The areas of two pieces on a square are around each of them."""
    places, stands = Places(middle), layout.stands(12, Arm.YELLOW)
    one, other = places.piece(0, 12), places.piece(1, 12)
    assert (layout.centre(one), layout.centre(other)) == (stands.first, stands.second)
    assert _apart(one, other)


def test_a_landing_beside_a_piece_has_its_own_area(middle: ParchisView) -> None:
    """Where a piece could land beside another one, each has an area around it."""
    places = Places(replace(middle, moves=(MoveView(0, 29, 65),)))
    beside = Places(replace(middle, moves=(MoveView(1, 12, 29, captures=(0,)),)))
    stands = layout.stands(29, Arm.YELLOW)
    assert layout.centre(beside.landing(1, 29)) == stands.second
    assert layout.centre(beside.piece(0, 29)) == stands.first
    assert layout.centre(places.landing(0, 65)) == layout.stands(65, Arm.YELLOW).between


def test_areas_outside_the_squares(middle: ParchisView) -> None:
    """Pieces at home, in the goal and under instruction have areas around them."""
    places = Places(middle)
    assert layout.centre(places.piece(0, HOME)) == layout.at_home(Arm.YELLOW, 0, 4)
    assert layout.centre(places.piece(0, GOAL)) == layout.goal(Arm.YELLOW)
    assert layout.centre(places.piece(1, 36)) == layout.porch(36)
    landing = layout.goal_landing(Arm.YELLOW, taken=True)
    assert layout.centre(places.landing(0, GOAL)) == landing


def test_sampled_areas(views: list[ParchisView]) -> None:
    """In random games, all areas are on the board, and those of legal moves are apart."""
    for view in views:
        places = Places(view)
        width, height = layout.size(0)
        starts = [places.piece(move.seat, move.start) for move in view.moves]
        boxes = [*starts, *(places.landing(move.seat, move.end) for move in view.moves)]
        boxes += [
            places.piece(index, place)
            for index, seat in enumerate(view.seats)
            for place in seat.places
        ]
        assert all(0 <= box.left < box.right <= width for box in boxes)
        assert all(0 <= box.top < box.bottom <= height for box in boxes)
        assert all(_apart(one, other) for one, other in combinations(starts, 2))
