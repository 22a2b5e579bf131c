"""The client of a store that is one server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, TypeVar

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError
from typing_extensions import override

from bot.store.client import (
    CONNECT_SECONDS,
    HEALTH_SECONDS,
    NO_TIMEOUT,
    ONE_ATTEMPT,
    Client,
    Copies,
    Fill,
    Words,
    note_sent,
    sending,
)

ATTEMPTS: Final = 8
"""How often a command to a server is tried again."""

FIRST_REST_SECONDS: Final = 0.01
MOST_REST_SECONDS: Final = 0.2
"""Bounds of the exponential backoff between attempts to reach a server."""

ONLY: Final = ""
"""The name of a server that is the only one."""

T = TypeVar("T")


class ServerClient(Client):
    """A client of one server, with at most `connections` sockets, first come, first served."""

    def __init__(self, url: str, connections: int, attempts: int, options: dict[str, Any]) -> None:
        """Create the client; a command is tried `attempts` times within the caller's deadline."""
        self._url, self._options = url, options
        self._pool = _Pool.from_url(
            url,
            max_connections=connections,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=CONNECT_SECONDS,
            health_check_interval=0 if url.startswith("unix:") else HEALTH_SECONDS,
            retry=_Retry(
                ExponentialBackoff(cap=MOST_REST_SECONDS, base=FIRST_REST_SECONDS), attempts
            ),
            **options,
        )
        # Any, because the library's annotations allow str, while this client only returns bytes.
        self.redis: Any = Redis(connection_pool=self._pool)
        self._places = asyncio.Semaphore(connections)
        self._copies = Copies()

    @override
    def place(self) -> AbstractAsyncContextManager[object]:
        return self._places

    @override
    async def answered(self, command: Callable[[], Awaitable[T]]) -> T:
        """The pool tries again."""
        return await command()

    @override
    async def pipelined(self, fill: Fill) -> Sequence[Any]:
        pipeline = self.redis.pipeline(transaction=False)
        fill(pipeline)
        answers: Sequence[Any] = await pipeline.execute(raise_on_error=False)
        return answers

    @override
    async def copied(self, words: Words, copies: int) -> tuple[Any, bool]:
        def fill(pipeline: Any) -> None:
            pipeline.execute_command(*words)
            pipeline.execute_command(*self._copies.wait(ONLY, copies))

        reply, there = await self.pipelined(fill)
        is_done = not isinstance(reply, Exception)
        return reply, is_done and self._copies.are_there(ONLY, copies, there)

    @override
    async def one_each(self, names: Sequence[str]) -> Sequence[str]:
        return names[:1]

    @asynccontextmanager
    @override
    async def primaries(self, seconds: float | None) -> "AsyncIterator[Sequence[Redis]]":
        """A server of its own needs no further socket."""
        yield [self.redis]

    @override
    def listener(self) -> Redis:
        return Redis.from_url(self._url, socket_timeout=NO_TIMEOUT, **ONE_ATTEMPT, **self._options)

    @override
    async def close(self) -> None:
        await self.redis.aclose()
        await self._pool.disconnect()


class _Retry(Retry):
    """Retries that record when a command may have taken effect although its reply was lost."""

    @override
    async def call_with_retry(self, do: Callable[[], Awaitable[T]], *others: Any, **more: Any) -> T:
        async def attempt() -> T:
            try:
                return await do()
            except (RedisError, OSError) as error:
                if (note := sending.get()) is not None:
                    note.failed(error)
                raise

        return await super().call_with_retry(attempt, *others, **more)


class _Pool(ConnectionPool):
    """A pool that records when a connection was handed out: a command may then have been sent."""

    @override
    async def get_connection(self, *args: Any, **options: Any) -> Any:
        get = super().get_connection
        connection = await get(*args, **options)  # type: ignore[no-untyped-call] # library code
        note_sent()
        return connection
