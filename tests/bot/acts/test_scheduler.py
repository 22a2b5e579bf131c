"""The scheduler runs dues when they fall due and retries them after failures."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest
from prometheus_client import REGISTRY

from bot.acts import scheduler as scheduling
from bot.acts.scheduler import Scheduler
from bot.store.memory import MemoryStore
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ids import TableId
from bot.table.ports import StoreDown
from bot.work.workshop import Busy
from tests.virtual_time import run_in_virtual_time
from tests.waiting import PATIENCE_SECONDS

TABLE = TableId("k3f9qd7m2x")
REMIND = Due(TABLE, "remind:ana", 100)


@dataclass
class Desk:
    """A handler that records what it did, after raising the given errors."""

    store: MemoryStore = field(default_factory=MemoryStore)
    now: float = 100.0
    done: list[str] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scheduler = Scheduler(self.store, lambda: self.now, {"remind": self.remind})

    async def remind(self, due: Due) -> None:
        if self.errors:
            raise self.errors.pop()
        self.done.append(due.what)


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize("reason", ["store", "busy", "slow", "bug"])
def test_counts_begin_at_zero(reason: str) -> None:
    """Failures of a kind are counted from the start, so that the first one is an increase."""
    Scheduler(MemoryStore(), time.time, {"never": Desk().remind})
    name, labels = "puluc_dues_failed_total", {"kind": "never", "reason": reason}
    assert REGISTRY.get_sample_value(name, labels) == 0


async def test_a_due_is_done_once(desk: Desk) -> None:
    """A due runs when it falls due, and only once."""
    await desk.store.schedule(REMIND)
    desk.now = 99
    await desk.scheduler.tick()
    assert desk.done == []
    for desk.now in (100, 101, 1_000):
        await desk.scheduler.tick()
    assert desk.done == ["remind:ana"]


@pytest.mark.parametrize(
    ("error", "rest"),
    [
        (ValueError("odd"), scheduling.FAILED_SECONDS),
        (StoreDown(), scheduling.REST_SECONDS),
        (Busy(), scheduling.REST_SECONDS),
        (TimeoutError(), scheduling.REST_SECONDS),
    ],
)
async def test_a_handler_that_fails(desk: Desk, error: Exception, rest: float) -> None:
    """A due whose handler failed is retried after a rest, by any process."""
    desk.errors.append(error)
    await desk.store.schedule(REMIND)
    await desk.scheduler.tick()
    for other in (desk, Desk(desk.store)):
        other.now = 100 + rest - 0.01
        await other.scheduler.tick()
    assert desk.done == []
    other.now = 100 + rest
    await other.scheduler.tick()
    assert other.done == ["remind:ana"]


async def test_a_handler_that_hangs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that takes too long is cancelled, and its due retried."""
    monkeypatch.setattr(scheduling, "HANDLER_SECONDS", 0.01)
    hanging = Scheduler(desk.store, lambda: desk.now, {"remind": lambda _: asyncio.sleep(3600)})
    await desk.store.schedule(REMIND)
    await hanging.tick()
    assert await desk.store.claim(desk.now + scheduling.REST_SECONDS)


async def test_a_failure_does_not_block_others(desk: Desk) -> None:
    """A failing due doesn't keep other dues from running."""
    desk.errors.append(ValueError("odd"))
    for name in ("ana", "ben"):
        await desk.store.schedule(Due(TABLE, f"remind:{name}", 100))
    await desk.scheduler.tick()
    assert len(desk.done) == 1


async def test_dues_are_counted(desk: Desk) -> None:
    """Finished dues are counted by kind, and none is left in progress."""
    name, labels = "puluc_dues_done_total", {"kind": "remind"}
    before = REGISTRY.get_sample_value(name, labels) or 0
    running = REGISTRY.get_sample_value("puluc_dues_running")
    await desk.store.schedule(REMIND)
    await desk.scheduler.tick()
    assert REGISTRY.get_sample_value(name, labels) == before + 1
    assert REGISTRY.get_sample_value("puluc_dues_running") == running


async def test_an_unknown_kind(desk: Desk) -> None:
    """A due of an unknown kind is left for a process of the release that scheduled it."""
    await desk.store.schedule(Due(TABLE, "later", 100))
    await desk.scheduler.tick()
    assert await desk.store.claim(desk.now + scheduling.FAILED_SECONDS)


async def test_a_handler_that_puts_off(desk: Desk) -> None:
    """A handler can let the same due come again at another time."""

    async def later(due: Due) -> float | None:
        desk.done.append(due.what)
        return 200 if desk.now < 200 else None

    scheduler = Scheduler(desk.store, lambda: desk.now, {"remind": later})
    await desk.store.schedule(REMIND)
    for desk.now in (100, 150, 199, 200, 1_000):
        await scheduler.tick()
    assert len(desk.done) == 2


@pytest.mark.parametrize("again", [None, 300.0])
async def test_a_step_while_a_handler_runs(desk: Desk, again: float | None) -> None:
    """A due that a step reschedules while its handler runs comes when the step says."""

    async def overtaken(due: Due) -> float | None:
        if desk.now < 200:
            await desk.store.schedule(Due(due.table, due.what, 200))
            return again
        desk.done.append(due.what)
        return None

    scheduler = Scheduler(desk.store, lambda: desk.now, {"remind": overtaken})
    await desk.store.schedule(REMIND)
    for desk.now in (100, 199):
        await scheduler.tick()
    assert desk.done == []
    for desk.now in (200, 300):
        await scheduler.tick()
    assert desk.done == ["remind:ana"]


