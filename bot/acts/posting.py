"""Limits on tables per person that are posted and hardly played, because each one takes room."""

from typing import Final

from bot.table.pace import DAY
from bot.table.people import User
from bot.table.ports import Store
from bot.table.request import Refusal
from bot.table.table import Ending, Table
from engine.text import Text

MAX_UNPLAYED: Final = 50
"""How many tables a person may post within `POSTED_SECONDS` that are hardly played."""

MAX_POSTED: Final = 300
"""How many tables a person may post within `POSTED_SECONDS`, even if all of them are played."""

POSTED_SECONDS: Final = DAY

PLAYED_MOVES: Final = 10
"""After how many moves a game is played, if it doesn't come to its end before."""


async def count_posted(store: Store, table: Table) -> None:
    """Count a table that is about to be posted. Raises Refusal if a limit is reached."""
    user, until = table.host.user, table.created + POSTED_SECONDS
    for name, limit, refusal in (
        (posted_by(user), MAX_UNPLAYED, Text("limit.unplayed", count=MAX_UNPLAYED)),
        (f"tables:{user}", MAX_POSTED, Text("limit.posted", count=MAX_POSTED)),
    ):
        if not await store.take(name, table.id, now=table.created, until=until, limit=limit):
            raise Refusal(refusal)


def is_played_after(before: Table, after: Table) -> bool:
    """Return whether a step makes a game one that is played, so that the table no longer counts.

    Games that are begun, moved in once and resigned would otherwise take as much room as one likes.
    A game of computers counts all the same: nobody has to accept it.
    """
    return not after.is_demo and _is_played(after) and not _is_played(before)


def _is_played(table: Table) -> bool:
    return table.moves >= PLAYED_MOVES or table.ending in (Ending.WON, Ending.DRAWN)


def posted_by(user: User) -> str:
    """Return the name of the quota that counts the tables of a person that were not played."""
    return f"posted:{user}"
