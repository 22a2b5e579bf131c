"""Every stored table, one after the other."""

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any

import structlog

from bot.store import codec, keys
from bot.store.keyspace import Keyspace
from bot.store.queues import is_of_wrong_type
from bot.table.ports import CorruptRecord
from bot.table.table import Table

log = structlog.get_logger()


async def all_tables(space: Keyspace) -> AsyncIterator[Sequence[Table]]:
    """Yield all tables that can be read, some at a time; those that move meanwhile may come twice.

    Raises StoreDown.
    """
    async for found in space.scan(keys.ANY_TABLE):
        states = await space.batch(partial(_look, found), is_of_wrong_type) if found else []
        yield tuple(_readable(states))


def _look(found: Sequence[bytes], pipeline: Any) -> None:
    for key in found:
        pipeline.hget(key, "s")


def _readable(states: Sequence[Any]) -> Iterator[Table]:
    """Yield the tables that can be read; the others are left alone."""
    for state in states:
        try:
            if isinstance(state, bytes):
                yield codec.read(state)
        except CorruptRecord as corrupt:
            log.warning("table.corrupt", why=str(corrupt))
