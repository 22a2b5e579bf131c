"""Who waits for work hears of it, and asks the store nothing until then."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from bot.store import agenda, keys
from bot.store.agenda import SWEEP_SECONDS, Agenda, news
from bot.store.boards import GRACE_SECONDS
from bot.store.hearing import Hearing
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import LEASE_SECONDS, Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Operation, Shown, Store
from bot.table.table import Table
from tests.virtual_time import run_in_virtual_time
from tests.waiting import PATIENCE_SECONDS, until
from tests.watch import Watch

POSTED = Operation("post")
HOME = Place(Platform.WEB, "maize")
_TABLE = TableId("k3f9qd7m2x")


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notice soon that a test has moved the clock."""
    monkeypatch.setattr(agenda, "RECHECK_SECONDS", 0.01)


async def claimed(store: Store, watch: Watch) -> tuple[Due, ...]:
    """What falls due, as soon as it does."""
    while not (claims := await store.claim(watch())):
        await store.any_due()
    return claims


async def found(store: Store) -> list[Place]:
    """The places of boards that are overdue, as soon as there are any."""
    while not (boards := await store.overdue(Platform.WEB)):
        await store.any_overdue(Platform.WEB)
    return [board.place for board in boards]


DUES: Mapping[str, Callable[[Store, Table, Due], Awaitable[object]]] = {
    "scheduled": lambda store, table, due: store.schedule(due),
    "with a new table": lambda store, table, due: store.create(table, POSTED, [due]),
    "with a step": lambda store, table, due: _step(store, table, due),
    "let go by another process": lambda store, table, due: _let_go(store, due),
}


async def _step(store: Store, table: Table, due: Due) -> None:
    await store.create(table, POSTED)
    await store.commit(replace(table, revision=2), (), Operation("step"), [HOME], [due])


async def _let_go(store: Store, due: Due) -> None:
    await store.schedule(replace(due, at=due.at - 100))
    claims = await store.claim(due.at)
    await store.release(due.at, *claims)


@pytest.mark.parametrize("how", DUES)
@pytest.mark.usefixtures("_quick")
async def test_a_due_wakes(two: tuple[Store, Store], table: Table, watch: Watch, how: str) -> None:
    """Who waits for dues is woken by what another process schedules for now."""
    here, there = two
    due = Due(table.id, "reminder", watch())
    async with asyncio.timeout(PATIENCE_SECONDS):
        waiting = asyncio.create_task(claimed(here, watch))
        await asyncio.sleep(0)
        await DUES[how](there, table, due)
        if how == "let go by another process" and waiting.done():
            return  # it was faster
        assert [each.what for each in await waiting] == [due.what]


@pytest.mark.usefixtures("_quick")
async def test_a_due_of_later(two: tuple[Store, Store], table: Table, watch: Watch) -> None:
    """Who waits for dues is woken when one falls due, whoever has scheduled it."""
    here, there = two
    waiting = asyncio.create_task(claimed(here, watch))
    await there.schedule(Due(table.id, "reminder", watch() + 100))
    watch.now += 99
    assert await here.claim(watch()) == ()
    watch.now += 1
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert len(await waiting) == 1


@pytest.mark.usefixtures("_quick")
async def test_the_work_of_a_dead_process(
    two: tuple[Store, Store], table: Table, watch: Watch
) -> None:
    """Who waits for dues is woken when the claim of a process ends that has died."""
    here, there = two
    await there.schedule(Due(table.id, "reminder", watch()))
    assert await there.claim(watch())
    waiting = asyncio.create_task(claimed(here, watch))
    await asyncio.sleep(0)
    watch.now += LEASE_SECONDS + 0.25
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert len(await waiting) == 1


BOARDS: Mapping[str, Callable[[Store, Table], Awaitable[object]]] = {
    "a step": lambda store, table: store.commit(
        replace(table, revision=2), (), Operation("step"), [HOME]
    ),
    "a mark": lambda store, table: store.mark_overdue(table.id, HOME),
    "an old board": lambda store, table: store.mark_shown(table.id, HOME, Shown(0, "m1")),
}


@pytest.mark.parametrize("how", BOARDS)
@pytest.mark.usefixtures("_quick")
async def test_a_board_wakes(
    two: tuple[Store, Store], table: Table, watch: Watch, how: str
) -> None:
    """Who waits for boards is woken by one that another process leaves overdue."""
    here, there = two
    await there.create(table, POSTED)
    await there.mark_shown(table.id, HOME, Shown(1, "m1"))
    waiting = asyncio.create_task(found(here))
    await asyncio.sleep(0)
    await BOARDS[how](there, table)
    watch.now += GRACE_SECONDS
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await waiting == [HOME]


@pytest.mark.usefixtures("_quick")
async def test_a_rested_board_wakes(two: tuple[Store, Store], table: Table, watch: Watch) -> None:
    """Who waits for boards is woken when a board has rested, whoever has let it rest."""
    here, there = two
    await there.create(table, POSTED)
    await there.rest(table.id, HOME, 60)
    waiting = asyncio.create_task(found(here))
    await asyncio.sleep(0)
    watch.now += 60
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert await waiting == [HOME]


@pytest.fixture
async def hears(link: Link, watch: Watch) -> AsyncIterator[RedisStore]:
    """A store that hears of everything, and has looked at all its queues."""
    store = RedisStore(link, watch)
    waiting = asyncio.create_task(store.any_due())
    await until(lambda: not link.hearing.deaf)
    await waiting
    assert await store.claim(watch()) == ()
    assert await store.overdue(Platform.WEB) == ()
    yield store
    await link.hearing.close()


