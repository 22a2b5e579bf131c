"""Schedules of due work, in memory and in Redis or Valkey."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import Iterator, Sequence

from prometheus_client import Gauge

from bot.store import keys
from bot.store.link import Link
from bot.store.queues import Entry, Queues
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ids import TableId

SEEN = 4
"""How many entries of each set are fetched before anything is claimed."""

WAITING = Gauge("puluc_dues_waiting", "Pieces of due work that wait, at most 4 of each of 64 sets")
DELAY = Gauge("puluc_dues_delay_seconds", "How late the oldest waiting piece of due work is")


def claim_ends(now: float) -> float:
    """Return when a claim made now expires: a time unlike that of any other claim or schedule."""
    return int(now) + LEASE_SECONDS + (1 + secrets.randbelow(2**22 - 1)) / 2**22


class MemoryDues:
    """Implements `Dues`."""

    def __init__(self) -> None:
        self._due: dict[tuple[TableId, str], float] = {}

    async def schedule(self, due: Due) -> None:
        """See `Dues.schedule`."""
        self._due[due.table, due.what] = due.at

    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        """See `Dues.claim`."""
        until = claim_ends(now)
        waiting = sorted((at, *key) for key, at in self._due.items() if at <= now)[:limit]
        self._due.update({(table, what): until for _, table, what in waiting})
        return tuple(Due(table, what, until) for _, table, what in waiting)

    async def done(self, *dues: Due) -> None:
        """See `Dues.done`."""
        for due in dues:
            if self._due.get((due.table, due.what)) == due.at:
                del self._due[due.table, due.what]


class RedisDues:
    """Implements `Dues` with sorted sets in the tables' hash slots, scored by due time.

    When nothing is due, a claim costs one query for the heads of all sets. Otherwise it runs one
    script per set, starting with the set whose head has waited longest. A set with a backlog
    may fill the whole limit, so that backlogs are worked off in large batches; an entry is
    overtaken by at most one such batch of later entries from each set.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._queues = Queues(link)
        self._claim = link.script("claim")
        self._done = link.script("done")

    async def schedule(self, due: Due) -> None:
        """See `Dues.schedule`."""
        member = keys.falling(due.table, due.what)
        await self._link.run(lambda: self._redis.zadd(keys.due(due.table), {member: due.at}))

    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        """See `Dues.claim`."""
        heads = await self._queues.look(keys.all_due(), "-inf", now, SEEN)
        WAITING.set(sum(map(len, heads)))
        DELAY.set(max((now - entry.at for head in heads for entry in head), default=0.0))
        until = claim_ends(now)
        taken = await asyncio.gather(
            *(self._take(key, now, until, share) for key, share in _shares(heads, limit))
        )
        claimed = [entry for entries in taken for entry in entries]
        return tuple(await self._queues.read(claimed, _read))

    async def _take(self, key: str, now: float, until: float, limit: int) -> list[Entry]:
        arguments = [now, until, limit]
        members = await self._link.run(lambda: self._claim([key], arguments))
        return [Entry(until, member, key) for member in members]

    async def done(self, *dues: Due) -> None:
        """See `Dues.done`."""
        parts: dict[str, list[object]] = defaultdict(list)
        for due in dues:
            parts[keys.due(due.table)] += [keys.falling(due.table, due.what), due.at]
        await asyncio.gather(*(self._forget(key, part) for key, part in parts.items()))

    async def _forget(self, key: str, arguments: Sequence[object]) -> None:
        await self._link.run(lambda: self._done([key], arguments))


def _shares(heads: Sequence[Sequence[Entry]], limit: int) -> Iterator[tuple[str, int]]:
    """Yield how many entries to claim from which set, given the heads of all sets."""
    for head in sorted(filter(None, heads), key=lambda head: head[0]):
        share = limit if len(head) == SEEN else min(len(head), limit)
        if share:
            yield head[0].key, share
        limit -= share


def _read(entry: Entry) -> Due:
    """Parse a due; raise ValueError if it is malformed or in the wrong set."""
    table, what = entry.member.decode().split("|", 1)
    if keys.due(TableId(table)) != entry.key:
        raise ValueError("the due is in another table's set")
    return Due(TableId(table), what, entry.at)
