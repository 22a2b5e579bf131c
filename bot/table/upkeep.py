"""What keeps tables in order while nobody acts: nothing is kept for ever, nothing ends unsaid.

One thing falls due at every open table, scheduled by the commit of each of its steps (`UPKEEP`):

- a challenge ends after two days;
- a game in which nobody moves says so after 30 and 60 days, and ends after 90;
- the table renews its entries in the indexes, which end a year after their last use.

A table that has ended (`bot.table.due.ENDED`) leaves the indexes. It can be looked at for a year,
and then it is gone, with its record.
"""

from bot.table.due import Due
from bot.table.table import Status, Table

UPKEEP = "upkeep"
"""The kind of what falls due."""

EXPIRE = "expire"
"""What it was called while only challenges had it; it may still be scheduled so."""

DAY = 86_400

CHALLENGE_SECONDS = 2 * DAY
"""How long a challenge waits for somebody to take it."""

REMINDED_DAYS = (30, 60)
"""After so many days without a move a table says that it waits."""

ABANDONED_DAYS = 90
"""After so many it ends."""


def upkeep_at(table: Table) -> int:
    """When an open table wants to be looked after next, if nothing happens before."""
    if table.status is Status.OFFERED:
        return table.created + CHALLENGE_SECONDS
    days = next(day for day in (*REMINDED_DAYS, ABANDONED_DAYS) if day > table.idle_days)
    return table.touched + days * DAY


def upkeep(table: Table) -> Due:
    """What a step schedules that leads to `table`; at the end it falls due a last time."""
    over = table.status is Status.OVER
    return Due(table.id, UPKEEP, table.touched if over else upkeep_at(table))
