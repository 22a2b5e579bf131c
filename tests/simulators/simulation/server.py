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
        self._served: web.Server | None = None

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
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        return f"127.0.0.1:{self._runner.addresses[0][1]}"

    @abstractmethod
    async def _stop(self) -> None:
        """Disconnect clients and stop listening."""
        assert self._runner is not None
        self._served = self._runner.server
        await self._runner.cleanup()

    async def _give_up(self) -> None:
        """Close connections that clients began just before the end, and cancel what still runs."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._served is None:
            return
        for each in self._served.connections:
            if each.transport is not None:
                each.transport.abort()  # closing would wait until the client has read everything
        await self._served.shutdown(0)
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
