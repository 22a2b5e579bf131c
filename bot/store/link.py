"""The connection to Redis: a few sockets, deadlines, and one exception for an unavailable store.

Commands are retried, so every write must be idempotent.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import structlog
from prometheus_client import Counter, Histogram
from redis.asyncio import ConnectionPool, Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff, NoBackoff
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterCrossSlotError,
    ClusterDownError,
    ClusterError,
    InvalidResponse,
    MovedError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from bot.metrics import SECONDS
from bot.store import address
from bot.table.ports import Down, StoreDown

DEADLINE_SECONDS = 2.0
"""The deadline for every operation: players hear within this time that the store is down."""

_NODE_CONNECTIONS = 4
"""The sockets to each node of a cluster. The client uses one, but counts those that still close."""

NO_TIMEOUT = None
"""Disables the library's own timeouts, which can swallow a cancellation; `run` sets a deadline."""

SCRIPTS = Path(__file__).parent / "scripts"

Revive = Callable[[], Awaitable[None]]
"""Restarts a dead store, and reopens one that refuses writes; raises OSError if that fails."""

Script = Callable[[Sequence[str], Sequence[object]], Awaitable[Any]]

T = TypeVar("T")

_REASONS: Mapping[type[Exception], Down] = {
    RedisConnectionError: Down.AWAY,  # or still loading its data
    RedisTimeoutError: Down.AWAY,
    OSError: Down.AWAY,
    InvalidResponse: Down.AWAY,  # not a Redis server
    ClusterError: Down.AWAY,
    RedisClusterException: Down.AWAY,  # some slots have no server
    MovedError: Down.AWAY,
    AskError: Down.AWAY,
    ClusterCrossSlotError: Down.AWAY,
    ClusterDownError: Down.AWAY,
    TryAgainError: Down.AWAY,
    NoScriptError: Down.AWAY,
    OutOfMemoryError: Down.FULL,
    ReadOnlyError: Down.READ_ONLY,
    NoPermissionError: Down.READ_ONLY,
}

_WORDS = {
    "MISCONF": Down.FULL,  # writing to disk fails
    "NOREPLICAS": Down.READ_ONLY,
    "BUSY": Down.AWAY,  # a script hangs
    "ACL failure": Down.READ_ONLY,
}
"""Errors that have no exception class. In pipelines the library prefixes the message."""

_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")

_QUIET_SECONDS = 30.0
"""How long to suppress repeated log lines about the same error."""

log = structlog.get_logger()

OPERATION_SECONDS = Histogram(
    "puluc_store_seconds", "Time of a store operation, with waiting and retries", buckets=SECONDS
)
ERRORS = Counter("puluc_store_errors", "Store operations that failed", ["reason"])
for _down in Down:
    ERRORS.labels(_down.value)  # from zero, so that the first error is seen as an increase


