"""Migration of tables stored by earlier releases.

Early releases let tables expire silently: open ones after 90 days, finished ones after seven. Later
ones had no index of the tables that have ended.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from bot.store import keys
from bot.store.keyspace import Keyspace
from bot.store.link import Link
from bot.store.scan import all_tables
from bot.table.notes import Notes
from bot.table.table import Status, Table
from bot.table.upkeep import upkeep

ADOPTED = "tables.adopted"
"""The note that says which migration has been done last."""

MIGRATION = "ended"
"""The current one, after `2`: it indexes the tables that have ended."""


async def adopt(link: Link, notes: Notes) -> int:
    """Migrate the tables of earlier releases, once per store; return how many were migrated.

    Idempotent. Raises StoreDown.
    """
    done = await notes.note(ADOPTED)
    if done == MIGRATION:
        return 0
    adopted = 0
    async with Keyspace.of(link) as space:
        async for tables in all_tables(space):
            await link.batch(partial(_index if done else _keep, tables))
            adopted += len(tables)
    await notes.set_note(ADOPTED, MIGRATION)
    return adopted


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
    _index(tables, pipeline)


def _index(tables: Iterable[Table], pipeline: Any) -> None:
    """Add tables to the indexes of those who have left them, or of everyone if they are over."""
    for table in tables:
        for past in keys.past_indexes(table):
            pipeline.zadd(past, {table.id: table.touched})
            pipeline.expire(past, keys.YEAR)
