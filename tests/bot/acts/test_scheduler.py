"""What has fallen due is done, again if need be, whatever goes wrong."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from bot.acts import scheduler as scheduling
from bot.acts.scheduler import Scheduler
from bot.store.memory import MemoryStore
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ports import StoreDown
from bot.table.table import TableId

TABLE = TableId("k3f9qd7m2x")
REMIND = Due(TABLE, "remind:ana", 100)


@dataclass
class Desk:
    """A handler that notes what it did, after as many troubles as the test wants."""

    store: MemoryStore = field(default_factory=MemoryStore)
    now: float = 100.0
    done: list[str] = field(default_factory=list)
    troubles: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scheduler = Scheduler(self.store, lambda: self.now, {"remind": self.remind})

    async def remind(self, due: Due) -> None:
        if self.troubles:
            raise self.troubles.pop()
        self.done.append(due.what)


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_what_is_due_is_done_once(desk: Desk) -> None:
    """A thing is done when it is due, and not again."""
    await desk.store.schedule(REMIND)
    desk.now = 99
    await desk.scheduler.tick()
    assert desk.done == []
    for desk.now in (100, 101, 1_000):
        await desk.scheduler.tick()
    assert desk.done == ["remind:ana"]


@pytest.mark.parametrize("trouble", [ValueError("odd"), StoreDown()])
async def test_a_handler_that_fails(desk: Desk, trouble: Exception) -> None:
    """What a handler failed to do is tried again when the claim has ended."""
    desk.troubles.append(trouble)
    await desk.store.schedule(REMIND)
    await desk.scheduler.tick()
    await desk.scheduler.tick()
    assert desk.done == []
    desk.now += LEASE_SECONDS + 1
    await desk.scheduler.tick()
    assert desk.done == ["remind:ana"]


async def test_a_handler_that_hangs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler is given no more time than its claim lasts."""
    monkeypatch.setattr(scheduling, "HANDLER_SECONDS", 0.01)
    hanging = Scheduler(desk.store, lambda: desk.now, {"remind": lambda _: asyncio.sleep(3600)})
    await desk.store.schedule(REMIND)
    await hanging.tick()
    desk.now += 2 * LEASE_SECONDS
    assert await desk.store.claim(desk.now)


async def test_one_failure_keeps_nothing_else_back(desk: Desk) -> None:
    """What else is due is done though one thing fails."""
    desk.troubles.append(ValueError("odd"))
    for name in ("ana", "ben"):
        await desk.store.schedule(Due(TABLE, f"remind:{name}", 100))
    await desk.scheduler.tick()
    assert len(desk.done) == 1


async def test_a_kind_nobody_knows(desk: Desk) -> None:
    """What another release scheduled is left for a process of that release."""
    await desk.store.schedule(Due(TABLE, "later", 100))
    await desk.scheduler.tick()
    assert await desk.store.claim(desk.now + 2 * LEASE_SECONDS)


async def test_a_handler_that_schedules_anew(desk: Desk) -> None:
    """A handler may schedule the same thing for another time."""

    async def again(due: Due) -> None:
        desk.done.append(due.what)
        await desk.store.schedule(Due(due.table, due.what, 200))

    scheduler = Scheduler(desk.store, lambda: desk.now, {"remind": again})
    await desk.store.schedule(REMIND)
    for desk.now in (100, 150, 199, 200):
        await scheduler.tick()
    assert len(desk.done) == 2


@pytest.mark.parametrize("trouble", [StoreDown(), ValueError("odd")])
async def test_a_store_that_is_away(
    desk: Desk, trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler goes on when the store is back, or answers sensibly again."""
    monkeypatch.setattr(scheduling, "TICK_SECONDS", 0)
    await desk.store.schedule(REMIND)
    claim, away = desk.store.claim, [trouble, trouble]

    async def sometimes(now: float, limit: int = 20) -> tuple[Due, ...]:
        if away:
            raise away.pop()
        return await claim(now, limit)

    monkeypatch.setattr(desk.store, "claim", sometimes)
    reminded = asyncio.Event()

    async def remind(_due: Due) -> None:
        reminded.set()

    running = asyncio.create_task(Scheduler(desk.store, lambda: desk.now, {"remind": remind}).run())
    async with asyncio.timeout(10):
        await reminded.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


class Hall:
    """A scheduler that runs, with handlers that the test lets go on."""

    def __init__(self, hands: int) -> None:
        self.store = MemoryStore()
        self.begun: list[str] = []
        self.held: dict[str, asyncio.Event] = {}
        self.changed = asyncio.Event()
        handlers = {"slow": self.slow, "quick": self.quick}
        self.scheduler = Scheduler(self.store, lambda: 100.0, handlers, hands)

    async def slow(self, due: Due) -> None:
        self.held[due.what] = asyncio.Event()
        await self.quick(due)
        await self.held[due.what].wait()

    async def quick(self, due: Due) -> None:
        self.begun.append(due.what)
        self.changed.set()

    async def schedule(self, kind: str, many: int) -> None:
        for n in range(many):
            await self.store.schedule(Due(TABLE, f"{kind}:{n}", n / 10))

    async def begins(self, many: int) -> None:
        """Wait until so many things were begun."""
        async with asyncio.timeout(10):
            while len(self.begun) < many:
                self.changed.clear()
                await self.changed.wait()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        running = asyncio.create_task(self.scheduler.run())
        try:
            yield
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def test_a_slow_handler_holds_up_nobody() -> None:
    """While one hand is slow, all else that is due is done, without a pause of a second each."""
    hall = Hall(hands=2)
    await hall.schedule("slow", 1)
    await hall.schedule("quick", 200)
    async with hall.running():
        await hall.begins(201)
        assert not hall.held["slow:0"].is_set()


async def test_no_more_is_claimed_than_there_are_hands() -> None:
    """What a process has no hand for is left to others."""
    hall = Hall(hands=3)
    await hall.schedule("slow", 5)
    async with hall.running():
        await hall.begins(3)
        assert [due.what for due in await hall.store.claim(100.0)] == ["slow:3", "slow:4"]


async def test_a_free_hand_takes_the_next() -> None:
    """When one thing is done the next one is begun, though others still take their time."""
    hall = Hall(hands=3)
    await hall.schedule("slow", 4)
    async with hall.running():
        await hall.begins(3)
        hall.held["slow:1"].set()
        await hall.begins(4)


async def test_what_is_done_while_the_store_is_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done while the store was away is not done again when it is back."""
    await desk.store.schedule(REMIND)
    done, away = desk.store.done, [StoreDown()]

    async def sometimes(*dues: Due) -> None:
        if away:
            raise away.pop()
        await done(*dues)

    monkeypatch.setattr(desk.store, "done", sometimes)
    await desk.scheduler.tick()
    desk.now += LEASE_SECONDS / 2
    await desk.scheduler.tick()
    desk.now += LEASE_SECONDS
    await desk.scheduler.tick()
    assert desk.done == ["remind:ana"]


async def test_an_end_in_the_middle() -> None:
    """A scheduler that is told to stop leaves what it was doing, and forgets what it has done."""
    hall = Hall(hands=2)
    await hall.schedule("slow", 1)
    await hall.schedule("quick", 1)
    async with hall.running():
        await hall.begins(2)
    left = await hall.store.claim(100.0 + 2 * LEASE_SECONDS)
    assert [due.what for due in left] == ["slow:0"]


async def test_a_handler_ends_before_its_claim() -> None:
    """Nobody begins what another's handler may still be doing."""
    assert scheduling.HANDLER_SECONDS < LEASE_SECONDS