class Link:
    """One process's connection to the store: `connections` sockets, first come, first served.

    With `revive`, the store is the bundled server: if it can't be reached it is restarted rather
    than waited for, and if it refuses writes, `revive` checks whether it can write again.
    Raises ValueError for an invalid `url`; the message contains no secrets.
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
        address.check(url)
        options: dict[str, Any] = {}
        if url.startswith("rediss://"):
            options["ssl_cert_reqs"] = "required" if verify else "none"
            options["ssl_check_hostname"] = verify
            if ca_file is not None:
                options["ssl_ca_certs"] = str(ca_file)
        self._url, self._options = url, options
        self.peer, self.tls = address.peer(url), url.startswith("rediss://")
        self._pool = _Pool.from_url(
            url,
            max_connections=connections,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            # Network connections can die silently; Unix sockets can't.
            health_check_interval=0 if url.startswith("unix:") else 60,
            retry=_Retry(ExponentialBackoff(cap=0.2, base=0.01), 8 if revive is None else 1),
            **options,
        )
        # Any, because the library's annotations allow str, while this client only returns bytes.
        self.redis: Any = Redis(connection_pool=self._pool)
        self._slots = asyncio.Semaphore(connections)
        self._revive = revive
        self._owned = revive is not None
        self._reviving: asyncio.Task[None] | None = None
        self._logged: dict[str, float] = {}

    def script(self, name: str) -> Script:
        """Return a Lua script as a function of keys and arguments; it is uploaded when needed."""
        script: Script = self.redis.register_script((SCRIPTS / f"{name}.lua").read_text())
        return script

    async def run(
        self,
        command: Callable[[], Awaitable[T]],
        turn: asyncio.Lock | None = None,
        *,
        changes: bool = False,
        seconds: float | None = None,
    ) -> T:
        """Run `command` while holding `turn`; raise StoreDown if it misses the deadline.

        The deadline is DEADLINE_SECONDS, or `seconds`.

        Waiting for `turn`, reviving the store and the retry after that count towards the deadline.
        A command that `changes` something may have taken effect although its reply was lost;
        StoreDown then has the reason UNSURE.
        """
        sent, began = _Sent(), time.perf_counter()
        token = _sending.set(sent)
        try:
            limit = asyncio.timeout(DEADLINE_SECONDS if seconds is None else seconds)
            async with limit, turn or nullcontext(), self._slots:
                try:
                    return await command()
                except (RedisError, OSError) as error:
                    if self._revive is None or why_down(error) is None:
                        raise
                    await self._revived(self._revive)
                    return await command()
        except (RedisError, RedisClusterException, OSError) as error:
            reason = why_down(error)
            if reason is None:
                raise
            if reason is Down.READ_ONLY and self._owned:
                reason = Down.FULL  # the only reason why the bundled server refuses writes
            lost = sent.lost or (sent.sent and _unanswered(error))
            if reason is Down.AWAY and changes and lost:
                reason = Down.UNSURE
            ERRORS.labels(reason.value).inc()
            self._log(reason, type(error).__name__)
            raise StoreDown(reason) from error
        finally:
            _sending.reset(token)
            OPERATION_SECONDS.observe(time.perf_counter() - began)

    def _log(self, reason: Down, why: str) -> None:
        """Log what is wrong, but not once for every request that fails."""
        now = time.monotonic()
        if now - self._logged.get(why, -inf) >= _QUIET_SECONDS:
            self._logged[why] = now
            log.warning("store.down", reason=reason.value, why=why)

    async def batch(
        self, fill: Callable[[Any], None], spared: Callable[[Exception], bool] | None = None
    ) -> list[Any]:
        """Run the commands that `fill` adds to a pipeline, in one round trip but not atomically.

        Raises the error of a command that failed, unless `spared` accepts it; it is then returned
        as that command's result.
        """
        return await self.run(lambda: pipelined(self.redis, fill, spared))

    async def _revived(self, revive: Revive) -> None:
        """Restart the store once for all waiting callers, even if they time out meanwhile."""
        if self._reviving is None or self._reviving.done():
            self._reviving = asyncio.create_task(_start(revive))
        reviving = self._reviving
        await asyncio.wait({reviving})
        if not reviving.cancelled():
            reviving.result()

    def listener(self) -> Redis:
        """Return a client with a socket of its own and no read timeout, as for pub/sub.

        It doesn't reconnect, so that its user knows when messages may have been missed, and sees
        the first error. Raises TypeError for an unknown option in the address.
        """
        return Redis.from_url(
            self._url,
            max_connections=1,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            retry=Retry(NoBackoff(), 0),
            **self._options,
        )

    def cluster(self) -> RedisCluster:
        """Return a client for the whole cluster that the server is a node of.

        The bot itself doesn't run on clusters; its tools read and write them.
        """
        return RedisCluster.from_url(
            self._url,
            max_connections=_NODE_CONNECTIONS,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            **self._options,
        )

    async def close(self) -> None:
        """Close every socket, and stop restarting the store."""
        self._revive = None
        if self._reviving is not None:
            self._reviving.cancel()
            await asyncio.gather(self._reviving, return_exceptions=True)
        await self.redis.aclose()
        await self._pool.disconnect()


async def pipelined(
    client: Any, fill: Callable[[Any], None], spared: Callable[[Exception], bool] | None = None
) -> list[Any]:
    """Run the commands that `fill` adds to a pipeline of a client; see `Link.batch`."""
    pipeline = client.pipeline(transaction=False)
    fill(pipeline)
    answers: list[Any] = await pipeline.execute(raise_on_error=spared is None)
    for answer in answers:
        if isinstance(answer, Exception) and not (spared and spared(answer)):
            raise answer
    return answers


def why_down(error: Exception) -> Down | None:
    """Return why the store is unavailable; None if the error is a bug."""
    for kind in type(error).__mro__:
        if kind in _REASONS:
            return _REASONS[kind]
    word = _WORD.search(str(error))
    return None if word is None else _WORDS[word[0]]


def _unanswered(error: Exception) -> bool:
    """Whether the error means that no reply arrived, as opposed to an error reply."""
    return not isinstance(error, ResponseError | ClusterError | BusyLoadingError)


class _Sent:
    """Whether a command may have been sent, and whether a reply was lost."""

    sent = False
    lost = False


_sending: ContextVar[_Sent | None] = ContextVar("sending", default=None)


class _Retry(Retry):
    """Retries that record when a command may have taken effect although its reply was lost."""

    async def call_with_retry(self, do: Callable[[], Awaitable[T]], *others: Any, **more: Any) -> T:
        """See Retry."""

        async def attempt() -> T:
            try:
                return await do()
            except (RedisError, OSError) as error:
                sending = _sending.get()
                if sending is not None and sending.sent and _unanswered(error):
                    sending.lost = True
                raise

        return await super().call_with_retry(attempt, *others, **more)


class _Pool(ConnectionPool):
    """A pool that records when a connection was handed out: a command may then have been sent."""

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        """See ConnectionPool."""
        get = super().get_connection
        connection = await get(*args, **options)  # type: ignore[no-untyped-call] # library code
        sending = _sending.get()
        if sending is not None:
            sending.sent = True
        return connection


async def _start(revive: Revive) -> None:
    """Start the store and log a failure; callers find out when they retry their command."""
    try:
        await revive()
    except OSError as error:
        log.warning("store.gone", why=type(error).__name__)