@pytest.mark.parametrize("error", [StoreDown(), ValueError("odd")])
async def test_a_store_outage(
    desk: Desk, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler continues after a store outage or an unexpected error."""
    monkeypatch.setattr(scheduling, "TICK_SECONDS", 0)
    await desk.store.schedule(REMIND)
    claim, away = desk.store.claim, [error, error]

    async def sometimes(now: float, limit: int = 20) -> tuple[Due, ...]:
        if away:
            raise away.pop()
        return await claim(now, limit)

    monkeypatch.setattr(desk.store, "claim", sometimes)
    reminded = asyncio.Event()

    async def remind(_due: Due) -> None:
        reminded.set()

    running = asyncio.create_task(Scheduler(desk.store, lambda: desk.now, {"remind": remind}).run())
    async with asyncio.timeout(PATIENCE_SECONDS):
        await reminded.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


class Hall:
    """A running scheduler, with handlers that block until the test releases them."""

    def __init__(self, hands: int) -> None:
        self.store = MemoryStore(lambda: self.now)
        self.begun: list[str] = []
        self.now = 100.0
        self.held: dict[str, asyncio.Event] = {}
        self.changed = asyncio.Event()
        handlers = {"slow": self.slow, "quick": self.quick}
        self.scheduler = Scheduler(self.store, lambda: self.now, handlers, hands)

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
        """Wait until this many dues have been started."""
        async with asyncio.timeout(PATIENCE_SECONDS):
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


async def test_a_slow_handler_does_not_block_others() -> None:
    """One slow handler doesn't delay other dues, and there is no pause between them."""
    hall = Hall(hands=2)
    await hall.schedule("slow", 1)
    await hall.schedule("quick", 200)
    async with hall.running():
        await hall.begins(201)
        assert not hall.held["slow:0"].is_set()


async def test_no_more_is_claimed_than_there_are_hands() -> None:
    """A process claims no more dues than it has free slots."""
    hall = Hall(hands=3)
    await hall.schedule("slow", 5)
    async with hall.running():
        await hall.begins(3)
        assert [due.what for due in await hall.store.claim(100.0)] == ["slow:3", "slow:4"]


async def test_a_free_hand_takes_the_next() -> None:
    """When a slot becomes free, the next due starts while others are still running."""
    hall = Hall(hands=3)
    await hall.schedule("slow", 4)
    async with hall.running():
        await hall.begins(3)
        hall.held["slow:1"].set()
        await hall.begins(4)


async def test_work_done_during_an_outage(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A due that was done while the store was down isn't run again when the store returns."""
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


async def test_stopping() -> None:
    """A stopped scheduler leaves running dues to others at once, and reports finished ones."""
    hall = Hall(hands=2)
    await hall.schedule("slow", 1)
    await hall.schedule("quick", 1)
    async with hall.running():
        await hall.begins(2)
    left = await hall.store.claim(100.0)
    assert [due.what for due in left] == ["slow:0"]


def test_a_due_of_the_near_future() -> None:
    """A scheduler that sleeps runs a due on time that is scheduled meanwhile."""

    async def run() -> float:
        clock, done = asyncio.get_running_loop().time, asyncio.Event()
        store = MemoryStore(clock)

        async def remind(_: Due) -> None:
            done.set()

        scheduler = Scheduler(store, clock, {"remind": remind})
        running = asyncio.create_task(scheduler.run())
        await asyncio.sleep(0.1)  # of virtual time: it has looked, and waits
        await store.schedule(replace(REMIND, at=0.4))
        await done.wait()
        at = clock()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return at

    assert run_in_virtual_time(run()) == pytest.approx(0.4)


async def test_a_handler_keeps_its_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other process gets a due while its handler runs, however long, and none afterwards."""
    monkeypatch.setattr(scheduling, "TICK_SECONDS", 0)
    hall = Hall(hands=1)
    await hall.schedule("slow", 1)
    async with hall.running():
        await hall.begins(1)
        for _ in range(3 * int(scheduling.HANDLER_SECONDS)):
            hall.now += 1
            await turns_of_the_loop()
            assert await hall.store.claim(hall.now) == ()
        hall.held["slow:0"].set()
        await turns_of_the_loop()
    assert await hall.store.claim(10_000) == ()


async def test_a_claim_is_renewed_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim lasts longer than until this process polls next, so others can't be faster."""
    monkeypatch.setattr(scheduling, "TICK_SECONDS", 0)
    hall = Hall(hands=1)
    await hall.schedule("slow", 1)
    async with hall.running():
        await hall.begins(1)
        for _ in range(3 * int(LEASE_SECONDS)):
            hall.now += 1
            assert await hall.store.claim(hall.now) == ()
            await turns_of_the_loop()


async def test_quick_handlers_renew_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler that takes less than a second costs no renewal."""
    renewed: list[Due] = []

    async def renew(_now: float, *claims: Due) -> tuple[Due, ...]:
        renewed.extend(claims)
        return claims

    monkeypatch.setattr(desk.store, "renew", renew)
    for n in range(10):
        await desk.store.schedule(Due(TABLE, f"remind:{n}", 100))
    for desk.now in (100, 100.5, 101):
        await desk.scheduler.tick()
    assert len(desk.done) == 10
    assert renewed == []


async def turns_of_the_loop() -> None:
    """Let everything that is ready run, and what becomes ready by it."""
    for _ in range(20):
        await asyncio.sleep(0)
