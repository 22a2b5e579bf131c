"""Rulesets as data: the road, the warriors, and a policy for each question rules differ on.

One line identifies a ruleset, such as `puluc road=11 warriors=5 table=kernels casts=one`: its key,
the four main options, and any other option that differs from the ruleset's default.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from engine.header import Unplayable
from engine.throws import TABLES, ThrowTable


class Casts(StrEnum):
    """The throws of a turn."""

    ONE = "one"
    """One throw, one number."""

    SUM = "sum"
    """Two throws, added up to one number."""

    EACH = "each"
    """Two throws, two numbers, played one after the other."""


class AfterCapture(StrEnum):
    """Where a stack goes after capturing."""

    ADVANCE = "advance"
    """On to the enemy base."""

    RETURN = "return"
    """Back to its own base."""

    OPEN = "open"
    """Either way; the next move decides."""

    LEAVE = "leave"
    """Off the road at once: the captives are killed, and the captain leaves the game for good."""


class FarEnd(StrEnum):
    """What happens to a lone warrior that reaches or passes the enemy base."""

    RECYCLE = "recycle"
    """It returns to its own base."""

    LIBERATE = "liberate"
    """It returns to its own base, and so does every comrade that is captive in an enemy stack."""

    BOUNCE = "bounce"
    """It turns round on the last space, and any steps left take it back."""

    WALK_BACK = "walk-back"
    """It stops in the enemy base and walks home from there."""

    RE_ENTER = "re-enter"
    """It enters again from its own base at once, with the steps left; with none, it is in base."""


_COMES_CLOSER: Final = (FarEnd.BOUNCE, FarEnd.WALK_BACK, FarEnd.RE_ENTER)
"""What can take a lone warrior closer to its own base than the least number does."""


class Limit(StrEnum):
    """The limits that options can break."""

    ROAD = "road"
    WARRIORS = "warriors"
    SEATS = "seats"
    TEAMS = "teams"
    FIRE_LEAVE = "fire-leave"
    OPEN_SHARING = "open-sharing"
    EXACT = "exact"
    EXACT_RE_ENTER = "exact-re-enter"
    BOUNCE = "bounce"
    APART = "apart"


SHORTEST_ROAD: Final = 5
LONGEST_ROAD: Final = 31
MOST_WARRIORS: Final = 9
MOST_SEATS: Final = 16


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The options of a game; raises Unplayable if they break a limit.

    The road has spaces 1 to `road`. Side 0's base is before space 1, at 0, and side 1's is after
    the last space, at `road` + 1; neither is a space. Each seat has `warriors` of its own.
    `exact` means that a base must be reached by the exact number.

    Players cannot choose the remaining fields, which are fixed by the ruleset. `teams`: more than
    two seats may play. `sharing`: stacks of one side may share a space. `single_file`: a seat may
    not enter a warrior while it has a captain on the road. `fights_back`: a stack may move against
    its heading to capture. `fire`: the middle of the road burns. `spares_comrades`: when a stack
    leaves the road, captives of the captain's side are freed, not killed. `opening_counts`: the
    throw that won the opening is the first number to play.
    """

    key: str
    road: int = 11
    warriors: int = 5
    seats: int = 2
    table: str = "kernels"
    casts: Casts = Casts.ONE
    after_capture: AfterCapture = AfterCapture.ADVANCE
    far_end: FarEnd = FarEnd.RECYCLE
    exact: bool = False
    teams: bool = False
    sharing: bool = False
    single_file: bool = False
    fights_back: bool = False
    fire: bool = False
    spares_comrades: bool = True
    opening_counts: bool = False

    def __post_init__(self) -> None:
        _within(Limit.ROAD, self.road, SHORTEST_ROAD, LONGEST_ROAD)
        _within(Limit.WARRIORS, self.warriors, 1, MOST_WARRIORS)
        if self.seats != 2 and not self.teams:
            raise Unplayable(Limit.TEAMS, seats=self.seats)
        if self.seats % 2 or not 2 <= self.seats <= MOST_SEATS:
            raise Unplayable(Limit.SEATS, seats=self.seats, low=2, high=MOST_SEATS)
        self._check_policies()

    def _check_policies(self) -> None:
        if self.fire and self.after_capture is AfterCapture.LEAVE:
            raise Unplayable(Limit.FIRE_LEAVE)
        if self.sharing and self.after_capture is AfterCapture.OPEN:
            raise Unplayable(Limit.OPEN_SHARING)
        # A warrior next to a base needs a 1, which a sum never or (with footprints) hardly ever is.
        if self.exact and (self.casts is Casts.SUM or 1 not in self.throws.odds):
            raise Unplayable(Limit.EXACT, table=self.table, casts=self.casts)
        if self.exact and self.far_end is FarEnd.RE_ENTER:
            raise Unplayable(Limit.EXACT_RE_ENTER)
        if self.far_end is FarEnd.BOUNCE and self.road < max(self.numbers):
            raise Unplayable(Limit.BOUNCE, road=self.road, number=max(self.numbers))
        # Warriors that only set out from base never stand closer to it than the least number.
        comes_closer = self.fights_back or self.far_end in _COMES_CLOSER
        least = min(self.numbers - {0})
        both_middle_spaces_burn = self.fire and self.road == 2 * least
        if not comes_closer and (2 * least > self.road + 1 or both_middle_spaces_burn):
            raise Unplayable(Limit.APART, road=self.road, number=least)

    @property
    def throws(self) -> ThrowTable:
        """The throw table called `table`."""
        return TABLES[self.table]

    def numbers_of(self, *thrown: int) -> tuple[int, ...]:
        """Return the numbers to play after the throws of a turn, in ascending order."""
        return (sum(thrown),) if self.casts is Casts.SUM else tuple(sorted(thrown))

    @cached_property
    def numbers(self) -> frozenset[int]:
        """Every number that can come up in a turn."""
        thrown = self.throws.odds
        if self.casts is Casts.SUM:
            return frozenset(one + other for one in thrown for other in thrown)
        return frozenset(thrown)

    @cached_property
    def fire_spaces(self) -> tuple[int, ...]:
        """The spaces that burn: the middle one, or on a road of even length both middle ones.

        That two burn, so that the fire is as far from both bases, is our choice.
        """
        middle = self.road // 2
        if not self.fire:
            return ()
        return (middle + 1,) if self.road % 2 else (middle, middle + 1)

    @property
    def turns_round(self) -> bool:
        """Whether stacks can head for their own base."""
        return self.after_capture in (AfterCapture.RETURN, AfterCapture.OPEN) or self.far_end in (
            FarEnd.BOUNCE,
            FarEnd.WALK_BACK,
        )

    def side(self, seat: int) -> int:
        """Return the side of `seat`: the first half of the seats is side 0."""
        return seat * 2 // self.seats

    def forward(self, seat: int) -> int:
        """Return the direction of the enemy base: 1 up the road, -1 down."""
        return 1 - 2 * self.side(seat)

    def home(self, seat: int) -> int:
        """Return the base of `seat`: 0, or one past the last space."""
        return self.side(seat) * (self.road + 1)


def _within(reason: Limit, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Unplayable(reason, **{str(reason): value}, low=low, high=high)
