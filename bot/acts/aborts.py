"""Who may abort a game, and a limit on aborted games per person.

A game aborted before its first move reveals its seed, and the next game gets another one. Without a
limit, a player could abort until they like the opening throw.
"""

from bot.table.ids import TableId
from bot.table.next_game import is_further_game
from bot.table.people import User
from bot.table.ports import CorruptRecord, Store
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.table import Ending, Table
from engine.text import Text

MAX_ABORTS = 5
"""How many games a person may abort within `ABORTED_SECONDS`."""

ABORTED_SECONDS = 24 * 3600


ABORTING_PEOPLE = 2
"""The maximum number of people in a game that one of them can abort for all."""


def why_not(table: Table) -> Text | None:
    """Return why a player can't abort a running game, None if they can."""
    if table.chosen:
        return Text("abort.moved")
    if is_further_game(table) and not table.is_practice:
        return Text("abort.match")
    if len(table.people) > ABORTING_PEOPLE:
        return Text("abort.team")
    return None


async def count_abort(store: Store, user: User, table: TableId, now: int) -> None:
    """Count an abort by `user` in advance. Raises Refusal if the limit is reached.

    Before refusing, this removes counted aborts that never happened because of a refusal or a
    crash.
    """
    if await _take(store, user, table, now):
        return
    for counted in await store.taken(_name(user), now=now):
        if not await _aborted(store, user, TableId(counted)):
            await store.give_back(_name(user), counted)
    if not await _take(store, user, table, now):
        raise Refusal(Text("abort.too-many", limit=MAX_ABORTS))


async def _take(store: Store, user: User, table: TableId, now: int) -> bool:
    until = now + ABORTED_SECONDS
    return await store.take(_name(user), table, now=now, until=until, limit=MAX_ABORTS)


def _name(user: User) -> str:
    return f"aborts:{user}"


async def _aborted(store: Store, user: User, id_: TableId) -> bool:
    """Return whether this person aborted the table."""
    try:
        table = await store.load(id_)
    except CorruptRecord:
        return True  # unknown
    if table is None or table.ending is not Ending.ABORTED or table.ended_by is None:
        return False
    holder = table.seats[table.ended_by]
    return isinstance(holder, Person) and holder.user == user
