"""The program in a thread of the tests: the real core and client libraries, and a store in memory.

The clock stands still until a test moves it. Whatever falls due then has happened before the test
goes on, so a test can also state that nothing happens.
"""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Self, TypeVar

from typing_extensions import override

from bot.config import Config, WebMode
from bot.core import Core, receive
from bot.games.catalogue import games
from bot.inbound.platform import Connection, Open
from bot.show.outbound import Outbound
from bot.store.memory import MemoryStore
from bot.table.chats import Chats
from bot.table.corn import FairCorn
from bot.table.people import Platform
from bot.table.ports import Clock
from bot.table.turns import Hands
from bot.texts.catalogue import catalogue
from tests.bot.hands import in_thread
from tests.waiting import PATIENCE_SECONDS
from tests.watch import Watch

T = TypeVar("T")

HOUR, DAY = 3600, 86400
"""In seconds."""

MOST_ROUNDS = 10_000
"""How many rounds of work can be due at once: a computer's move is one, a whole game hundreds."""


class Runner(ABC):
    """What runs the bot by a clock that tests move."""

    clock: Clock

    @abstractmethod
    def advance(self, seconds: float) -> None:
        """Move the clock forward, and do what falls due."""

    @abstractmethod
    def settle(self) -> None:
        """Do all that is due, and show all boards."""

    def advance_to(self, hour: float) -> None:
        """Move the clock forward to an hour of the day in UTC, such as 21.5."""
        self.advance((hour * HOUR - self.clock()) % DAY)


class Program(Runner):
    """Runs while it is used as a context manager.

    `outbounds` and `chats` are those that need no connection, as in `Core.of`.
    """

    clock: Watch

    def __init__(
        self,
        settings: Config,
        platforms: Iterable[Open],
        clock: Watch,
        *,
        outbounds: Mapping[Platform, Outbound] | None = None,
        chats: Chats | None = None,
    ) -> None:
        self.clock = clock
        self.store = MemoryStore(clock)
        self._settings = settings
        self._platforms = platforms
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="program")
        self._main: asyncio.Task[Any] | None = None
        self._working = asyncio.Lock()
        known = games()
        self._core = Core.of(
            self.store,
            known,
            clock=clock,
            hands=Hands(FairCorn()),
            key=bytes(32),
            work=in_thread,
            catalogue=catalogue(known.texts),
            outbounds=outbounds,
            chats=chats,
            url=settings.url,
            plays_on_pages=settings.web is WebMode.PLAY,
        )

    def __enter__(self) -> Self:
        self._thread.start()
        ready = threading.Event()
        self._running = asyncio.run_coroutine_threadsafe(self._run(ready), self._loop)
        self._running.add_done_callback(lambda _: ready.set())
        ready.wait(PATIENCE_SECONDS)
        if self._running.done():
            self.__exit__()
            self._running.result()  # raises why the program couldn't start
        return self

    def __exit__(self, *_: object) -> None:
        self._running.cancel()
        self._await(self._ended())
        self._await(self._hang_up())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _hang_up(self) -> None:
        """Close connections that were being opened when the program was cancelled.

        The end of a process does that, and this program has none of its own.
        """
        for transport in [*self._loop._transports.values()]:  # noqa: SLF001 - there is no public way
            transport.abort()
        await asyncio.sleep(0)  # the transports close their sockets

    @override
    def advance(self, seconds: float) -> None:
        self.clock.now += seconds
        self.settle()

    @override
    def settle(self) -> None:
        if self._running.done():
            self._running.result()  # raises why the program has ended
        self._await(self._settle())

    def clear(self) -> None:
        """Forget all games, so that none of another test falls due."""
        self.settle()
        empty = MemoryStore(self.clock)
        empty._agenda = self.store._agenda  # noqa: SLF001 - the program waits for it
        vars(self.store).update(vars(empty))

    def _await(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE_SECONDS)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Sequence[Connection]]:
        """Do what the program does beside playing."""
        async with self._core.connected(self._settings, self._platforms) as connections:
            yield connections

    async def _run(self, ready: threading.Event) -> None:
        self._main = asyncio.current_task()
        async with self._connected() as connections:
            for each in connections:
                await each.ready()
            ready.set()
            await asyncio.gather(receive(connections), self._work())

    async def _ended(self) -> None:
        """Wait until the program has ended, and cancel what the libraries leave behind."""
        assert self._main is not None
        await asyncio.wait({self._main})
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def _work(self) -> None:
        """Do what falls due because of an act, as soon as it does."""
        while True:
            await self.store.any_due()
            await self._settle()

    async def _settle(self) -> None:
        async with self._working:
            for _ in range(MOST_ROUNDS):
                await self._core.scheduler.tick()
                await self._core.outbox.sweep()
                await self._core.outbox.drain()
                if not await self._has_work():
                    return
        raise AssertionError("there is always more to do")

    async def _has_work(self) -> bool:
        if any(due.at <= self.clock.now for due in self.store.scheduled):
            return True
        return any([await self.store.overdue(platform) for platform in self._core.outbounds])
