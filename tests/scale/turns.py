"""Turns per second with several bot processes, on one server and on a cluster.

    .venv/bin/python -m tests.scale.turns
    .venv/bin/python -m tests.scale.turns --processes 4 --stores cluster --copies 1 --seconds 30

Each process has a connection, a store and a service of its own, as in the bot, and plays many games
of Bul at the same time, with legal moves at random. A turn begins with a press that a platform has
decoded, and ends when the step is committed and the reply known; nothing is drawn or sent. Stores
keep their data in memory. With `--copies 1`, each primary has a replica, and a turn waits for it.

- turns/s: of all processes together
- median, p99: milliseconds that a turn takes
- unsafe: turns that no replica confirmed in time
"""

import argparse
import asyncio
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count, product
from pathlib import Path
from random import Random

import structlog
from typing_extensions import override

from bot.acts.play.move import Move
from bot.core import Core
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Actor, Place
from bot.table.ports import Operation, Verdict
from bot.table.request import Request
from bot.table.seats import Person
from bot.table.table import Status, Table
from bot.texts.catalogue import Catalogue
from engine import Choose
from tests.bot.hands import at_once
from tests.scale.figures import MEDIAN, percentile, sheet
from tests.scale.stores import KINDS, serving
from tests.store_size import GAMES, HANDS, begin, offer

BUL = "bul road=11 warriors=5 table=kernels casts=one"

MOST_GAMES = 1_000_000
"""More games than a process plays; the numbers of the next process begin there."""

START_SECONDS = 60.0

HEADINGS = ("store", "copies", "processes", "turns/s", "median ms", "p99 ms", "unsafe")


@dataclass(frozen=True, slots=True)
class Part:
    """One process's part: where it plays, how many games at a time and for how long."""

    url: str
    copies: int
    connections: int
    tasks: int
    seconds: float
    number: int


@dataclass(slots=True)
class Played:
    """What a process has played, and in how many seconds."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    """Seconds that each turn took."""
    unsafe: int = 0


class SeenStore(RedisStore):
    """The store, which keeps the tables that it has committed, as boards show them to players."""

    def __init__(self, link: Link, copies: int) -> None:
        super().__init__(link, copies=copies)
        self.seen: dict[TableId, Table] = {}
        self.unsafe = 0

    @override
    async def commit(
        self,
        after: Table,
        entries: Sequence[str],
        operation: Operation,
        places: Sequence[Place],
        dues: Sequence[Due] = (),
    ) -> Verdict:
        verdict = await super().commit(after, entries, operation, places, dues)
        if verdict.applied:
            self.seen[after.id] = after
        self.unsafe += verdict.unsafe
        return verdict


class Player:
    """Plays games in one process."""

    def __init__(self, store: SeenStore, numbers: Iterator[int], played: Played) -> None:
        core = Core.of(
            store,
            GAMES,
            clock=time.time,
            hands=HANDS,
            key=bytes(32),
            work=at_once,
            catalogue=Catalogue(),
        )
        self._service = core.service
        self._store = store
        self._numbers = numbers
        self._chance = Random(next(numbers))
        self._played = played

    async def play(self, until: float) -> None:
        """Play one game after another until that time of `time.perf_counter`."""
        while time.perf_counter() < until:
            table = await begin(self._store, offer(BUL, next(self._numbers)))
            while table.status is Status.PLAYING and time.perf_counter() < until:
                press = self._press(table)
                began = time.perf_counter()
                reply = await self._service.act(*press)
                self._played.waits.append(time.perf_counter() - began)
                assert not reply.refused, reply.texts
                table = self._store.seen[table.id]
            del self._store.seen[table.id]

    def _press(self, table: Table) -> tuple[Move, Request]:
        """Return a press on one of the moves of the player to move."""
        game = GAMES.game(table.header)
        phase = game.phase(GAMES.position(table))
        assert isinstance(phase, Choose)
        holder = table.seats[phase.seat]
        assert isinstance(holder, Person)
        move = game.write_move(self._chance.choice(phase.moves))
        operation = Operation(f"telegram:{table.id}:{table.revision}")
        request = Request(operation, Actor(holder.user, holder.name), table.place)
        return Move(table.id, table.revision, move, table.mark), request


def main() -> None:
    """Measure every combination, and print the result."""
    parser = argparse.ArgumentParser(description="Measure turns per second.")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4], help="(1 2 4)")
    parser.add_argument("--stores", choices=KINDS, nargs="+", default=[*KINDS], help="(both)")
    parser.add_argument("--copies", type=int, nargs="+", default=[0, 1], help="(0 1)")
    parser.add_argument("--seconds", type=float, default=10, help="for each combination (10)")
    parser.add_argument("--tasks", type=int, default=32, help="games at once per process (32)")
    parser.add_argument("--connections", type=int, default=3, help="REDIS_CONNECTIONS (3)")
    asked = parser.parse_args()
    rows = []
    for kind, copies in product(asked.stores, asked.copies):
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(kind, Path(folder), replicas=copies) as store,
        ):
            for processes in asked.processes:
                played = _play(store.url, copies, processes, asked)
                rows.append((kind, copies, processes, *_figures(played)))
                for node in store.primaries:
                    node.client.flushall()
    print(sheet(HEADINGS, rows))


def _figures(played: Sequence[Played]) -> tuple[float, float, float, int]:
    """Return turns per second, the median and p99 in milliseconds, and unsafe turns."""
    waits = [1000 * wait for each in played for wait in each.waits]
    return (
        sum(len(each.waits) / each.seconds for each in played),
        percentile(waits, MEDIAN),
        percentile(waits, 0.99),
        sum(each.unsafe for each in played),
    )


def _play(url: str, copies: int, processes: int, asked: argparse.Namespace) -> list[Played]:
    """Let several processes play at the same time."""
    fresh = multiprocessing.get_context("spawn")
    barrier = fresh.Barrier(processes)
    parts = [
        Part(url, copies, asked.connections, asked.tasks, asked.seconds, number)
        for number in range(processes)
    ]
    with ProcessPoolExecutor(processes, fresh, _meet, (barrier,)) as pool:
        return list(pool.map(_work, parts))


def _meet(others: threading.Barrier) -> None:
    """Wait until all processes have imported everything."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    others.wait(START_SECONDS)


def _work(part: Part) -> Played:
    """Play one process's part."""
    return asyncio.run(_games(part))


async def _games(part: Part) -> Played:
    link = Link(part.url, connections=part.connections)
    store, played = SeenStore(link, part.copies), Played()
    numbers = count(part.number * MOST_GAMES)
    began = time.perf_counter()
    players = [Player(store, numbers, played) for _ in range(part.tasks)]
    await asyncio.gather(*(player.play(began + part.seconds) for player in players))
    played.seconds, played.unsafe = time.perf_counter() - began, store.unsafe
    await link.close()
    return played


if __name__ == "__main__":
    main()
