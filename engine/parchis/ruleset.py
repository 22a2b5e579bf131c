"""Rulesets as data: the seats, and a policy for each question that players of Parchís differ on.

One line identifies a ruleset, such as `parchis seats=2 six=7`: its key, the seats, and any other
option that differs from the ruleset's default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from operator import attrgetter
from typing import Final

from engine.header import Unplayable
from engine.parchis.board import Arm, arms
from engine.throws import D6, ThrowTable

COLOURS: Final = ("yellow", "blue", "red", "green")
"""The colours, in the order of turns."""

SEATED: Final[Mapping[int, tuple[int, ...]]] = {3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The colours of more than two seats."""

OPPOSITE: Final = "yellow-red"
"""The usual colours of two seats. Ours: opposite colours are fairest."""

DUELS: Final[Mapping[str, tuple[int, ...]]] = {
    OPPOSITE: (0, 2),
    **{
        "-".join(COLOURS[colour] for colour in pair): pair
        for pair in permutations(range(len(COLOURS)), 2)
    },
}
"""The colours that two seats can have, by what headers call them, the usual ones first."""


class Start(StrEnum):
    """How a seat brings out its first pieces."""

    HOME = "home"
    """All pieces begin at home, and a seat's first five brings out two of them."""

    SINGLE = "single"
    """All pieces begin at home, and every five brings out one."""

    OUT = "out"
    """One piece of each seat begins on its start, and every five brings out one."""


class Opening(StrEnum):
    """Who begins."""

    HIGHEST = "highest"
    """The seat that throws the highest number."""

    YELLOW = "yellow"
    """The seat that has yellow or, without yellow, the colour next in the order of turns."""


class OwnStart(StrEnum):
    """What a five does when a guest and a piece of the seat's own stand on its start."""

    EAT = "eat"
    """The piece that comes out captures the guest."""

    FULL = "full"
    """No piece can come out."""


class Evict(StrEnum):
    """Which guest is captured when guests of two colours stand on a start."""

    LAST = "last"
    """The one that came later."""

    FIRST = "first"
    """The one that came earlier."""


class Obstacle(StrEnum):
    """What a piece does that meets a barrier."""

    STOP = "stop"
    """It cannot make the move."""

    BOUNCE = "bounce"
    """It walks the rest of its steps back."""


class Goal(StrEnum):
    """What a piece does whose number is too large for the goal."""

    EXACT = "exact"
    """It cannot make the move."""

    BOUNCE = "bounce"
    """It walks the rest of its steps back."""


class End(StrEnum):
    """When the game is over."""

    LAST = "last"
    """When only one seat has pieces that are not in the goal."""

    FIRST = "first"
    """When the first seat has all pieces in the goal."""

    PAIRS = "pairs"
    """As `FIRST`, but opposite seats win and lose together."""


class Limit(StrEnum):
    """Why options do not go together, or a number is out of range."""

    SEATS = "seats"
    """There must be `low` to `high` seats, not `seats`."""

    SIX = "six"
    """A six must count 6, 7 or 12, not `six`."""

    PIECES = "pieces"
    """There must be `low` to `high` pieces, not `pieces`."""

    COLOURS = "colours"
    """Colours can be chosen for 2 seats, not for `seats`."""

    PAIRS = "pairs"
    """Pairs need 4 seats, not `seats`."""


@dataclass(frozen=True)
class Ruleset:
    """A variant of Parchís.

    `first_two`: until a seat has brought a piece out, a two brings one out. `six` is what a six
    counts once the seat has no piece at home. `mixed`: two pieces of different colours are a
    barrier, too. `again`: the seat throws again after counting 20 or 10; a number, after that one
    only. `jump`: a piece that counts 10 passes barriers without a piece of its own seat.
    `last_safe`: a piece before its entry cannot go beyond it in one move. `instruccion`: a seat
    that has pieces at home, and none outside home and goal, has one walk from four squares before
    its start. `pieces` are those of each seat, and `colours` those of two seats, as in `DUELS`.

    Sources of each option: docs/parchis.md.
    """

    key: str
    seats: int = 4
    start: Start = Start.HOME
    first_two: bool = False
    opening: Opening = Opening.HIGHEST
    own_start: OwnStart = OwnStart.EAT
    evict: Evict = Evict.LAST
    six: int = 12
    mixed: bool = False
    barrier: Obstacle = Obstacle.STOP
    again: bool | int = True
    jump: bool = False
    goal: Goal = Goal.EXACT
    last_safe: bool = False
    instruccion: bool = False
    end: End = End.LAST
    pieces: int = 4
    colours: str = OPPOSITE

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= 4:
            raise Unplayable(Limit.SEATS, seats=self.seats, low=2, high=4)
        if self.six not in (6, 7, 12):
            raise Unplayable(Limit.SIX, six=self.six)
        if self.end is End.PAIRS and self.seats != 4:
            raise Unplayable(Limit.PAIRS, seats=self.seats)
        if not 2 <= self.pieces <= 4:
            raise Unplayable(Limit.PIECES, pieces=self.pieces, low=2, high=4)
        if self.colours != OPPOSITE and self.seats != 2:
            raise Unplayable(Limit.COLOURS, seats=self.seats)

    @property
    def arms(self) -> tuple[Arm, ...]:
        """The arms of the board, by seat."""
        return arms(SEATED.get(self.seats) or DUELS[self.colours])

    @property
    def yellow(self) -> int:
        """The seat that begins if the opening is `Opening.YELLOW`."""
        return min(self.arms, key=attrgetter("colour")).seat

    @property
    def sides(self) -> int:
        """The number of sides: two pairs, or as many as seats."""
        return 2 if self.end is End.PAIRS else self.seats

    @property
    def throws(self) -> ThrowTable:
        """The throw table: one die."""
        return D6

    def side(self, seat: int) -> int:
        """Return the side of `seat`."""
        return seat % self.sides
