"""The browsers in which people are notified, in memory and in Redis or Valkey."""

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

import structlog
from typing_extensions import override

from bot.store import keys
from bot.store.link import Link
from bot.table.ids import fingerprint
from bot.table.people import User
from bot.table.subscriptions import Subscription, Subscriptions, newest

log = structlog.get_logger()


class MemorySubscriptions(Subscriptions):
    """Implements `Subscriptions`."""

    def __init__(self) -> None:
        self._subscriptions: dict[User, tuple[Subscription, ...]] = {}

    @override
    async def subscriptions(self, user: User) -> tuple[Subscription, ...]:
        return self._subscriptions.get(user, ())

    @override
    async def subscribe(self, user: User, subscription: Subscription) -> None:
        await self.unsubscribe(user, subscription.endpoint)
        self._subscriptions[user] = newest((*self._subscriptions[user], subscription))

    @override
    async def unsubscribe(self, user: User, endpoint: str) -> None:
        old = self._subscriptions.get(user, ())
        self._subscriptions[user] = tuple(each for each in old if each.endpoint != endpoint)


class RedisSubscriptions(Subscriptions):
    """Implements `Subscriptions` with a hash for each person and a field for each browser."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis

    @override
    async def subscriptions(self, user: User) -> tuple[Subscription, ...]:
        return newest(await self._stored(user))

    @override
    async def subscribe(self, user: User, subscription: Subscription) -> None:
        key, field = keys.subscriptions(user), fingerprint(subscription.endpoint)
        others = [
            each for each in await self._stored(user) if each.endpoint != subscription.endpoint
        ]
        kept = newest((*others, subscription))
        gone = [fingerprint(each.endpoint) for each in others if each not in kept]
        text = json.dumps(astuple(subscription))

        def write(pipeline: Any) -> None:
            pipeline.hset(key, field, text)
            if gone:
                pipeline.hdel(key, *gone)
            pipeline.expire(key, keys.YEAR)

        await self._link.batch(write)

    @override
    async def unsubscribe(self, user: User, endpoint: str) -> None:
        key, field = keys.subscriptions(user), fingerprint(endpoint)
        await self._link.run(lambda: self._redis.hdel(key, field))

    async def _stored(self, user: User) -> tuple[Subscription, ...]:
        key = keys.subscriptions(user)
        return _read(await self._link.run(lambda: self._redis.hgetall(key)))


def _read(written: Mapping[bytes, bytes]) -> tuple[Subscription, ...]:
    """Read a person's hash; what this release can't read is ignored."""
    read = []
    for field, text in written.items():
        try:
            endpoint, key, auth, since = json.loads(text)
            read.append(Subscription(str(endpoint), str(key), str(auth), int(since)))
        except (ValueError, TypeError):
            log.warning("subscription.unreadable", field=field.decode())
    return tuple(read)
