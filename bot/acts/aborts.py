"""Aborts, limited for each person.

An abort before the first move shows the seed and is followed by another game with another one: a
new throw of the opening for whoever did not like theirs.
"""

from bot.table.people import User
from bot.table.ports import CorruptRecord, Store
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.table import Ending, TableId
from engine.text import Text

MOST_ABORTS = 5
"""How many games a person may abort within `ABORTED_SECONDS`."""

ABORTED_SECONDS = 24 * 3600


async def count_abort(store: Store, user: User, table: TableId, now: int) -> None:
    """Count that `user` aborts the table, before it is done; Refusal if it is one too many.

    What was counted and then not done, for a refusal or a crash, is found out when it matters.
    """
    if await _take(store, user, table, now):
        return
    for counted in await store.taken(_name(user)):
        if not await _aborted(store, user, TableId(counted)):
            await store.give_back(_name(user), counted)
    if not await _take(store, user, table, now):
        raise Refusal(Text("abort.too-many", limit=MOST_ABORTS))


async def _take(store: Store, user: User, table: TableId, now: int) -> bool:
    until = now + ABORTED_SECONDS
    return await store.take(_name(user), table, now=now, until=until, limit=MOST_ABORTS)


def _name(user: User) -> str:
    return f"aborts:{user}"


async def _aborted(store: Store, user: User, id_: TableId) -> bool:
    """Whether it was this person who aborted the table."""
    try:
        table = await store.load(id_)
    except CorruptRecord:
        return True  # nobody can say
    if table is None or table.ending is not Ending.ABORTED or table.ended_by is None:
        return False
    holder = table.seats[table.ended_by]
    return isinstance(holder, Person) and holder.user == user
