"""The connection to the store: deadlines, and one exception for a store that is unavailable.

Commands are sent again if they fail, so every write must be idempotent.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import structlog
from prometheus_client import Counter, Histogram
from redis.asyncio import Redis
from redis.exceptions import (
    AskError,
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
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)

from bot.metrics import SECONDS
from bot.outage import Outage
from bot.store import address
from bot.store.client import Client, Fill, Sent, is_unanswered, sending
from bot.store.cluster_client import ClusterClient
from bot.store.hearing import Hearing
from bot.store.server_client import ATTEMPTS, ServerClient
from bot.table.ports import Down, StoreDown
from bot.work.ending import end

DEADLINE_SECONDS = 2.0
"""The deadline for every operation: players hear within this time that the store is down."""

TOLD = "told:*"
"""The channels on which scripts say what concerns every process."""

SCRIPTS = Path(__file__).parent / "scripts"

RIGHTS = (
    "give it the rights ~* &* +@all -@admin -@dangerous +info +config|get; see docs/settings.md"
)
"""What to do about a server whose access control list denies something."""

Revive = Callable[[], Awaitable[None]]
"""Restarts a dead store, and reopens one that refuses writes; raises OSError if that fails."""

Script = Callable[[Sequence[str], Sequence[object]], Awaitable[Any]]

T = TypeVar("T")

_FAILURES = (RedisError, RedisClusterException, OSError)

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
    NoPermissionError: Down.FORBIDDEN,
}

_WORDS = {
    "MISCONF": Down.FULL,  # writing to disk fails
    "NOREPLICAS": Down.READ_ONLY,
    "OOM": Down.FULL,  # from a script, in Redis 6
    "READONLY": Down.READ_ONLY,  # the same
    "BUSY": Down.AWAY,  # a script hangs
    "ACL failure": Down.FORBIDDEN,
    "The user executing": Down.FORBIDDEN,  # the same, in Redis 6
}
"""Errors that have no exception class, or lose it in a script."""

_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b")

log = structlog.get_logger()

OPERATION_SECONDS = Histogram(
    "puluc_store_seconds", "Time of a store operation, with waiting and retries", buckets=SECONDS
)
ERRORS = Counter("puluc_store_errors", "Store operations that failed", ["reason"])
for _down in Down:
    ERRORS.labels(_down.value)  # from zero, so that the first error is seen as an increase


class Link:
    """One process's connection to the store.

    It has `connections` sockets: to the server, or to each node of a cluster that `url` names. With
    `revive`, the store is the bundled server: if it can't be reached it is restarted rather than
    waited for, and if it refuses writes, `revive` checks whether it can write again. Raises
    ValueError for an invalid `url`; the message contains no secrets.
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
        if address.uses_tls(url):
            options["ssl_cert_reqs"] = "required" if verify else "none"
            options["ssl_check_hostname"] = verify
            if ca_file is not None:
                options["ssl_ca_certs"] = str(ca_file)
        self.peers, self.tls = address.peers(url), address.uses_tls(url)
        self.is_cluster = address.is_cluster(url)
        self._client: Client = (
            ClusterClient(url, connections, options)
            if self.is_cluster
            else ServerClient(url, connections, ATTEMPTS if revive is None else 1, options)
        )
        self.redis: Any = self._client.redis
        self.hearing = Hearing(self.listener, TOLD)
        """What scripts say on the channels `told:*`."""
        self._revive = revive
        self.is_bundled = revive is not None
        self._reviving: asyncio.Task[None] | None = None
        self._outage = Outage("store")

    def script(self, name: str) -> Script:
        """Return a Lua script as a function of keys of one slot and of arguments."""
        script = _Script(name)

        async def called(keys: Sequence[str], arguments: Sequence[object]) -> Any:
            try:
                return await self.redis.execute_command(*script.by_digest(keys, arguments))
            except NoScriptError:
                return await self.redis.execute_command(*script.whole(keys, arguments))

        return called

    def copied(self, name: str, copies: int) -> Script:
        """Return a script as `script` does, which returns two values: its reply and a boolean.

        The boolean is whether `copies` replicas have confirmed what it wrote; see `Copies`.
        """
        if not copies:
            alone = self.script(name)
            return lambda keys, arguments: _with_true(alone(keys, arguments))
        script = _Script(name)

        async def called(keys: Sequence[str], arguments: Sequence[object]) -> Any:
            words = script.by_digest(keys, arguments)
            reply, is_copied = await self._client.copied(words, copies)
            if isinstance(reply, NoScriptError):
                words = script.whole(keys, arguments)
                reply, is_copied = await self._client.copied(words, copies)
            if isinstance(reply, Exception):
                raise reply
            return reply, is_copied

        return called

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
        sent, began = Sent(), time.perf_counter()
        token = sending.set(sent)
        try:
            limit = asyncio.timeout(DEADLINE_SECONDS if seconds is None else seconds)
            async with limit, turn or nullcontext(), self._client.place():
                try:
                    reply = await self._client.answered(command)
                except (RedisError, OSError) as error:
                    if self._revive is None or why_down(error) is None:
                        raise
                    await self._revived(self._revive)
                    reply = await command()
        except _FAILURES as error:
            reason = why_down(error)
            if reason is None:
                raise
            if reason in (Down.READ_ONLY, Down.FORBIDDEN) and self.is_bundled:
                reason = Down.FULL  # the only reason why the bundled server refuses writes
            lost = sent.lost or (sent.sent and is_unanswered(error))
            if reason is Down.AWAY and changes and lost:
                reason = Down.UNSURE
            ERRORS.labels(reason.value).inc()
            self._note(reason, error)
            raise StoreDown(reason) from error
        else:
            self._outage.worked()
            return reply
        finally:
            sending.reset(token)
            OPERATION_SECONDS.observe(time.perf_counter() - began)

    def _note(self, reason: Down, error: Exception) -> None:
        """Take note of a failure, for the log."""
        if reason is Down.FORBIDDEN:
            self._outage.failed(reason, why=str(error), do=RIGHTS)
        else:
            self._outage.failed(reason, why=type(error).__name__)

    async def batch(
        self,
        fill: Fill,
        spared: Callable[[Exception], bool] | None = None,
        *,
        partial: bool = False,
        seconds: float | None = None,
    ) -> list[Any]:
        """Run the commands that `fill` adds to a pipeline, in one round trip but not atomically.

        Raises the error of a command that failed, unless `spared` accepts it; it is then returned
        as that command's result. With `partial`, so are those of a failed node of a cluster, if
        another node has replied. The deadline is as in `run`.
        """

        async def sent() -> list[Any]:
            answers = await self._client.pipelined(fill)
            errors = [answer for answer in answers if isinstance(answer, Exception)]
            errors = [error for error in errors if not (spared and spared(error))]
            if partial and len(errors) < len(answers):
                errors = [error for error in errors if why_down(error) is None]
            if errors:
                raise errors[0]
            return [*answers]

        return await self.run(sent, seconds=seconds)

    def primaries(
        self, seconds: float | None = DEADLINE_SECONDS
    ) -> "AbstractAsyncContextManager[Sequence[Redis]]":
        """Open a client for the server, or for each primary of the cluster, for a few commands.

        `seconds` is how long a command may take in a cluster; None for any time. Entering raises
        errors of the library.
        """
        return self._client.primaries(seconds)

    async def one_each(self, names: Sequence[str]) -> Sequence[str]:
        """Return one of these keys for each primary that has any.

        Raises errors of the library.
        """
        return await self._client.one_each(names)

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
        return self._client.listener()

    async def close(self) -> None:
        """Close every socket, and stop restarting the store."""
        self._revive = None
        await self.hearing.close()
        if self._reviving is not None:
            await end(self._reviving)
        await self._client.close()


async def _with_true(reply: Awaitable[Any]) -> tuple[Any, bool]:
    return await reply, True


class _Script:
    """A script as a command: by the digest of its text, or with the text, which uploads it."""

    def __init__(self, name: str) -> None:
        self._text = (SCRIPTS / f"{name}.lua").read_text()
        self._digest = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def by_digest(self, keys: Sequence[str], arguments: Sequence[object]) -> Sequence[Any]:
        return ("EVALSHA", self._digest, len(keys), *keys, *arguments)

    def whole(self, keys: Sequence[str], arguments: Sequence[object]) -> Sequence[Any]:
        return ("EVAL", self._text, len(keys), *keys, *arguments)


def why_down(error: Exception) -> Down | None:
    """Return why the store is unavailable; None if the error is a bug."""
    for kind in type(error).__mro__:
        if kind in _REASONS:
            return _REASONS[kind]
    word = _WORD.search(str(error))
    return None if word is None else _WORDS[word[0]]


async def _start(revive: Revive) -> None:
    """Start the store and log a failure; callers find out when they retry their command."""
    try:
        await revive()
    except OSError as error:
        log.warning("store.gone", why=type(error).__name__)
