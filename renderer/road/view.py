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
    """A move: from where (0 or road + 1 is a base) to where, and how many it captured.

    `turned` is the space where it turned round on the way, if it did.
    """

    seat: int
    start: int
    end: int
    captured: int = 0
    turned: int | None = None


@dataclass(frozen=True, slots=True)
class Landing:
    """A place where the seat to move can land, and the numbers that lead there."""

    at: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Banner:
    """What is said of a game that is over: how it ended, and after how many moves.

    `how` is `free` where the side of `seat` has no free warrior left, `kills` where they were
    counted; `resigned`, `aborted` (by `seat`), `closed`, or `abandoned`.
    """

    how: str
    moves: int
    seat: int | None = None
    kills: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadView:
    """A position on the road as it is to be shown.

    `turn` is the seat whose turn it is, which `passes` where it has no move; None when the game is
    over. `winner` is a side, DRAW, or None while it goes on, and where nobody won; `banner` tells
    how it ended. `landings` are the places where the seat to move can land. `last` are the moves
    of the turn before, or those that the seat to move has made of its own, the first one first.
    `title` is what is played, `changed` what of it was chosen, `moves` how many moves were made.
    Where `summed`, the casts that lie there make one number together, else each has its own.
    `fire` is the space of the fire, if the road has one.
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
    last: tuple[Trace, ...]
    landings: tuple[Landing, ...]
    title: Text
    moves: int = 0
    changed: tuple[Text, ...] = ()
    banner: Banner | None = None
    passes: bool = False
    summed: bool = False
    fire: int | None = None

    @property
    def teams(self) -> bool:
        """Whether each side has several seats."""
        return len(self.seats) > 2

    def seats_of(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat, held in enumerate(self.seats) if held.side == side)

    @property
    def held(self) -> Crowd:
        """How many warriors of each seat are captives."""
        each = [stack.captives for stack in self.stacks]
        return tuple(sum(crowd[seat] for crowd in each) for seat in range(len(self.seats)))

    @property
    def warriors(self) -> Crowd:
        """How many warriors each seat has, wherever they are."""
        captains = [stack.captain for stack in self.stacks]
        fates = zip(self.base, self.killed, self.away, self.held, strict=True)
        return tuple(sum(counts) + captains.count(seat) for seat, counts in enumerate(fates))
