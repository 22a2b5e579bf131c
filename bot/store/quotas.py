"""Quotas, in memory and in Redis or Valkey."""

from collections import defaultdict

from typing_extensions import override

from bot.store import keys
from bot.store.link import Link
from bot.table.quotas import Quotas


class MemoryQuotas(Quotas):
    """Implements `Quotas`."""

    def __init__(self) -> None:
        self._taken: dict[str, dict[str, int]] = defaultdict(dict)

    @override
    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        name = keys.quota(name)
        items = {each: end for each, end in self._taken[name].items() if end > now}
        fits = item in items or len(items) < limit
        self._taken[name] = items | ({item: until} if fits else {})
        return fits

    @override
    async def taken(self, name: str, *, now: int) -> tuple[str, ...]:
        items = {each: end for each, end in self._taken[keys.quota(name)].items() if end > now}
        return tuple(sorted(items, key=lambda item: (items[item], item)))

    @override
    async def give_back(self, name: str, item: str) -> None:
        self._taken[keys.quota(name)].pop(item, None)


class RedisQuotas(Quotas):
    """Implements `Quotas` with a sorted set for each name: items, scored by when they expire."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._reserve_item = link.script("reserve")

    @override
    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        arguments = [item, now, until, limit]
        return bool(await self._link.run(lambda: self._reserve_item([keys.quota(name)], arguments)))

    @override
    async def taken(self, name: str, *, now: int) -> tuple[str, ...]:
        key, later = keys.quota(name), f"({now}"
        items = await self._link.run(lambda: self._redis.zrangebyscore(key, later, "+inf"))
        return tuple(item.decode() for item in items)

    @override
    async def give_back(self, name: str, item: str) -> None:
        await self._link.run(lambda: self._redis.zrem(keys.quota(name), item))
