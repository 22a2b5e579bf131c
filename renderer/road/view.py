"""The view of a position that pictures and descriptions are made from: plain values, no rules."""

from dataclasses import dataclass
from typing import TypeAlias

from engine.text import Text
from renderer.casts import Thrown

Crowd: TypeAlias = tuple[int, ...]
"""Counts of warriors by seat."""

DRAW = -1
"""The winner of a drawn game."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its player's name and its side (0 enters at space 1).

    `level` is that of a computer player, as a word; empty for a person. `stands_in` is the name of
    the person for whom a computer stands in, empty if there is none.
    """

    name: str
    side: int
    level: str = ""
    stands_in: str = ""


@dataclass(frozen=True, slots=True)
class MatchView:
    """The match that a game is part of: the score and, once it is decided, who has won it."""

    score: Text
    result: Text | None = None


@dataclass(frozen=True, slots=True)
class StackView:
    """A stack: where it stands (0 and road + 1 are the bases), its captain and its captives.

    `heading` is 1 up the road, -1 down the road, 0 if the next move decides.
    """

    at: int
    captain: int
    heading: int
    captives: Crowd


@dataclass(frozen=True, slots=True)
class Trace:
    """A move: where it began and ended (0 and road + 1 are the bases), and how many it captured.

    `turned` is the space where the stack turned round on the way, None if it did not; `rounds` is
    how often it passed the enemy base and entered again from its own. `helper` is the seat that
    played a partner's stack, None if its own player did.
    """

    seat: int
    start: int
    end: int
    captured: int = 0
    turned: int | None = None
    rounds: int = 0
    helper: int | None = None


@dataclass(frozen=True, slots=True)
class Landing:
    """A space or base where the seat to move can land, and the numbers that lead there."""

    at: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Banner:
    """How a game ended, and after how many moves.

    `how` is `free` if the side of `seat` has no free warrior left, `kills` if `kills` decided,
    `resigned`, `timeout`, `left` or `aborted` (all by `seat`), `agreed`, `closed` or `abandoned`.
    """

    how: str
    moves: int
    seat: int | None = None
    kills: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadView:
    """A position on the road for display.

    `turn` is the seat whose turn it is, None if the game is over; it `passes` if it has no move.
    `winner` is a side, DRAW, or None during the game and if it ended without a result; `banner`
    says how it ended. `landings` are the places where the seat to move can land. `last` are the
    moves of the previous turn, or those that the seat to move has already made in this one, in
    order. `title` is the name of the ruleset, `changed` lists its changed options, and `moves` is
    the number of moves made. If `summed`, the throws come to one number together, otherwise to one
    each. `fire` are the spaces that burn. `match` is None in a single game.
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
    fire: tuple[int, ...] = ()
    match: MatchView | None = None

    @property
    def teams(self) -> bool:
        """Whether a side has several seats."""
        return len(self.seats) > 2

    def seats_of(self, side: int) -> tuple[int, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat, held in enumerate(self.seats) if held.side == side)

    def bases(self, side: int) -> tuple[int, int]:
        """Return the places of a side's own base and of the enemy's."""
        return (self.road + 1, 0) if side else (0, self.road + 1)

    @property
    def held(self) -> Crowd:
        """The number of captives by seat."""
        each = [stack.captives for stack in self.stacks]
        return tuple(sum(crowd[seat] for crowd in each) for seat in range(len(self.seats)))

    @property
    def warriors(self) -> Crowd:
        """The total number of warriors by seat, wherever they are."""
        captains = [stack.captain for stack in self.stacks]
        fates = zip(self.base, self.killed, self.away, self.held, strict=True)
        return tuple(sum(counts) + captains.count(seat) for seat, counts in enumerate(fates))
