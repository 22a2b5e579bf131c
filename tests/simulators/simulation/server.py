"""The lifecycle of a simulator: a local server with its event loop in a separate thread."""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, Self, TypeVar

from aiohttp import web

from simulation.changes import PATIENCE_SECONDS, Changes

T = TypeVar("T")
MOST_BYTES = 64 * 1024 * 1024


class Server(ABC):
    """Listens on 127.0.0.1 while it is used as a context manager.

    Everything happens in one thread, in one order; tests can call it from any thread.
    """

    def __init__(self) -> None:
        self.changes = Changes()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=type(self).__name__)
        self._runner: web.AppRunner | None = None
        self._listening: asyncio.Server | None = None
        self._transports: list[asyncio.Transport] = []

    def __enter__(self) -> Self:
        self._thread.start()
        self._await(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self._await(self._stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        """Serve until the loop is stopped."""
        self._loop.run_forever()
        self._loop.run_until_complete(self._give_up())
        self._loop.close()

    @abstractmethod
    async def _start(self) -> None:
        """Start listening and record the address."""

    async def _listen(self, *routes: web.RouteDef, handler_cancellation: bool = False) -> str:
        """Serve on a free port; return host and port as in a URL."""
        application = web.Application(client_max_size=MOST_BYTES)
        application.add_routes(routes)
        self._runner = web.AppRunner(
            application, handler_cancellation=handler_cancellation, shutdown_timeout=0.1
        )
        await self._runner.setup()
        assert self._runner.server is not None
        self._listening = await self._loop.create_server(self._runner.server, "127.0.0.1", 0)
        return f"127.0.0.1:{self._listening.sockets[0].getsockname()[1]}"

    async def _stop_listening(self) -> None:
        """Accept no more connections, once those that have been accepted are in use.

        asyncio fails to close a connection that it accepts while its server is closed, and aiohttp
        forgets one that begins while it shuts the others down.
        """
        assert self._listening is not None
        for each in self._listening.sockets:
            self._loop.remove_reader(each.fileno())
        for _ in range(3):  # asyncio begins a connection, makes it, and reads from it
            await asyncio.sleep(0)
        self._listening.close()

    @abstractmethod
    async def _stop(self) -> None:
        """Disconnect clients and stop listening."""
        assert self._runner is not None
        assert self._runner.server is not None
        await self._stop_listening()
        connections = self._runner.server.connections
        self._transports = [each.transport for each in connections if each.transport is not None]
        await self._runner.cleanup()

    async def _give_up(self) -> None:
        """Cancel what still runs, and close connections whose clients don't read to the end."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in self._transports:
            each.abort()
        await asyncio.sleep(0)  # the transports close their sockets

    def _await(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE_SECONDS)

    def _do(self, act: Callable[[], T]) -> T:
        """Run a function in the server's thread, so that its effects are seen in order."""

        async def acting() -> T:
            return act()

        return self._await(acting())

    def wait(self, seen: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` returns something true, and return that."""
        return self.changes.wait(seen, seconds)

    @property
    @abstractmethod
    def violations(self) -> list[str]:
        """Requests that no bot should send; clear it if a test provokes one."""


S = TypeVar("S", bound=Server)


@contextmanager
def strict(simulator: S) -> Iterator[S]:
    """Run a simulator; any request that no bot should send fails the test."""
    with simulator:
        yield simulator
        violations = list(simulator.violations)
    assert violations == []
