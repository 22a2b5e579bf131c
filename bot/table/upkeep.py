"""Deadlines and reminders of tables.

Every open table has one due of the kind `UPKEEP`, scheduled by the commit of each of its steps:

- a challenge expires after two days, or when its terms say;
- the next game of a match, which begins by itself, ends after 90 days if it can't be shown;
- a game without a move posts a reminder after 30 and 60 days, and ends after 90;
- the table renews its entries in the indexes, which expire a year after their last use.

A table that has ended (`bot.table.due.ENDED`) is removed from the indexes. It can be viewed for a
year, and then it expires with its record. One that was never played is deleted after three days.
"""

from bot.table.due import Due
from bot.table.pace import DAY
from bot.table.table import Status, Table

UPKEEP = "upkeep"
"""The kind of this due."""


CHALLENGE_SECONDS = 2 * DAY
"""How long a challenge stays open by default."""

REMINDED_DAYS = (30, 60)
"""After how many days without a move a table posts a reminder."""

ABANDONED_DAYS = 90
"""After how many days without a move a table ends."""


UNPLAYED_DAYS = 3
"""After how many days a table is deleted that was never played."""


def upkeep_at(table: Table) -> int:
    """Return when a table next needs upkeep, if nothing happens before."""
    if table.was_never_played:
        return table.touched + UNPLAYED_DAYS * DAY
    if table.status is Status.OVER:
        return table.touched
    if table.is_next_game:
        return table.created + ABANDONED_DAYS * DAY
    if table.status is Status.OFFERED:
        return table.created + (table.terms.expires or CHALLENGE_SECONDS)
    days = next(day for day in (*REMINDED_DAYS, ABANDONED_DAYS) if day > table.idle_days)
    return table.touched + days * DAY


def upkeep(table: Table) -> Due:
    """Return the due that every step leading to `table` schedules, also the one that ends it."""
    return Due(table.id, UPKEEP, upkeep_at(table))
