"""A ruleset as data: the road, the warriors, and one policy for each question rules differ on.

A ruleset is told by one line, `puluc road=11 warriors=5 table=kernels casts=one`: its key, the
four options people choose by, and any other option that is not the ruleset's own default.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.throws import TABLES, ThrowTable


class Casts(StrEnum):
    """What is thrown in a turn."""

    ONE = "one"
    """One cast, one number."""


class AfterCapture(StrEnum):
    """Where a stack goes after it captured."""

    ADVANCE = "advance"
    """On to the enemy base."""


class FarEnd(StrEnum):
    """What becomes of a lone warrior that reaches or passes the enemy base."""

    RECYCLE = "recycle"
    """It is back in its own base."""


class Limit(StrEnum):
    """Why options cannot be played."""

    ROAD = "road"
    WARRIORS = "warriors"
    SEATS = "seats"
    TABLE = "table"


class Unplayable(ValueError):  # noqa: N818 - a choice that cannot be had, told to who made it
    """Options that cannot be played together.

    `reason` says which limit they break; `facts` are the values a sentence about it needs
    (`road=40 low=5 high=31`).
    """

    def __init__(self, reason: Limit, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"unplayable {self.reason}: {facts}"


SHORTEST_ROAD: Final = 5
LONGEST_ROAD: Final = 31
MOST_WARRIORS: Final = 9


@dataclass(frozen=True)
class Ruleset:
    """The options of one game, within their limits; Unplayable where they are not.

    The road has spaces 1 to `road`. Side 0's base lies before space 1, at 0, and side 1's
    after the last, at `road` + 1; neither is a space. Each seat has `warriors` of its own.
    """

    key: str
    road: int = 11
    warriors: int = 5
    seats: int = 2
    table: str = "kernels"
    casts: Casts = Casts.ONE
    after_capture: AfterCapture = AfterCapture.ADVANCE
    far_end: FarEnd = FarEnd.RECYCLE

    def __post_init__(self) -> None:
        _within(Limit.ROAD, self.road, SHORTEST_ROAD, LONGEST_ROAD)
        _within(Limit.WARRIORS, self.warriors, 1, MOST_WARRIORS)
        _within(Limit.SEATS, self.seats, 2, 2)
        if self.table not in TABLES:
            raise Unplayable(Limit.TABLE, table=self.table, known=",".join(TABLES))

    @property
    def throws(self) -> ThrowTable:
        """The throw table that `table` names."""
        return TABLES[self.table]

    def side(self, seat: int) -> int:
        """Return the side of `seat`: the first half of the seats is side 0."""
        return seat * 2 // self.seats

    def forward(self, seat: int) -> int:
        """Return the way to the enemy base: 1 up the road, -1 down."""
        return 1 - 2 * self.side(seat)

    def home(self, seat: int) -> int:
        """Return where the base of `seat` lies: 0, or one past the last space."""
        return self.side(seat) * (self.road + 1)


def _within(reason: Limit, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Unplayable(reason, **{str(reason): value}, low=low, high=high)
