"""The areas of pieces, landings and throws in pictures of Parchís."""

from dataclasses import replace
from itertools import combinations

import pytest

from engine.parchis.board import GOAL, HOME
from engine.text import Say, Text
from renderer.box import Box
from renderer.parchis import layout
from renderer.parchis.areas import Finder
from renderer.parchis.picture import drawn
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


def test_a_lone_piece_has_its_square(middle: ParchisView, say: Say) -> None:
    """The area of a piece that is alone on a square is the square."""
    assert Finder(middle, say).piece(0, 29) == layout.square(29, Arm.YELLOW)


def test_two_pieces_have_an_area_each(middle: ParchisView, say: Say) -> None:
    """The areas of two pieces on a square are around each of them."""
    finder, stands = Finder(middle, say), layout.stands(12, Arm.YELLOW)
    one, other = finder.piece(0, 12), finder.piece(1, 12)
    assert (layout.centre(one), layout.centre(other)) == (stands.first, stands.second)
    assert _apart(one, other)


def test_a_landing_beside_a_piece_has_its_own_area(middle: ParchisView, say: Say) -> None:
    """Where a piece could land beside another one, each has an area around it."""
    finder = Finder(replace(middle, moves=(MoveView(0, 29, 65),)), say)
    beside = Finder(replace(middle, moves=(MoveView(1, 12, 29, captures=(0,)),)), say)
    stands = layout.stands(29, Arm.YELLOW)
    assert layout.centre(beside.landing(1, 29)) == stands.second
    assert layout.centre(beside.piece(0, 29)) == stands.first
    assert layout.centre(finder.landing(0, 65)) == layout.stands(65, Arm.YELLOW).between


def test_areas_outside_the_squares(middle: ParchisView, say: Say) -> None:
    """Pieces at home, in the goal and under instruction have areas around them."""
    finder = Finder(middle, say)
    assert layout.centre(finder.piece(0, HOME)) == layout.at_home(Arm.YELLOW, 0, 4)
    assert layout.centre(finder.piece(0, GOAL)) == layout.goal(Arm.YELLOW)
    assert layout.centre(finder.piece(1, 36)) == layout.porch(36)
    landing = layout.goal_landing(Arm.YELLOW, taken=True)
    assert layout.centre(finder.landing(0, GOAL)) == landing


def test_a_move_has_two_areas_of_one_size(middle: ParchisView, say: Say) -> None:
    """A move has an area where it began and one where the piece is now, of the same size."""
    before, now = Finder(middle, say).move(middle.last[0])
    assert before.size == now.size
    assert layout.centre(before) == layout.stands(10, Arm.YELLOW).alone
    assert layout.centre(now) == layout.stands(12, Arm.YELLOW).second


def test_the_throw(middle: ParchisView, say: Say) -> None:
    """The area of the number to play is in the home of the seat to move."""
    cast = Finder(middle, say).cast
    assert cast is not None
    assert layout.centre(cast) == layout.cast(Arm.YELLOW)
    assert Finder(replace(middle, pending=None), say).cast is None
    assert Finder(replace(middle, turn=None), say).cast is None


def test_the_size_is_that_of_the_picture(middle: ParchisView, say: Say) -> None:
    """The size includes the foot."""
    changed = tuple(Text("parchis.picture.name", name=f"option {n}" * 4) for n in range(5))
    for view in (middle, replace(middle, changed=changed)):
        assert Finder(view, say).size == drawn(view, say).picture.size


def test_sampled_areas(views: list[ParchisView], say: Say) -> None:
    """In random games, all areas are inside the picture, and those of legal moves are apart."""
    for view in views:
        finder = Finder(view, say)
        width, height = finder.size
        starts = [finder.piece(move.seat, move.start) for move in view.moves]
        boxes = [*starts, *(finder.landing(move.seat, move.end) for move in view.moves)]
        boxes += [box for move in view.last for box in finder.move(move)]
        boxes += [
            finder.piece(index, place)
            for index, seat in enumerate(view.seats)
            for place in seat.places
        ]
        assert all(0 <= box.left < box.right <= width for box in boxes)
        assert all(0 <= box.top < box.bottom <= height for box in boxes)
        assert all(_apart(one, other) for one, other in combinations(starts, 2))
