"""What falls due, in memory and in Redis or Valkey."""

import asyncio
import secrets
from collections import defaultdict
from itertools import chain
from typing import Any

from bot.store import keys
from bot.store.link import Link
from bot.table.due import LEASE_SECONDS, Due
from bot.table.table import TableId


def claim_ends(now: float) -> float:
    """When a claim made now ends: a time that no other claim and no schedule shares."""
    return int(now) + LEASE_SECONDS + (1 + secrets.randbelow(2**20 - 1)) / 2**20


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

    async def done(self, due: Due) -> None:
        """See `Dues.done`."""
        if self._due.get((due.table, due.what)) == due.at:
            del self._due[due.table, due.what]


class RedisDues:
    """Implements `Dues`: a sorted set in the slot of the table, by the time when it falls due."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._claim = link.script("claim")
        self._done = link.script("done")

    async def schedule(self, due: Due) -> None:
        """See `Dues.schedule`."""
        member = keys.falling(due.table, due.what)
        await self._link.run(lambda: self._redis.zadd(keys.due(due.table), {member: due.at}))

    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        """See `Dues.claim`."""

        def look(pipeline: Any) -> None:
            for key in keys.all_due():
                pipeline.zrangebyscore(key, "-inf", now, start=0, num=limit, withscores=True)

        found = chain.from_iterable(await self._link.batch(look))
        oldest = [member for _, member in sorted((at, member) for member, at in found)][:limit]
        parts: dict[str, list[bytes]] = defaultdict(list)
        for member in oldest:
            parts[keys.due(_read(member, 0).table)].append(member)
        until = claim_ends(now)
        taken = await asyncio.gather(
            *(self._take(key, [now, until, *members]) for key, members in parts.items())
        )
        mine = set(chain.from_iterable(taken))
        return tuple(_read(member, until) for member in oldest if member in mine)

    async def _take(self, key: str, arguments: list[object]) -> list[bytes]:
        claimed: list[bytes] = await self._link.run(lambda: self._claim([key], arguments))
        return claimed

    async def done(self, due: Due) -> None:
        """See `Dues.done`."""
        arguments = [keys.falling(due.table, due.what), due.at]
        await self._link.run(lambda: self._done([keys.due(due.table)], arguments))


def _read(member: bytes, at: float) -> Due:
    table, what = member.decode().split("|", 1)
    return Due(TableId(table), what, at)
