"""Things that fall due at a table: a computer's turn, a deadline, a board to be posted anew.

They leave with the commit of the step that they follow from, so that no crash lies between.
"""

from dataclasses import dataclass
from typing import Protocol

from bot.table.table import TableId

THINK = "think"
"""The kind that is due while a computer is to move."""

ENDED = "ended"
"""The kind that a step schedules which ends its table."""

LEASE_SECONDS = 30
"""How long what was claimed belongs to whoever claimed it."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something that falls due at a table, at `at` (Unix seconds).

    `what` is a kind, or a kind and its details: `repost:web:maize:`. Of each `what` a table has
    one at a time. In what was claimed, `at` is the time when the claim ends.
    """

    table: TableId
    what: str
    at: float

    @property
    def kind(self) -> str:
        """What kind of thing it is, without the details."""
        return self.what.partition(":")[0]


class Dues(Protocol):
    """What falls due, kept over every restart. May raise StoreDown; every write may be repeated."""

    async def schedule(self, due: Due) -> None:
        """Let something fall due; if it is scheduled already, at this time instead."""
        ...

    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        """Some of what is due now, each for one caller at a time; nothing if nothing is due.

        What has waited longest is always among it, and nothing is overtaken for long. What is not
        done when its claim ends (`LEASE_SECONDS` later) can be claimed again. What cannot be read
        is set aside.
        """
        ...

    async def done(self, *dues: Due) -> None:
        """Forget what was claimed, except what was scheduled anew or claimed again meanwhile."""
        ...
