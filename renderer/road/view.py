"""What a board picture and its text twin need to know: plain values, no rules, no words."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.text import Text
from renderer.casts import Thrown

Crowd: TypeAlias = tuple[int, ...]
"""How many warriors of each seat."""

DRAW = -1
"""The winner of a game that nobody won."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: the name that its player goes by, and its side (0 enters at space 1)."""

    name: str
    side: int


@dataclass(frozen=True, slots=True)
class StackView:
    """One stack: where it stands (0 and road + 1 are the bases), and who is in it.

    `heading` is 1 up the road, -1 down the road, 0 where it is open.
    """

    at: int
    captain: int
    heading: int
    captives: Crowd


@dataclass(frozen=True, slots=True)
class Trace:
    """The last move: from where (0 or road + 1 is a base) to where, and how many it captured.

    `turned` is the space where it turned round on the way, if it did.
    """

    seat: int
    start: int
    end: int
    captured: int = 0
    turned: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadView:
    """A position on the road as it is to be shown.

    `turn` is the seat whose move it is, None when the game is over; `winner` is a side, DRAW,
    or None while it goes on. `landings` are the places where the seat to move can land.
    `title` and `status` head the picture; `note` is its last line. Where `summed`, the casts
    that lie there make one number together, else each has its own. `fire` is the space of the
    fire, if the road has one.
    """

    road: int
    seats: tuple[SeatView, ...]
    stacks: tuple[StackView, ...]
    base: Crowd
    killed: Crowd
    away: Crowd
    turn: int | None
    winner: int | None
    thrown: tuple[Thrown, ...]
    last: Trace | None
    landings: tuple[int, ...]
    title: Text
    status: Text
    note: Text
    summed: bool = False
    fire: int | None = None
