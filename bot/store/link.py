"""The connection to Redis: few sockets, bounded waiting, one kind of error for a dead store.

Commands are retried, so every write behind this link may be applied twice and must not mind.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, TypeVar

import structlog
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import (
    ClusterDownError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from bot.table.ports import StoreDown

DEADLINE_SECONDS = 2.0
"""Whoever presses is told within this time that the store does not answer."""

NO_TIMEOUT = None
"""Of the library's own, which may swallow a cancellation: what waits has a deadline of ours."""

SCRIPTS = Path(__file__).parent / "scripts"

Revive = Callable[[], Awaitable[None]]
"""Starts a store that has died; raises OSError if it cannot."""

Script = Callable[[Sequence[str], Sequence[object]], Awaitable[Any]]

T = TypeVar("T")

_AWAY = (RedisConnectionError, RedisTimeoutError, OSError)
"""The store is not reached, is still reading its file, or takes too long."""

_UNABLE = (ClusterDownError, NoScriptError, OutOfMemoryError, ReadOnlyError, TryAgainError)
"""The store refuses for now; a replica without its master is among them."""

_UNABLE_WORDS = re.compile(r"\b(MISCONF|NOREPLICAS|BUSY)\b")
"""Refusals without a class: the disk is full, the replicas are lost, a script hangs.

In a pipeline the library puts words of its own before them.
"""

log = structlog.get_logger()


class Link:
    """One process's way to the store. `connections` sockets serve first come, first served.

    With `revive`, a store that is not reached is started again, not waited for.
    """

    def __init__(
        self,
        url: str,
        *,
        connections: int = 3,
        ca_file: Path | None = None,
        verify: bool = True,
        revive: Revive | None = None,
    ) -> None:
        options: dict[str, Any] = {}
        if url.startswith("rediss://"):
            options["ssl_cert_reqs"] = "required" if verify else "none"
            options["ssl_check_hostname"] = verify
            if ca_file is not None:
                options["ssl_ca_certs"] = str(ca_file)
        self._url, self._options = url, options
        self._pool = ConnectionPool.from_url(
            url,
            max_connections=connections,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            health_check_interval=60,
            retry=Retry(ExponentialBackoff(cap=0.2, base=0.01), 8 if revive is None else 1),
            **options,
        )
        # Typed by what comes back here: bytes. The library allows for str, which is not asked for.
        self.redis: Any = Redis(connection_pool=self._pool)
        self._places = asyncio.Semaphore(connections)
        self._revive = revive
        self._reviving: asyncio.Task[None] | None = None

    def script(self, name: str) -> Script:
        """A script of ours, called with keys and arguments; the server learns it when needed."""
        script: Script = self.redis.register_script((SCRIPTS / f"{name}.lua").read_text())
        return script

    async def run(self, command: Callable[[], Awaitable[T]], turn: asyncio.Lock | None = None) -> T:
        """Do `command` while holding `turn`; StoreDown if it is not done within the deadline.

        The wait for `turn` counts, as do reviving the store and the second attempt after it.
        """
        try:
            async with asyncio.timeout(DEADLINE_SECONDS), turn or nullcontext(), self._places:
                try:
                    return await command()
                except _AWAY:
                    if self._revive is None:
                        raise
                    await self._revived(self._revive)
                    return await command()
        except (RedisError, OSError) as error:
            why = _why_down(error)
            if why is None:
                raise
            log.warning("store.down", why=why)
            raise StoreDown from error

    async def batch(
        self, fill: Callable[[Any], None], spared: Callable[[Exception], bool] | None = None
    ) -> list[Any]:
        """Do the commands that `fill` adds to a pipeline: in one round trip, not as one.

        An error of a single command is raised, or is its answer where `spared` says so.
        """

        async def sent() -> list[Any]:
            pipeline = self.redis.pipeline(transaction=False)
            fill(pipeline)
            answers: list[Any] = await pipeline.execute(raise_on_error=spared is None)
            for answer in answers:
                if isinstance(answer, Exception) and not (spared and spared(answer)):
                    raise answer
            return answers

        return await self.run(sent)

    async def _revived(self, revive: Revive) -> None:
        """Start the store again: once for all who wait, and to the end though they give up."""
        if self._reviving is None or self._reviving.done():
            self._reviving = asyncio.create_task(_start(revive))
        await asyncio.shield(self._reviving)

    def listener(self) -> Redis:
        """A client with a socket of its own that may wait for ever, for pub/sub.

        It does not connect again by itself: its user has to know that something was missed.
        """
        return Redis.from_url(
            self._url,
            max_connections=1,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            retry=Retry(NoBackoff(), 0),
            **self._options,
        )

    async def close(self) -> None:
        """Close every socket; a store that is being started again is waited for, and then never."""
        self._revive = None
        if self._reviving is not None:
            await self._reviving
        await self.redis.aclose()
        await self._pool.disconnect()


def _why_down(error: Exception) -> str | None:
    """Why the store is down; None for a fault of ours."""
    if isinstance(error, (*_AWAY, *_UNABLE)):
        return type(error).__name__
    word = _UNABLE_WORDS.search(str(error))
    return word and word[0]


async def _start(revive: Revive) -> None:
    """Start the store; whoever waits for it finds out by asking it whether it is there."""
    try:
        await revive()
    except OSError as error:
        log.warning("store.gone", why=type(error).__name__)
