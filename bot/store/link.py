"""The connection to Redis: few sockets, bounded waiting, one kind of error for a dead store.

Commands are retried, so every write behind this link may be applied twice and must not mind.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from bot.table.ports import StoreDown

DEADLINE_SECONDS = 2.0
"""Whoever presses is told within this time that the store does not answer."""

SCRIPTS = Path(__file__).parent / "scripts"

Revive = Callable[[], Awaitable[None]]
"""Starts a store that has died; raises OSError if it cannot."""

Script = Callable[[Sequence[str], Sequence[object]], Awaitable[Any]]

T = TypeVar("T")
log = structlog.get_logger()


class Link:
    """One process's way to the store. `connections` sockets serve first come, first served."""

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
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=connections,
            timeout=DEADLINE_SECONDS,
            socket_timeout=DEADLINE_SECONDS,
            socket_connect_timeout=DEADLINE_SECONDS,
            health_check_interval=60,
            retry=Retry(ExponentialBackoff(cap=0.2, base=0.01), 8),
            **options,
        )
        # Typed by what comes back here: bytes. The library allows for str, which is not asked for.
        self.redis: Any = Redis(connection_pool=self._pool)
        self._places = asyncio.Semaphore(connections)
        self._revive = revive
        self._reviving = asyncio.Lock()

    def script(self, name: str) -> Script:
        """A script of ours, called with keys and arguments; the server learns it when needed."""
        script: Script = self.redis.register_script((SCRIPTS / f"{name}.lua").read_text())
        return script

    async def run(self, command: Callable[[], Awaitable[T]]) -> T:
        """Do `command` within the deadline; StoreDown if the store does not answer."""
        try:
            return await self._run(command)
        except StoreDown:
            if self._revive is None:
                raise
            await self._revived(self._revive)
            return await self._run(command)

    async def _run(self, command: Callable[[], Awaitable[T]]) -> T:
        try:
            async with asyncio.timeout(DEADLINE_SECONDS), self._places:
                return await command()
        except (
            RedisConnectionError,
            RedisTimeoutError,
            OutOfMemoryError,
            ReadOnlyError,
            NoScriptError,
            TimeoutError,
            OSError,
        ) as error:
            log.warning("store.down", why=type(error).__name__)
            raise StoreDown from error

    async def _revived(self, revive: Revive) -> None:
        """Start the store again; of many who find it dead one does."""
        async with self._reviving:
            try:
                await revive()
            except OSError as error:
                log.warning("store.gone", why=type(error).__name__)
                raise StoreDown from error

    def listener(self) -> Redis:
        """A client with a socket of its own that may wait for ever, for pub/sub."""
        return Redis.from_url(
            self._url,
            max_connections=1,
            socket_connect_timeout=DEADLINE_SECONDS,
            **self._options,
        )

    async def close(self) -> None:
        """Close every socket."""
        await self.redis.aclose()
        await self._pool.disconnect()
