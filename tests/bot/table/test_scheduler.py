"""What has fallen due is done, again if need be, whatever goes wrong."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.store.memory import MemoryStore
from bot.table import scheduler as scheduling
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ports import StoreDown
from bot.table.scheduler import Scheduler
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
    monkeypatch.setattr(scheduling, "LEASE_SECONDS", 0.01)
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
