"""A limit on tables per person that are posted and never played, because each one takes room."""

from typing import Final

from bot.table.pace import DAY
from bot.table.people import User
from bot.table.ports import Store
from bot.table.request import Refusal
from bot.table.table import Status, Table
from engine.text import Text

MAX_UNPLAYED: Final = 50
"""How many tables a person may post within `POSTED_SECONDS` that are not played."""

POSTED_SECONDS: Final = DAY


async def count_posted(store: Store, table: Table) -> None:
    """Count a table that is about to be posted. Raises Refusal if the limit is reached."""
    name, until = posted_by(table.host.user), table.created + POSTED_SECONDS
    if not await store.take(name, table.id, now=table.created, until=until, limit=MAX_UNPLAYED):
        raise Refusal(Text("limit.unplayed", count=MAX_UNPLAYED))


def is_played_after(before: Table, after: Table) -> bool:
    """Return whether play begins with a step, so that the table no longer counts.

    A game of computers counts all the same: nobody has to accept it. The next game of a match never
    did.
    """
    begins = before.status is Status.OFFERED and after.status is Status.PLAYING
    return begins and not after.is_demo and not before.is_next_game


def posted_by(user: User) -> str:
    """Return the name of the quota that counts the tables of a person that were not played."""
    return f"posted:{user}"
