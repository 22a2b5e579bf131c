"""Every stored table, one after the other."""

from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from typing import Any, Final

import structlog

from bot.store import codec, keys
from bot.store.link import Link
from bot.table.ports import CorruptRecord
from bot.table.table import Table

AT_ONCE: Final = 200
"""How many keys are read in one round trip."""

log = structlog.get_logger()


async def all_tables(link: Link) -> AsyncIterator[Sequence[Table]]:
    """Yield all tables that can be read, some at a time; those that move meanwhile may come twice.

    Raises StoreDown.
    """
    cursor = None
    while cursor != 0:
        look = partial(link.redis.scan, cursor or 0, match=keys.ANY_TABLE, count=AT_ONCE)
        cursor, found = await link.run(look)
        states = await link.batch(partial(_look, found), spared=lambda _: True)
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
