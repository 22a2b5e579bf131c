"""The web chat's channels in Redis or Valkey; changes are published to every process."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from typing_extensions import override

from bot.store.hearing import Hearing
from bot.store.keyspace import Keyspace
from bot.store.link import Link
from bot.table.channels import Channels, Message
from bot.table.pace import DAY
from bot.table.ports import StoreDown, Unsafe

PULSE_SECONDS = 5.0
"""How often a listener polls, in case its connection has died silently."""

KEPT_SECONDS = 365 * DAY
"""How long a channel is kept after the last post or visit, and a person after their last visit."""

CHANGES = "chat:{*}:changed"
"""The pub/sub channels that tell which channels of the chat have changed."""

_POSTS = ("bodies", "orders", "versions", "counter")
_PEOPLE = ("people", "names", "seen")


class RedisChannels(Channels):
    """Implements `Channels`. All listeners of a process share one connection."""

    def __init__(self, link: Link, *, copies: int = 0) -> None:
        """Open the channels; a post is safe once `copies` replicas have it."""
        self._link = link
        self._redis = link.redis
        self._post = link.script("post")
        self._post_safely = link.copied("post", copies)
        self._enter = link.script("enter")
        self._leave = link.script("leave")
        self._listeners: dict[str, set[asyncio.Event]] = defaultdict(set)
        self._hearing = Hearing(link.listener, CHANGES)
        self._hearing.add(self)

    @override
    async def post(
        self,
        channel: str,
        message: str,
        body: str,
        *,
        once: bool = False,
        keep: int = 500,
        safe: bool = False,
    ) -> int:
        keys = [_key(channel, part) for part in (*_POSTS, *_PEOPLE)]
        arguments = [message, body, int(once), keep, _key(channel, "changed"), KEPT_SECONDS]
        if not safe:
            return int(await self._link.run(lambda: self._post(keys, arguments)))
        version, is_copied = await self._link.run(lambda: self._post_safely(keys, arguments))
        if not is_copied:
            raise Unsafe
        return int(version)

    @override
    async def drop(self, channel: str, message: str) -> None:
        if await self._link.run(lambda: self._redis.hexists(_key(channel, "bodies"), message)):
            await self.post(channel, message, "")

    @override
    async def since(self, channel: str, version: int) -> tuple[Message, ...]:
        versions, bodies, orders = (_key(channel, p) for p in ("versions", "bodies", "orders"))
        changed = await self._link.run(
            lambda: self._redis.zrangebyscore(versions, f"({version}", "+inf", withscores=True)
        )
        if not changed:
            return ()
        ids = [id_ for id_, _ in changed]
        texts = await self._link.run(lambda: self._redis.hmget(bodies, ids))
        places = await self._link.run(lambda: self._redis.zmscore(orders, ids))
        return tuple(
            Message(id_.decode(), int(order), int(version), body.decode())
            for (id_, version), body, order in zip(changed, texts, places, strict=True)
            if body is not None and order is not None
        )

    @override
    async def version(self, channel: str) -> int:
        return int(await self._link.run(lambda: self._redis.get(_key(channel, "counter"))) or 0)

    @override
    async def listen(self, channel: str) -> AsyncGenerator[int, None]:
        self._hearing.start()
        changed = asyncio.Event()
        self._listeners[channel].add(changed)
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PULSE_SECONDS):
                        await changed.wait()
                changed.clear()
                try:
                    version = await self.version(channel)
                except StoreDown:
                    continue  # woken when the server is back
                yield version
        finally:
            self._listeners[channel].discard(changed)
            if not self._listeners[channel]:
                del self._listeners[channel]

    def heard(self, channel: str, text: str) -> None:
        """Implement `Ear`."""
        self._wake(channel.removeprefix("chat:{").removesuffix("}:changed"))

    def missed(self) -> None:
        """Implement `Ear`."""
        self._wake(*self._listeners)

    def _wake(self, *channels: str) -> None:
        for channel in channels:
            for changed in self._listeners.get(channel, ()):
                changed.set()

    @override
    async def enter(self, channel: str, user: str, name: str) -> bool:
        keys = [_key(channel, part) for part in (*_PEOPLE, *_POSTS)]
        arguments = [user, name, name.casefold(), int(time.time()), KEPT_SECONDS]
        return bool(await self._link.run(lambda: self._enter(keys, arguments)))

    @override
    async def people(self, channel: str) -> dict[str, str]:
        people = await self._link.run(lambda: self._redis.hgetall(_key(channel, "people")))
        return {user.decode(): name.decode() for user, name in people.items()}

    @override
    async def channels_of(self, user: str) -> tuple[str, ...]:
        """Look through all channels, because there is no index."""
        found: list[str] = []
        async with Keyspace.of(self._link) as space:
            async for keys in space.scan(_key("*", "people")):
                there = await space.batch(partial(_look_for, user, keys)) if keys else []
                found += [_channel(key) for key, has in zip(keys, there, strict=True) if has]
        return tuple(dict.fromkeys(found))

    @override
    async def leave(self, channel: str, user: str) -> None:
        keys = [_key(channel, part) for part in _PEOPLE]
        await self._link.run(lambda: self._leave(keys, [user]))

    async def close(self) -> None:
        """Stop listening; the link's owner closes the link."""
        await self._hearing.close()


def _key(channel: str, part: str) -> str:
    return f"chat:{{{channel}}}:{part}"


def _channel(key: bytes) -> str:
    """Return the channel of a key for people."""
    return key.decode().removeprefix("chat:{").removesuffix("}:people")


def _look_for(user: str, keys: Sequence[bytes], pipeline: Any) -> None:
    for key in keys:
        pipeline.hexists(key, user)
