"""Migration of tables stored by earlier releases to this release's retention rules.

Earlier releases let tables expire silently: open ones after 90 days, finished ones after seven.
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
"""The note that says the migration is done."""

AT_ONCE = 200
"""How many keys are processed in one round trip."""

log = structlog.get_logger()


async def adopt(link: Link, notes: Notes) -> int:
    """Migrate the tables of earlier releases, once per store; return how many were migrated.

    Idempotent. Raises StoreDown.
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
    """Yield the tables that can be read; the others are left alone."""
    for state in states:
        try:
            if isinstance(state, bytes):
                yield codec.read(state)
        except CorruptRecord as corrupt:
            log.warning("table.corrupt", why=str(corrupt))


def _keep(tables: Iterable[Table], pipeline: Any) -> None:
    """Keep open tables until a step ends them, and finished ones for a year."""
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
