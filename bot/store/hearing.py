"""What the store publishes, heard over one connection, and what may have been missed.

Classic channels, rather than sharded ones: every node of a cluster passes on what any of them
publishes, so one connection to any node is enough, and servers before Redis 7 have them, too. A
message that is published while the connection is down is lost; hence `missed`.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, Protocol

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from bot.work.ending import end

PULSE_SECONDS = 8.0
"""After so long a silence the server is asked to reply: a connection can die silently."""

REPLY_SECONDS = 4.0
"""How long the server may take to reply."""

REST_SECONDS = 0.2
MOST_REST_SECONDS = 5.0
"""How long to wait before connecting again: twice as long after each failure, at most this long."""

log = structlog.get_logger()


class Ear(Protocol):
    """Somebody who wants to know what is published."""

    def heard(self, channel: str, text: str) -> None:
        """Take note of a message."""
        ...

    def missed(self) -> None:
        """Take note that messages may have been missed, and that from now on none is."""
        ...


class Hearing:
    """Hears all channels that match a pattern, from `start` until `close`."""

    def __init__(self, open_: Callable[[], Redis], pattern: str) -> None:
        """`open_` is `Link.listener`."""
        self._open = open_
        self._pattern = pattern
        self._ears: list[Ear] = []
        self._hearing: asyncio.Task[None] | None = None
        self.deaf = True
        """Whether messages are being missed."""

    def add(self, ear: Ear) -> None:
        """Tell somebody what is heard."""
        self._ears.append(ear)

    def doubt(self) -> None:
        """Tell everybody that messages may have been missed, though the connection stands."""
        for ear in self._ears:
            ear.missed()

    def start(self) -> None:
        """Begin to listen. Does nothing if that has been done."""
        if self._hearing is None:
            self._hearing = asyncio.create_task(self._hear())

    async def close(self) -> None:
        """Stop listening."""
        if self._hearing is not None:
            await end(self._hearing)
            self._hearing = None

    async def _hear(self) -> None:
        """Connect again and again."""
        rest = REST_SECONDS
        while True:
            try:
                async with self._open() as redis, redis.pubsub() as pubsub:
                    await pubsub.psubscribe(self._pattern)
                    async for message in _messages(pubsub):
                        if message["type"] == "psubscribe":
                            rest, self.deaf = REST_SECONDS, False
                            self.doubt()
                        elif message["type"] == "pmessage":
                            self._tell(message["channel"], message["data"])
            except (RedisError, OSError) as error:
                log.warning("store.deaf", why=type(error).__name__)
            except Exception:
                log.exception("store.hearing-failed")  # connects again
            finally:
                self.deaf = True
            await asyncio.sleep(rest)
            rest = min(2 * rest, MOST_REST_SECONDS)

    def _tell(self, channel: bytes, text: bytes) -> None:
        for ear in self._ears:
            ear.heard(channel.decode(errors="replace"), text.decode(errors="replace"))


async def _messages(pubsub: PubSub) -> AsyncGenerator[Mapping[str, Any], None]:
    """Yield messages. Raises TimeoutError if the server is silent although it is asked to reply."""
    while True:
        for ask, seconds in ((True, PULSE_SECONDS), (False, REPLY_SECONDS)):
            message = await pubsub.get_message(timeout=seconds)
            if message is not None:
                yield message
                break
            if ask:
                await pubsub.ping()
        else:
            raise TimeoutError
