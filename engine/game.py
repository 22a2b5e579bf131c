"""The interface of every game, of any family.

Chance is an explicit phase: a game asks for a throw and takes its result, then offers moves and
takes one. Positions are immutable values of the game's own type and hold everything that
determines how play continues, including the numbers still to be played. A game draws no random
numbers, reads no clock and has no user-facing text.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.throws import Cast, ThrowTable

P = TypeVar("P")
M = TypeVar("M")


Places: TypeAlias = tuple[tuple[int, ...], ...]
"""Groups of seats, best first; the seats in each group are in ascending order."""


class Throw(NamedTuple):
    """`seat` throws next. Throws of the `opening` decide only who begins.

    `table` defines the possible results. What a result allows is up to the game.
    """

    seat: int
    table: ThrowTable
    opening: bool


class Choose(NamedTuple, Generic[M]):
    """`seat` plays one of `moves`, which is never empty."""

    seat: int
    moves: Sequence[M]


class Pass(NamedTuple):
    """`seat` can play none of `numbers`; continue with `Game.skip`.

    The numbers are lost. What else happens is up to the game.
    """

    seat: int
    numbers: tuple[int, ...]


class Over(NamedTuple):
    """The game is over. `places` are groups of seats, best first.

    The seats of a group share a place: a side that won together, or all seats in a draw. If only
    the first places were decided, the remaining seats are in no group.
    """

    places: Places

    def winners(self, seats: int) -> tuple[int, ...]:
        """Return the seats in first place; none if all `seats` seats drew."""
        best = self.places[0]
        return () if len(best) == seats else best


Phase: TypeAlias = Throw | Choose[M] | Pass | Over


class IllegalMove(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The move cannot be played in this position.

    `reason` names the rule that forbids it, and `facts` has the values needed to explain it
    (`space=7`).
    """

    def __init__(self, reason: StrEnum, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason} {facts}".rstrip()


class Corrupt(ValueError):  # noqa: N818 - describes the text that cannot be read
    """A position, move, header or record is invalid; the message says what is wrong with it."""


class Game(Protocol[P, M]):
    """A game with fixed options. Seats and sides are numbered from 0; each seat is on a side."""

    @property
    def header(self) -> str:
        """The ruleset and its options on one line; `engine.open_game` reads it."""
        ...

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    @property
    def sides(self) -> int:
        """The number of sides."""
        ...

    def side(self, seat: int) -> int:
        """Return the side of `seat`."""
        ...

    def start(self) -> P:
        """Return the position before the first opening throw."""
        ...

    def phase(self, position: P) -> "Phase[M]":
        """Return what happens next in `position`."""
        ...

    def plays_itself(self, position: P) -> bool:
        """Tell whether the only move in `position` is never worth a press."""
        ...

    def choices(self, position: P) -> "Sequence[tuple[M, ...]]":
        """Return what the player to move decides between: the moves to each different outcome.

        Moves that are decided on together are one choice. With a single choice, there is nothing
        to decide. Empty if no move is due.
        """
        ...

    def cast(self, position: P, cast: Cast) -> P:
        """Return the position after the throw `cast`; for Throw phases."""
        ...

    def play(self, position: P, move: M) -> P:
        """Return the position after `move`; raise IllegalMove if it cannot be played."""
        ...

    def skip(self, position: P) -> P:
        """Return the position after a pass; for Pass phases."""
        ...

    def resigned(self, position: P, seat: int) -> Over:
        """Return how the game ends if `seat` resigns in `position`."""
        ...

    def write_position(self, position: P) -> str:
        """Return a line that `read_position` turns back into an equal position."""
        ...

    def read_position(self, text: str) -> P:
        """Return the position that `write_position` wrote; raise Corrupt if `text` is invalid."""
        ...

    def write_move(self, move: M) -> str:
        """Return a short text without spaces that distinguishes `move` from other legal moves.

        It is never digits alone, `-` or `undo`, which are the throws, passes and undos of records.
        """
        ...

    def read_move(self, position: P, text: str) -> M:
        """Return the legal move of `position` written as `text`; raise IllegalMove if none is."""
        ...
