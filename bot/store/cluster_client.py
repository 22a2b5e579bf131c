"""The client of a store that is a cluster."""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from itertools import chain, count, repeat
from math import inf
from typing import Any, Final, Self, TypeVar

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode, PipelineCommand
from redis.asyncio.connection import Connection, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.commands import AsyncCoreCommands
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    ClusterError,
    MaxConnectionsError,
    MovedError,
    ReadOnlyError,
    RedisClusterException,
    RedisError,
    SlotNotCoveredError,
    TryAgainError,
)
from redis.exceptions import (
    ConnectionError as RedisConnectionError,
)
from redis.exceptions import (
    TimeoutError as RedisTimeoutError,
)
from typing_extensions import override

from bot.store import address
from bot.store.client import (
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

HUNG_SECONDS: Final = 0.5
"""How long a node of a cluster may take to reply before it counts as failed.

A deadline alone cancels the command, and the client never asks the other nodes who has taken over.
"""

LOOK_SECONDS: Final = 1.0
"""How often to look who serves a slot that nobody served; each look renews all connections."""

RESTS: Final = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Seconds between attempts in a cluster; the last one is repeated until the deadline."""

T = TypeVar("T")

_UNREACHABLE = (RedisConnectionError, RedisTimeoutError, OSError)
_REDIRECTED = (MovedError, AskError, TryAgainError)

PASSING: Final = (
    *_UNREACHABLE,
    *_REDIRECTED,
    BusyLoadingError,
    ClusterDownError,
    ClusterError,
    ReadOnlyError,  # a primary that has become a replica
    RedisClusterException,  # no node of a slot is known
)
"""Errors in a cluster that pass when a replica has taken over, or slots have moved."""


class ClusterClient(Client):
    """A client of a cluster, with at most `connections` commands at a time to each node.

    If a node fails, only the commands to its slots wait until a replica has taken over.
    """

    def __init__(self, url: str, connections: int, options: dict[str, Any]) -> None:
        where = address.cluster(url)
        self._options: dict[str, Any] = {
            "username": where.username,
            "password": where.password,
            "ssl": where.tls,
            **options,
        }
        self._seeds = where.nodes
        self._turns = count()
        self._copies = Copies()
        self._cluster = _Cluster(
            connections,
            startup_nodes=[ClusterNode(host, port) for host, port in where.nodes],
            max_connections=2 * connections,  # sockets that close in the background count, too
            socket_timeout=HUNG_SECONDS,
            socket_connect_timeout=HUNG_SECONDS,
            health_check_interval=HEALTH_SECONDS,
            retry=Retry(NoBackoff(), 0),  # `answered` tries again
            reinitialize_steps=0,  # would close every connection after some redirections
            require_full_coverage=False,  # the other slots can be used
            **self._options,
        )
        self.redis: Any = self._cluster

    @override
    def place(self) -> AbstractAsyncContextManager[object]:
        """A place is of a node, which only the single command knows."""
        return nullcontext()

    @override
    async def answered(self, command: Callable[[], Awaitable[T]]) -> T:
        """The caller's deadline ends the attempts.

        The library sometimes goes on when it is cancelled while it looks who serves the slots.
        """
        cancelled = _cancellations()
        for rest in chain(RESTS, repeat(RESTS[-1])):
            try:
                # Without the slots, the library would send the command to any node.
                await self._cluster.initialize()
                _end_if_cancelled(cancelled)
                return await command()
            except PASSING as error:
                _end_if_cancelled(cancelled)
                if (note := sending.get()) is not None:
                    note.failed(error)
                if self._cluster.is_closed:
                    raise
                await asyncio.sleep(rest)
        raise AssertionError

    @override
    async def pipelined(self, fill: Fill) -> Sequence[Any]:
        """Each node gets its own commands; one that fails hinders no other."""
        recorder = _Recorder()
        fill(recorder)
        by_node: dict[ClusterNode, list[PipelineCommand]] = defaultdict(list)
        for command in recorder.commands:
            by_node[await self._cluster.node_of(command.args)].append(command)
        await asyncio.gather(*(self._cluster.send(node, some) for node, some in by_node.items()))
        return [command.result for command in recorder.commands]

    @override
    async def copied(self, words: Words, copies: int) -> tuple[Any, bool]:
        node = await self._cluster.node_of(words)
        wait = self._copies.wait(node.name, copies)
        command, waiting = PipelineCommand(0, *words), PipelineCommand(1, *wait)
        await self._cluster.send(node, [command, waiting], redirect=False)
        if isinstance(command.result, MovedError):
            await self._cluster.nodes_manager.move_slot(command.result)
        is_done = not isinstance(command.result, Exception)
        return command.result, is_done and self._copies.are_there(node.name, copies, waiting.result)

    @override
    async def one_each(self, names: Sequence[str]) -> Sequence[str]:
        nodes = {(await self._cluster.node_of(("SET", name))).name: name for name in names}
        return [*nodes.values()]

    @asynccontextmanager
    @override
    async def primaries(self, seconds: float | None) -> "AsyncIterator[Sequence[Redis]]":
        await self._cluster.initialize()
        async with AsyncExitStack() as stack:
            yield [
                await stack.enter_async_context(self._client(node.host, int(node.port), seconds))
                for node in self._cluster.get_primaries()
            ]

    @override
    def listener(self) -> Redis:
        """Each call takes the next node, because any may have failed."""
        known = [(node.host, int(node.port)) for node in self._cluster.get_nodes()]
        nodes = known or self._seeds
        return self._client(*nodes[next(self._turns) % len(nodes)], NO_TIMEOUT)

    def _client(self, host: str, port: int, seconds: float | None) -> Redis:
        return Redis(host=host, port=port, socket_timeout=seconds, **ONE_ATTEMPT, **self._options)

    @override
    async def close(self) -> None:
        await self._cluster.aclose()


def _cancellations() -> int:
    """Return how often the current task has been cancelled."""
    task = asyncio.current_task()
    return 0 if task is None else task.cancelling()


def _end_if_cancelled(before: int) -> None:
    """Raise CancelledError if the current task has been cancelled more often than before."""
    if _cancellations() > before:
        raise asyncio.CancelledError


class _Cluster(RedisCluster):
    """The library's client, with places for each node instead of an error when all are taken.

    So a node that hangs holds up only the commands to its own slots.
    """

    def __init__(self, places: int, **options: Any) -> None:
        super().__init__(**options)
        self._places: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(places))
        kind: type[Any] = self.nodes_manager.connection_kwargs["connection_class"]
        self._looked = -inf
        self.is_closed = False
        noting = _NotingTls if issubclass(kind, SSLConnection) else _Noting
        self.nodes_manager.connection_kwargs["connection_class"] = noting

    @override
    async def initialize(self, *args: Any, **options: Any) -> Self:
        """What this sends changes nothing."""
        self._check_open()
        token = sending.set(None)
        try:
            await super().initialize(*args, **options)
        except IndexError as error:  # of the library's list of primaries
            raise RedisClusterException("The cluster has no slots yet") from error
        finally:
            sending.reset(token)
        if self.is_closed:  # in the meantime
            await self.aclose()
            self._check_open()
        return self

    @override
    async def aclose(self) -> None:
        """Close every socket for good.

        The library would leave them open if it is to look again who serves the slots.
        """
        self.is_closed = True
        await super().aclose()
        self._initialize = True
        await self.nodes_manager.aclose()
        await self.nodes_manager.aclose("startup_nodes")

    def _check_open(self) -> None:
        if self.is_closed:
            raise RedisConnectionError("the client is closed")

    @override
    async def execute_command(self, *args: Any, **options: Any) -> Any:
        with self._covered():
            return await super().execute_command(*args, **options)

    async def node_of(self, words: Words) -> ClusterNode:
        """Return the primary of a command's key."""
        with self._covered():
            return self.nodes_manager.get_node_from_slot(await self._determine_slot(*words))

    @contextmanager
    def _covered(self) -> Iterator[None]:
        """Raise the library's own error for a slot that nobody serves, which it forgets to do."""
        try:
            yield
        except KeyError as error:
            if not (error.args and isinstance(error.args[0], int)):
                raise
            if (now := time.monotonic()) - self._looked > LOOK_SECONDS:
                self._looked = now
                self._initialize = True  # somebody may serve it by now
            raise SlotNotCoveredError(f"No node serves slot {error.args[0]}") from error

    async def send(
        self, node: ClusterNode, commands: list[PipelineCommand], *, redirect: bool = True
    ) -> None:
        """Send commands on one connection; set the reply or the error of each."""
        try:
            async with self._place(node):
                await node.execute_pipeline(commands)
        except _UNREACHABLE as error:
            for command in commands:
                command.result = error
        errors = [one.result for one in commands if isinstance(one.result, _UNREACHABLE)]
        if any(not isinstance(error, MaxConnectionsError) for error in errors):
            self.nodes_manager.move_node_to_end_of_cached_nodes(node.name)
            node.update_active_connections_for_reconnect()
            self._initialize = True  # somebody else may have taken over
        if redirect:
            for command in commands:
                if isinstance(command.result, _REDIRECTED):
                    command.result = await self._redirected(command)

    async def _redirected(self, command: PipelineCommand) -> Any:
        """Run a command where its slot is now; return the reply or the error."""
        try:
            return await self.execute_command(*command.args, **command.kwargs)
        except (RedisError, RedisClusterException, OSError) as error:
            return error

    @override
    async def _execute_command(self, target_node: ClusterNode, *args: Any, **kwargs: Any) -> Any:
        async with self._place(target_node):
            return await super()._execute_command(target_node, *args, **kwargs)

    @asynccontextmanager
    async def _place(self, node: ClusterNode) -> AsyncIterator[None]:
        async with self._places[node.name]:
            self._check_open()
            try:
                yield
            except AttributeError as error:
                if error.name is None or error.obj is not None:
                    raise
                # The library closes a node's idle connections while a command takes one of them.
                raise RedisConnectionError("the connection was closed") from error


class _Noting(Connection):
    """A connection that records when it is open and a command is about to be sent."""

    @override
    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        """Only the commands of connecting itself don't check the health."""
        if check_health:
            if not self.is_connected:
                await self.connect_check_health(check_health=False)
            note_sent()
        await super().send_packed_command(command, check_health)


class _NotingTls(SSLConnection, _Noting):
    """The same with TLS."""


class _Recorder(AsyncCoreCommands):
    """Records commands instead of running them."""

    _event_dispatcher: Any = None

    def __init__(self) -> None:
        self.commands: list[PipelineCommand] = []

    @override
    def execute_command(self, *words: Any, **options: Any) -> "_Recorder":
        self.commands.append(PipelineCommand(len(self.commands), *words, **options))
        return self
