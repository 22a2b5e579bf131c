"""Store throughput in moves, and the size of a game."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Shown, Verdict
from bot.table.seats import Free, Person
from bot.table.steps import play, sit
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine import open_game

MOVES = 2_000
HERE = Place(Platform.DISCORD, "1234567890123456789")
THERE = Place(Platform.TELEGRAM, "-1001234567890")
ANA = Person(User(Platform.DISCORD, "223456789012345678"), "Ana Maria", "f00dcafe")
BEN = Person(User(Platform.DISCORD, "323456789012345678"), "Benjamin", "decade")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer.start(Path(tmp_path_factory.mktemp("valkey")))
    yield server
    server.release()


def offered(id_: str) -> Table:
    return Table(
        id=TableId(id_),
        code=f"{id_}-abcdef",
        revision=1,
        status=Status.OFFERED,
        header="puluc road=11 warriors=5 table=kernels casts=one",
        seed=bytes(range(32)),
        place=HERE,
        seats=(ANA, Free()),
        created=1_790_000_000,
        touched=1_790_000_000,
    )


async def commits(store: RedisStore, tables: Sequence[Table]) -> None:
    """Commit MOVES moves, spread evenly over the tables, with one task per table."""

    async def moves(table: Table) -> None:
        for move in range(MOVES // len(tables)):
            table = replace(table, revision=table.revision + 1, status=Status.PLAYING)
            operation = Operation(f"web:u1:{move:032d}")
            verdict = await store.commit(table, ("b+3", "0110"), operation, [HERE])
            assert verdict is Verdict.APPLIED

    await asyncio.gather(*map(moves, tables))


@pytest.mark.parametrize("tasks", [1, 100])
def test_commits(benchmark: BenchmarkFixture, server: EmbeddedServer, tasks: int) -> None:
    """Moves per second through the store from one process, on existing tables."""
    with asyncio.Runner() as runner:
        link = Link(server.url)
        store = RedisStore(link)
        tables = [offered(f"t{n:09d}") for n in range(tasks)]

        async def empty() -> None:
            await link.redis.flushall()
            await asyncio.gather(*(store.create(table, Operation("post")) for table in tables))

        benchmark.pedantic(
            lambda: runner.run(commits(store, tables)),
            setup=lambda: runner.run(empty()),
            rounds=7,
        )
        runner.run(link.close())
    if benchmark.stats is not None:
        benchmark.extra_info["moves/s"] = round(MOVES / benchmark.stats["median"])
        benchmark.extra_info["moves/s at best"] = round(MOVES / benchmark.stats["min"])


def test_room_of_a_game(benchmark: BenchmarkFixture, server: EmbeddedServer) -> None:
    """Size in bytes of a finished game of 40 moves or slightly more, shown in two places."""
    sizes = benchmark.pedantic(lambda: asyncio.run(room(server)), rounds=1)
    benchmark.extra_info |= sizes


async def room(server: EmbeddedServer) -> dict[str, int]:
    link = Link(server.url)
    await link.redis.flushall()
    store, hands = RedisStore(link), Hands(FairCorn())
    sizes = {}
    for n in range(200):
        table = offered(f"r{n:09d}")
        game = open_game(table.header)
        await store.create(table, Operation("123456789012345678"))
        step, moves = sit(table, game, 1, BEN, hands, table.created + 60), 0
        while True:
            operation = Operation(f"1234567890123456{moves:02d}")
            await store.commit(step.table, step.entries, operation, [HERE, THERE])
            table = step.table
            if table.status is Status.OVER:
                break
            position = game.read_position(table.position)
            seat, choices = game.phase(position)
            move = game.write_move(choices[(7 * n + moves) % len(choices)])
            step = play(table, game, position, seat, move, hands, table.touched + 60)
            moves += 1
        for place in (HERE, THERE):
            await store.mark_shown(table.id, place, Shown(table.revision, "1234567890123456789"))
        if not 40 <= moves <= 44:
            continue
        keys = [key async for key in link.redis.scan_iter(match=f"[gm]:*:{table.id}")]
        used = [await link.redis.memory_usage(key, samples=0) for key in keys]
        sizes[f"game of {moves} moves"] = sum(used)
    await link.close()
    return sizes
