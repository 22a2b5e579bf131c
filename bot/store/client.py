"""What a client of the store does, and what `Link` learns of the command in progress.

A client shares sockets, repeats failed attempts and finds the primaries in its own way. What it
repeats is idempotent, and it notes when a reply was lost; see `Sent`.
"""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from math import inf
from typing import Any, Final, Protocol, TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    BusyLoadingError,
    ClusterError,
    MaxConnectionsError,
    ResponseError,
)

CONNECT_SECONDS: Final = 2.0

NO_TIMEOUT: Final = None
"""Disables the library's own timeouts, which can swallow a cancellation; `Link` sets deadlines."""

ONE_ATTEMPT: Final[Mapping[str, Any]] = {
    "max_connections": 1,
    "socket_connect_timeout": CONNECT_SECONDS,
    "retry": Retry(NoBackoff(), 0),
}
"""The options of a client with one socket that tries nothing again."""

HEALTH_SECONDS: Final = 60
"""How long an idle connection is trusted: one over a network can die silently."""

COPY_SECONDS: Final = 0.3
"""How long a command waits for replicas; clearly less than `cluster_client.HUNG_SECONDS`."""

BEHIND_SECONDS: Final = 5.0
"""For how long commands hardly wait for replicas that a command has waited for in vain.

Otherwise a server without a replica would answer only `connections` commands each COPY_SECONDS.
"""

BEHIND_COPY_SECONDS: Final = 0.01

Fill = Callable[[Any], None]
"""Adds commands to a pipeline."""

Words = Sequence[Any]
"""A command's name and arguments."""

T = TypeVar("T")


class Sent:
    """Whether a command may have been sent, and whether its reply was lost."""

    sent = False
    lost = False

    def failed(self, error: Exception) -> None:
        """Take note of an attempt that failed."""
        if self.sent and is_unanswered(error):
            self.lost = True


sending: ContextVar[Sent | None] = ContextVar("sending", default=None)
"""What is known of the command in progress."""


def note_sent() -> None:
    """Take note that a command may have been sent."""
    if (note := sending.get()) is not None:
        note.sent = True


def is_unanswered(error: Exception) -> bool:
    """Return whether the error means that no reply arrived, as opposed to an error reply."""
    return not isinstance(
        error, ResponseError | ClusterError | BusyLoadingError | MaxConnectionsError
    )


class Copies:
    """How long to wait until some replicas have what a command wrote to a server."""

    def __init__(self) -> None:
        self._behind: dict[str, float] = {}

    def wait(self, server: str, copies: int) -> Words:
        """Return the command that waits."""
        is_behind = self._behind.get(server, -inf) > time.monotonic()
        return ("WAIT", copies, int(1000 * (BEHIND_COPY_SECONDS if is_behind else COPY_SECONDS)))

    def are_there(self, server: str, copies: int, reply: object) -> bool:
        """Take note of its reply after a change; return whether so many replicas confirmed."""
        if isinstance(reply, int) and reply >= copies:
            self._behind.pop(server, None)
            return True
        if self._behind.get(server, -inf) <= (now := time.monotonic()):
            self._behind[server] = now + BEHIND_SECONDS
        return False


class Client(Protocol):
    """A client of the whole store. `redis` runs single commands."""

    redis: Any

    def place(self) -> AbstractAsyncContextManager[object]:
        """Wait for a socket, unless waiting is left to the single commands."""
        ...

    async def answered(self, command: Callable[[], Awaitable[T]]) -> T:
        """Run a command, again while it fails with an error that passes."""
        ...

    async def pipelined(self, fill: Fill) -> Sequence[Any]:
        """Run commands in one round trip; return the reply or the error of each."""
        ...

    async def copied(self, words: Words, copies: int) -> tuple[Any, bool]:
        """Run a command of one key; return its reply, and whether so many replicas have it.

        The reply may be an error.
        """
        ...

    async def one_each(self, names: Sequence[str]) -> Sequence[str]:
        """Return one of these keys for each primary that has any."""
        ...

    def primaries(self, seconds: float | None) -> "AbstractAsyncContextManager[Sequence[Redis]]":
        """Open a client for each primary, whose commands may take this long."""
        ...

    def listener(self) -> Redis:
        """Return a client with a socket of its own; see `Link.listener`."""
        ...

    async def close(self) -> None:
        """Close every socket."""
        ...
