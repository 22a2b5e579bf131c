"""Quotas, in memory and in Redis or Valkey."""

from collections import defaultdict

from bot.store import keys
from bot.store.link import Link


class MemoryQuotas:
    """Implements `Quotas`."""

    def __init__(self) -> None:
        self._taken: dict[str, dict[str, int]] = defaultdict(dict)

    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        """See `Quotas.take`."""
        items = {each: end for each, end in self._taken[name].items() if end > now}
        fits = item in items or len(items) < limit
        self._taken[name] = items | ({item: until} if fits else {})
        return fits

    async def taken(self, name: str) -> tuple[str, ...]:
        """See `Quotas.taken`."""
        items = self._taken[name]
        return tuple(sorted(items, key=lambda item: (items[item], item)))

    async def give_back(self, name: str, item: str) -> None:
        """See `Quotas.give_back`."""
        self._taken[name].pop(item, None)


class RedisQuotas:
    """Implements `Quotas` with a sorted set for each name: items, scored by when they expire."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._reserve_item = link.script("reserve")

    async def take(self, name: str, item: str, *, now: int, until: int, limit: int) -> bool:
        """See `Quotas.take`."""
        arguments = [item, now, until, limit]
        return bool(await self._link.run(lambda: self._reserve_item([keys.quota(name)], arguments)))

    async def taken(self, name: str) -> tuple[str, ...]:
        """See `Quotas.taken`."""
        items = await self._link.run(lambda: self._redis.zrange(keys.quota(name), 0, -1))
        return tuple(item.decode() for item in items)

    async def give_back(self, name: str, item: str) -> None:
        """See `Quotas.give_back`."""
        await self._link.run(lambda: self._redis.zrem(keys.quota(name), item))
