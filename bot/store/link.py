"""The connection to Redis: few sockets, bounded waiting, one kind of error for a dead store.

Commands are retried, so every write behind this link may be applied twice and must not mind.
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
from redis.asyncio import ConnectionPool, Redis
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

from bot.store import address
from bot.table.ports import Down, StoreDown

DEADLINE_SECONDS = 2.0
"""Whoever presses is told within this time that the store does not answer."""

NO_TIMEOUT = None
"""Of the library's own, which may swallow a cancellation: what waits has a deadline of ours."""

SCRIPTS = Path(__file__).parent / "scripts"

Revive = Callable[[], Awaitable[None]]
"""Starts a store that has died, and opens one that was shut; raises OSError if it cannot."""

Script = Callable[[Sequence[str], Sequence[object]], Awaitable[Any]]

T = TypeVar("T")

_REASONS: Mapping[type[Exception], Down] = {
    RedisConnectionError: Down.AWAY,  # or it is still reading its file
    RedisTimeoutError: Down.AWAY,
    OSError: Down.AWAY,
    InvalidResponse: Down.AWAY,  # what answers is something else
    ClusterError: Down.AWAY,
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
    "MISCONF": Down.FULL,  # the disk takes nothing any more
    "NOREPLICAS": Down.READ_ONLY,
    "BUSY": Down.AWAY,  # a script hangs
    "ACL failure": Down.READ_ONLY,
}
"""Refusals without a class. In a pipeline the library puts words of its own before them."""

_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")

_QUIET_SECONDS = 1.0
"""How long the same trouble is not logged again."""

log = structlog.get_logger()


class Link:
    """One process's way to the store. `connections` sockets serve first come, first served.

    With `revive` the store is our own: where it is not reached it is started again, not waited for,
    and where it takes no changes it is asked whether it can again.
    Raises ValueError for a `url` that cannot be read; the message tells nothing secret.
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
        self._pool = _Pool.from_url(
            url,
            max_connections=connections,
            socket_timeout=NO_TIMEOUT,
            socket_connect_timeout=DEADLINE_SECONDS,
            # A socket file is no network, where connections are lost without a sign.
            health_check_interval=0 if url.startswith("unix:") else 60,
            retry=_Retry(ExponentialBackoff(cap=0.2, base=0.01), 8 if revive is None else 1),
            **options,
        )
        # Typed by what comes back here: bytes. The library allows for str, which is not asked for.
        self.redis: Any = Redis(connection_pool=self._pool)
        self._places = asyncio.Semaphore(connections)
        self._revive = revive
        self._owned = revive is not None
        self._reviving: asyncio.Task[None] | None = None
        self._told: dict[str, float] = {}

    def script(self, name: str) -> Script:
        """A script of ours, called with keys and arguments; the server learns it when needed."""
        script: Script = self.redis.register_script((SCRIPTS / f"{name}.lua").read_text())
        return script

    async def run(
        self,
        command: Callable[[], Awaitable[T]],
        turn: asyncio.Lock | None = None,
        *,
        changes: bool = False,
    ) -> T:
        """Do `command` while holding `turn`; StoreDown if it is not done within the deadline.

        The wait for `turn` counts, as do reviving the store and the second attempt after it. What
        `changes` something may have been done though no answer came, and then StoreDown says so.
        """
        sent = _Sent()
        token = _sending.set(sent)
        try:
            async with asyncio.timeout(DEADLINE_SECONDS), turn or nullcontext(), self._places:
                try:
                    return await command()
                except (RedisError, OSError) as error:
                    if self._revive is None or _reason(error) is None:
                        raise
                    await self._revived(self._revive)
                    return await command()
        except (RedisError, OSError) as error:
            reason = _reason(error)
            if reason is None:
                raise
            if reason is Down.READ_ONLY and self._owned:
                reason = Down.FULL  # our own server is shut for no other reason
            lost = sent.lost or (sent.sent and _unanswered(error))
            if reason is Down.AWAY and changes and lost:
                reason = Down.UNSURE
            self._complain(reason, type(error).__name__)
            raise StoreDown(reason) from error
        finally:
            _sending.reset(token)

    def _complain(self, reason: Down, why: str) -> None:
        """Log what is wrong, though not for each of the many who meet it."""
        now = time.monotonic()
        if now - self._told.get(why, -inf) >= _QUIET_SECONDS:
            self._told[why] = now
            log.warning("store.down", reason=reason.value, why=why)

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
        reviving = self._reviving
        await asyncio.wait({reviving})
        if not reviving.cancelled():
            reviving.result()

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
        """Close every socket; a store is started again no more."""
        self._revive = None
        if self._reviving is not None:
            self._reviving.cancel()
            await asyncio.gather(self._reviving, return_exceptions=True)
        await self.redis.aclose()
        await self._pool.disconnect()


def _reason(error: Exception) -> Down | None:
    """Why the store is down; None for a fault of ours."""
    for kind in type(error).__mro__:
        if kind in _REASONS:
            return _REASONS[kind]
    word = _WORD.search(str(error))
    return None if word is None else _WORDS[word[0]]


def _unanswered(error: Exception) -> bool:
    """Whether this is no answer of the store, but the want of one."""
    return not isinstance(error, ResponseError | ClusterError | BusyLoadingError)


class _Sent:
    """Whether a command has been on its way to the store, and an answer to it was lost."""

    sent = False
    lost = False


_sending: ContextVar[_Sent | None] = ContextVar("sending", default=None)


class _Retry(Retry):
    """Attempts, of which it is noted when one may have been done though no answer came."""

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
    """Connections which, once they stand, are noted: what is sent by them may be done."""

    async def get_connection(self, *args: Any, **options: Any) -> Any:
        """See ConnectionPool."""
        get = super().get_connection
        connection = await get(*args, **options)  # type: ignore[no-untyped-call] # the library's
        sending = _sending.get()
        if sending is not None:
            sending.sent = True
        return connection


async def _start(revive: Revive) -> None:
    """Start the store; whoever waits for it finds out by asking it whether it is there."""
    try:
        await revive()
    except OSError as error:
        log.warning("store.gone", why=type(error).__name__)
