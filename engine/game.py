"""What every game offers, whatever it is played on.

Chance is an explicit phase: a game asks for a cast, is given one, offers moves, is given one.
Positions are immutable values of the game's own type and hold everything that decides how
play goes on, numbers still to be played included. A game never draws random numbers, never
looks at a clock and has no words for people.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from engine.throws import Cast, ThrowTable

P = TypeVar("P")
M = TypeVar("M")


Places: TypeAlias = tuple[tuple[int, ...], ...]
"""Groups of seats, best first; the seats of a group in rising order."""


class Throw(NamedTuple):
    """`seat` throws next; casts for the opening decide only who begins.

    What a cast lets the seat do is the game's affair; `table` says how the objects can lie.
    """

    seat: int
    table: ThrowTable
    opening: bool


class Choose(NamedTuple, Generic[M]):
    """`seat` plays one of `moves`, of which there is at least one."""

    seat: int
    moves: Sequence[M]


class Pass(NamedTuple):
    """`seat` can play none of `numbers`; the turn goes on with `Game.skip`.

    What that does is the game's: the numbers are lost, and more may happen.
    """

    seat: int
    numbers: tuple[int, ...]


class Over(NamedTuple):
    """The game has ended; `places` are groups of seats, best first.

    The seats of a group share a place: a side that won together, or everybody in a draw. Where only
    the first places were played for, the others are in no group.
    """

    places: Places

    def winners(self, seats: int) -> tuple[int, ...]:
        """Return who came first of `seats` seats; nobody in a draw of all."""
        best = self.places[0]
        return () if len(best) == seats else best


Phase: TypeAlias = Throw | Choose[M] | Pass | Over


class IllegalMove(Exception):  # noqa: N818 - a refusal is an ordinary outcome, not a fault
    """A move that cannot be played here.

    `reason` names the rule; `facts` are the values a sentence about it needs (`space=7`).
    """

    def __init__(self, reason: StrEnum, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.reason} {facts}".rstrip()


class Corrupt(ValueError):  # noqa: N818 - reads as what it says of the text
    """A position, move, header or record that cannot be read; the message names what is wrong."""


class Game(Protocol[P, M]):
    """One game with its options settled. Seats are numbered from 0; each plays for a side."""

    @property
    def header(self) -> str:
        """Ruleset and options on one line; `engine.open_game` reads it."""
        ...

    @property
    def seats(self) -> int:
        """How many seats there are."""
        ...

    @property
    def sides(self) -> int:
        """How many sides play against each other, numbered from 0."""
        ...

    def side(self, seat: int) -> int:
        """The side that `seat` plays for."""
        ...

    def start(self) -> P:
        """The position before the first opening cast."""
        ...

    def phase(self, position: P) -> "Phase[M]":
        """What happens next in `position`."""
        ...

    def plays_itself(self, position: P) -> bool:
        """Whether the only move in `position` is played without asking anybody for it."""
        ...

    def cast(self, position: P, cast: Cast) -> P:
        """The position after `cast`, in a Throw phase."""
        ...

    def play(self, position: P, move: M) -> P:
        """The position after `move`; IllegalMove where it cannot be played."""
        ...

    def skip(self, position: P) -> P:
        """The position after a Pass phase."""
        ...

    def resigned(self, position: P, seat: int) -> Over:
        """How the game ends if `seat` gives it up in `position`."""
        ...

    def write_position(self, position: P) -> str:
        """One line that `read_position` reads back to an equal position."""
        ...

    def read_position(self, text: str) -> P:
        """The position written by `write_position`; Corrupt names what is wrong."""
        ...

    def write_move(self, move: M) -> str:
        """A short text without blanks that tells `move` from every other legal one."""
        ...

    def read_move(self, position: P, text: str) -> M:
        """The move written as `text`, legal in `position`; IllegalMove says why it is not."""
        ...
