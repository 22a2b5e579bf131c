"""What is on each square: pieces, barriers, places to land on, and where the last moves began."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeAlias

from engine.parchis.board import GOAL, HOME
from renderer.parchis import layout
from renderer.parchis.layout import Point, Spot, spot
from renderer.parchis.view import Arm, MoveView, ParchisView


class Kind(Enum):
    """What can be on a square."""

    PIECE = auto()
    BARRIER = auto()
    """Two pieces of one seat."""
    LANDING = auto()
    LEFT = auto()
    """The place where one of the last moves began."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Something on a square that belongs to a seat, and where its middle is.

    `letter` is that of the moves that begin or end there; without one, where two pieces would come
    out, it is their number. `captures` if one of them captures a
    piece here.
    """

    kind: Kind
    seat: int
    at: Point
    letter: str = ""
    captures: bool = False


Squares: TypeAlias = Mapping[Spot, tuple[Stand, ...]]
"""What is on the squares that are not empty, in the order in which it is drawn."""


def arrange(view: ParchisView, turn: int = 0) -> Squares:
    """Return what a view shows on the squares of the ring and the corridors.

    Homes, goals and pieces under instruction are not on squares. `turn` is that of the board.
    """
    left = dict[Spot, int]()
    pieces, landings = defaultdict[Spot, list[int]](list), defaultdict[Spot, list[MoveView]](list)
    for move in view.last:
        if is_square(move.start, arm := view.seats[move.seat].arm):
            left[spot(move.start, arm, turn)] = move.seat
    for index, seat in enumerate(view.seats):
        for place in seat.places:
            if is_square(place, seat.arm):
                pieces[spot(place, seat.arm, turn)].append(index)
    for move in view.moves:
        if is_square(move.end, arm := view.seats[move.seat].arm):
            landings[spot(move.end, arm, turn)].append(move)
    return {
        at: tuple(_placed(at, _shown(view, at, pieces[at], landings[at], left.get(at))))
        for at in dict.fromkeys((*left, *pieces, *landings))
    }


def is_square(place: int, arm: Arm) -> bool:
    """Tell whether a piece of an arm stands on a square at `place`."""
    return HOME < place < GOAL and place not in layout.lesson(arm)


def letter_of(view: ParchisView, seat: int, place: int) -> str:
    """Return the letter of the move from a place of a seat, empty if there is none."""
    moves = (move.letter for move in view.moves if (move.seat, move.start) == (seat, place))
    return next(moves, "")


def _shown(
    view: ParchisView,
    at: Spot,
    seats: Sequence[int],
    landings: Sequence[MoveView],
    left: int | None,
) -> Iterator[Stand]:
    """Yield what is on a square, as if each were there alone."""
    stands, barrier = layout.stands(*at), len(seats) > len(set(seats))
    for seat in dict.fromkeys(seats):
        letter = letter_of(view, seat, at.place)
        if barrier:
            yield Stand(Kind.BARRIER, seat, stands.between, letter)
        else:
            yield Stand(Kind.PIECE, seat, stands.alone, letter)
    if landings:
        several = "".join(str(move.pieces) for move in landings if move.pieces > 1)
        letters = "".join(move.letter for move in landings) or several
        captures = any(move.captures for move in landings)
        yield Stand(Kind.LANDING, landings[0].seat, stands.alone, letters, captures)
    elif left is not None and len(seats) < layout.MOST:
        yield Stand(Kind.LEFT, left, stands.alone)


def _placed(at: Spot, shown: Iterator[Stand]) -> Iterator[Stand]:
    """Yield what is on a square side by side; a third one is between the others."""
    alone, first, second, between, _ = layout.stands(*at)
    there = list(shown)
    points = [alone] if len(there) == 1 else [first, second, between]
    if there[0].kind is Kind.BARRIER:
        points = [between, between]
    for stand, point in zip(there, points, strict=False):
        yield replace(stand, at=point)