async def commands(link: Link) -> int:
    """How many commands the server has run."""
    return int((await link.redis.info("stats"))["total_commands_processed"])


async def test_nothing_is_asked(hears: RedisStore, link: Link, watch: Watch) -> None:
    """Looks for work when there is none send nothing to the store."""
    before = await commands(link)
    for _ in range(10):
        assert await hears.claim(watch()) == ()
        assert await hears.overdue(Platform.WEB) == ()
    assert await commands(link) == before + 1  # the question itself


async def test_only_one_queue_is_asked(hears: RedisStore, link: Link, watch: Watch) -> None:
    """What falls due costs a look at its own queue, not at all."""
    await RedisStore(link, watch).schedule(Due(_TABLE, "reminder", watch()))
    await until(lambda: any(at <= watch() for at in hears._agenda._next.values()))  # noqa: SLF001 - nothing signals it
    await link.redis.config_resetstat()
    assert len(await hears.claim(watch())) == 1
    stats = await link.redis.info("commandstats")
    assert stats["cmdstat_zrange"]["calls"] == 1


async def test_a_lost_message(hears: RedisStore, link: Link, watch: Watch) -> None:
    """What nobody has told is found by the next sweep."""
    due = Due(_TABLE, "reminder", watch())
    await link.redis.zadd(keys.due(due.table), {f"{due.table}|{due.what}": due.at})
    assert await hears.claim(watch()) == ()
    watch.now += SWEEP_SECONDS
    assert len(await hears.claim(watch())) == 1


async def test_after_a_deaf_moment(hears: RedisStore, link: Link, watch: Watch) -> None:
    """What was said while a process couldn't hear is found as soon as it hears again."""
    due = Due(_TABLE, "reminder", watch())
    await link.redis.zadd(keys.due(due.table), {f"{due.table}|{due.what}": due.at})
    await link.redis.client_kill_filter(_type="pubsub")
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert len(await claimed(hears, watch)) == 1


async def test_without_messages(link: Link, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose user may not subscribe finds work nevertheless."""
    monkeypatch.setattr(agenda, "DEAF_SECONDS", 0.01)

    def denied() -> Redis:
        raise NoPermissionError("no channels")

    monkeypatch.setattr(link.hearing, "_open", denied)
    store = RedisStore(link, watch)
    assert await store.claim(watch()) == ()
    due = Due(_TABLE, "reminder", watch())
    await link.redis.zadd(keys.due(due.table), {f"{due.table}|{due.what}": due.at})
    async with asyncio.timeout(PATIENCE_SECONDS):
        await store.any_due()
    assert len(await store.claim(watch())) == 1


class Ear(Hearing):
    """Hears, without a connection."""

    def __init__(self) -> None:
        super().__init__(lambda: None, "")  # type: ignore[arg-type,return-value] # never opened
        self.deaf = False

    def start(self) -> None:
        """Do nothing."""


def look(plan: Agenda, found: float) -> list[str]:
    """Look at two queues, which have something due at a time; return those that were due."""
    with plan.looking(["a", "b"]) as looked:
        looked.update(dict.fromkeys(looked, found))
    return [*looked]


def test_what_is_said_during_a_look() -> None:
    """What is added while a process looks, perhaps too late for the look, isn't forgotten."""
    watch = Watch()
    plan = Agenda(watch, Ear())
    with plan.looking(["a", "b"]) as looked:
        plan.heard(agenda.CHANNEL, news([("a", watch())]))
        looked.update(a=watch() + 600, b=watch() + 600)
    assert look(plan, watch() + 600) == ["a"]


def test_a_clock_that_is_set_back() -> None:
    """If the clock is set back, all queues are looked at, instead of much later."""
    watch = Watch()
    plan = Agenda(watch, Ear())
    look(plan, watch() + 600)
    watch.now -= 3600
    assert look(plan, watch() + 600) == ["a", "b"]
    assert look(plan, watch() + 600) == []


@pytest.mark.parametrize("error", [ValueError, asyncio.CancelledError])
def test_a_look_that_fails(error: type[BaseException]) -> None:
    """Queues that couldn't be read are looked at again."""
    watch = Watch()
    plan = Agenda(watch, Ear())
    with pytest.raises(error), plan.looking(["a", "b"]):
        raise error
    assert look(plan, watch()) == []
    watch.now += agenda.RETRY_SECONDS
    assert look(plan, watch() + 600) == ["a", "b"]


def test_a_queue_that_was_not_emptied() -> None:
    """A queue that still has something due is looked at at once."""
    watch = Watch()
    plan = Agenda(watch, Ear())
    look(plan, watch())
    assert look(plan, watch() + 600) == ["a", "b"]
    assert look(plan, watch()) == []


@pytest.mark.parametrize("text", ["a soon", "a", "", "\n", " "])
def test_a_message_that_makes_no_sense(text: str) -> None:
    """A message of another release, or of another program, does no harm."""
    watch = Watch()
    plan = Agenda(watch, Ear())
    look(plan, watch() + 600)
    plan.heard(agenda.CHANNEL, text)
    assert look(plan, watch()) == []


def test_waiting_takes_until_then() -> None:
    """Who waits sleeps until the next time that is known, and is woken by an earlier one."""

    async def run() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        plan = Agenda(loop.time, Ear())
        look(plan, 100)
        waiting = asyncio.create_task(plan.wait(["a", "b"]))
        await asyncio.sleep(1)
        plan.expect(news([("a", 50.5)]))
        await waiting
        first = loop.time()
        look(plan, 100)
        await plan.wait(["a", "b"])
        return first, loop.time()

    assert run_in_virtual_time(run()) == pytest.approx((50.5, 100))
