"""Tables of earlier releases, kept from now on as those of this one.

They ended unsaid: open ones after 90 days, finished ones after seven.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import structlog

from bot.store import codec, keys
from bot.store.link import Link
from bot.table.notes import Notes
from bot.table.ports import CorruptRecord
from bot.table.table import Status, Table
from bot.table.upkeep import upkeep

ADOPTED = "tables.adopted"
"""Noted once it is done."""

AT_ONCE = 200
"""So many keys are looked at in one round trip."""

log = structlog.get_logger()


async def adopt(link: Link, notes: Notes) -> int:
    """Adopt the tables of earlier releases, once for each store; return how many there are.

    Done again it changes nothing. Raises StoreDown.
    """
    if await notes.note(ADOPTED) is not None:
        return 0
    cursor, adopted = 0, 0
    while True:
        look = partial(link.redis.scan, cursor, match=keys.ANY_TABLE, count=AT_ONCE)
        cursor, found = await link.run(look)
        states = await link.batch(partial(_look, found), spared=lambda _: True)
        tables = list(_readable(states))
        await link.batch(partial(_keep, tables))
        adopted += len(tables)
        if not cursor:
            break
    await notes.set_note(ADOPTED, str(codec.FORMAT))
    return adopted


def _look(found: Iterable[bytes], pipeline: Any) -> None:
    for key in found:
        pipeline.hget(key, "s")


def _readable(states: Iterable[Any]) -> Iterator[Table]:
    """The tables that can be read; others are left as they are."""
    for state in states:
        try:
            if isinstance(state, bytes):
                yield codec.read(state)
        except CorruptRecord as corrupt:
            log.warning("table.corrupt", why=str(corrupt))


def _keep(tables: Iterable[Table], pipeline: Any) -> None:
    """Let open tables last until they end by a step of their own, and others for a year."""
    for table in tables:
        for key in (keys.table(table.id), keys.record(table.id)):
            if table.status is Status.OVER:
                pipeline.expire(key, keys.YEAR)
            else:
                pipeline.persist(key)
        if table.status is not Status.OVER:
            due = upkeep(table)
            member = keys.falling(table.id, due.what)
            pipeline.zadd(keys.due(table.id), {member: due.at}, nx=True)
