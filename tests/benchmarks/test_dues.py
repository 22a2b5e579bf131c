"""Due tasks: how many one process handles in a second, and what polling costs."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.acts.scheduler import Scheduler
from bot.store import keys
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import CALL, DEADLINE, Due
from bot.table.ids import TableId
from bot.table.people import Platform
from bot.table.ports import MAX_REST_SECONDS, Operation
from bot.table.upkeep import UPKEEP
from tests.benchmarks.test_store import offered

DUES = 20_000
RESTING = 8_500
WAITING = 100_000
"""Tables that wait for a move; each has a deadline, a reminder and its upkeep in the future."""

AT_ONCE = 1_000
IDLE_SECONDS = 5.0
LATER = 30 * 86_400


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer.start(Path(tmp_path_factory.mktemp("valkey")))
    yield server
    server.release()


@asynccontextmanager
async def filled(server: EmbeddedServer) -> AsyncIterator[RedisStore]:
    """A store with many due tasks."""
    link = Link(server.url)
    await link.redis.flushall()
    pipeline = link.redis.pipeline(transaction=False)
    for n in range(DUES):
        table = TableId(f"t{n:09d}")
        pipeline.zadd(keys.due(table), {keys.falling(table, "reminder"): n})
    await pipeline.execute()
    yield RedisStore(link)
    await link.close()


@pytest.mark.parametrize("handler", ["empty", "loads a table", "one hangs"])
def test_dues(benchmark: BenchmarkFixture, server: EmbeddedServer, handler: str) -> None:
    """Due tasks per second that one process handles, including claims."""

    async def all_done() -> float:
        async with filled(server) as store:
            left, done = DUES, asyncio.Event()

            async def handle(due: Due) -> None:
                nonlocal left
                if handler == "one hangs" and due.table == "t000000000":
                    left -= 1
                    await asyncio.sleep(3600)
                if handler == "loads a table":
                    await store.load(due.table)
                left -= 1
                if not left:
                    done.set()

            scheduler = Scheduler(store, time.time, {"reminder": handle})
            began = time.perf_counter()
            running = asyncio.create_task(scheduler.run())
            await done.wait()
            took = time.perf_counter() - began
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            return took

    took = benchmark.pedantic(lambda: asyncio.run(all_done()), rounds=3)
    benchmark.extra_info["dues/s"] = round(DUES / took)


@pytest.mark.parametrize("resting", [0, RESTING])
def test_a_look_at_overdue_boards(
    benchmark: BenchmarkFixture, server: EmbeddedServer, resting: int
) -> None:
    """A sweep that finds nothing to do, whatever the number of idle boards."""
    with asyncio.Runner() as runner:
        link = Link(server.url)
        store = RedisStore(link)

        async def fill() -> None:
            await link.redis.flushall()
            for n in range(resting):
                table = offered(f"t{n:09d}")
                await store.create(table, Operation("post"))
                await store.rest(table.id, table.place, MAX_REST_SECONDS)

        async def look() -> None:
            assert await store.overdue(Platform.DISCORD) == ()

        runner.run(fill())
        benchmark(lambda: runner.run(look()))
        runner.run(link.close())


def test_an_idle_scheduler(benchmark: BenchmarkFixture, server: EmbeddedServer) -> None:
    """The cost of one poll, which an idle process makes every second."""
    with asyncio.Runner() as runner:
        link = Link(server.url)
        runner.run(link.redis.flushall())
        store = RedisStore(link)
        benchmark(lambda: runner.run(store.claim(time.time(), 64)))
        runner.run(link.close())


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A store with the dues of many waiting tables, none of which falls due within a month."""
    server = EmbeddedServer.start(Path(tmp_path_factory.mktemp("crowded")))
    later = time.time() + LATER

    async def fill() -> None:
        link = Link(server.url)
        for first in range(0, WAITING, 10_000):
            pipeline = link.redis.pipeline(transaction=False)
            for n in range(first, first + 10_000):
                table = TableId(f"t{n:09d}")
                falling = {
                    keys.falling(table, what): later + n for what in (DEADLINE, CALL, UPKEEP)
                }
                pipeline.zadd(keys.due(table), falling)
            await pipeline.execute()
        await link.close()

    asyncio.run(fill())
    yield server
    server.release()


def test_a_look_at_waiting_tables(benchmark: BenchmarkFixture, crowded: EmbeddedServer) -> None:
    """One poll that finds nothing due among the dues of many waiting tables."""
    with asyncio.Runner() as runner:
        link = Link(crowded.url)
        store = RedisStore(link)

        async def look() -> None:
            assert await store.claim(time.time(), 64) == ()

        benchmark(lambda: runner.run(look()))
        runner.run(link.close())


def test_deadlines_at_once(benchmark: BenchmarkFixture, crowded: EmbeddedServer) -> None:
    """The time until the last of many simultaneous deadlines is handled, among waiting tables."""

    async def all_done() -> None:
        link = Link(crowded.url)
        store, now = RedisStore(link), time.time()
        pipeline = link.redis.pipeline(transaction=False)
        for n in range(AT_ONCE):
            table = TableId(f"t{n * (WAITING // AT_ONCE):09d}")
            pipeline.zadd(keys.due(table), {keys.falling(table, "now"): now})
        await pipeline.execute()
        left, done = AT_ONCE, asyncio.Event()

        async def handle(due: Due) -> None:
            nonlocal left
            await store.load(due.table)
            left -= 1
            if not left:
                done.set()

        scheduler = Scheduler(store, time.time, {"now": handle})
        running = asyncio.create_task(scheduler.run())
        await done.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await link.close()

    benchmark.pedantic(lambda: asyncio.run(all_done()), rounds=3)
    benchmark.extra_info["dues/s"] = round(AT_ONCE / benchmark.stats.stats.mean)


def test_an_idle_scheduler_with_waiting_tables(
    benchmark: BenchmarkFixture, crowded: EmbeddedServer
) -> None:
    """The shares of a core that an idle scheduler and its store take, with many waiting tables."""

    async def idle() -> tuple[float, float]:
        link = Link(crowded.url)
        scheduler = Scheduler(RedisStore(link), time.time, {})
        bot, server = time.process_time(), await _server_seconds(link)
        running = asyncio.create_task(scheduler.run())
        await asyncio.sleep(IDLE_SECONDS)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        spent = time.process_time() - bot, await _server_seconds(link) - server
        await link.close()
        return spent

    bot, server = benchmark.pedantic(lambda: asyncio.run(idle()), rounds=1)
    benchmark.extra_info["scheduler: % of a core"] = round(100 * bot / IDLE_SECONDS, 2)
    benchmark.extra_info["store: % of a core"] = round(100 * server / IDLE_SECONDS, 2)


async def _server_seconds(link: Link) -> float:
    """Return the CPU time that the server has used."""
    used = await link.redis.info("cpu")
    return float(used["used_cpu_user"]) + float(used["used_cpu_sys"])
