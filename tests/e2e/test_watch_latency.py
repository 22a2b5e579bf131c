"""How much watching one process can handle, and how it affects players (`make bench`)."""

import asyncio
import os
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.__main__ import main
from bot.on_web import rate_limits, server
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation
from bot.table.seats import Free, Person
from bot.table.steps import play, sit
from bot.table.table import Status, Table
from bot.table.turns import Hands
from engine import open_game
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.latency import Waits
from tests.e2e.test_telegram_latency import begin as begin_in_telegram
from tests.e2e.test_telegram_latency import play as play_in_telegram

if TYPE_CHECKING:
    from conftest import Bot

GAMES = 60
PAGES = 4_000
FLOOD_SECONDS = 10.0
PLACE = Place(Platform.TELEGRAM, "-1001234567890")
ANA, BEN = (Person(User(Platform.TELEGRAM, name), name) for name in ("Ana", "Ben"))


def limitless() -> int:
    """Run the program without its rate limits, to measure its capacity."""
    plenty = 10_000_000
    server.RateLimits = partial(rate_limits.RateLimits, per_address=plenty, overall=plenty)
    return main()


async def played(store: RedisStore, number: int) -> tuple[str, int]:
    """Store a finished game; return its watch code and number of steps."""
    hands = Hands(FairCorn())
    offer = Table(
        id=TableId(f"w{number:09d}"),
        code=f"w{number:09d}-abcdef",
        revision=1,
        status=Status.OFFERED,
        header="puluc road=11 warriors=5 table=kernels casts=one",
        seed=number.to_bytes(32, "big"),
        place=PLACE,
        seats=(ANA, Free()),
        created=int(time.time()),
        touched=int(time.time()),
    )
    game = open_game(offer.header)
    await store.create(offer, Operation(f"offer-{number}"))
    step, steps = sit(offer, game, 1, BEN, hands, offer.created), 0
    while True:
        await store.commit(step.table, step.entries, Operation(f"{number}-{steps}"), [])
        if step.table.status is Status.OVER:
            return offer.code, steps
        position = game.read_position(step.table.position)
        seat, moves = game.phase(position)
        move = game.write_move(moves[(7 * number + steps) % len(moves)])
        step = play(step.table, game, position, seat, move, hands, offer.created)
        steps += 1


async def filled(data: Path) -> list[tuple[str, int]]:
    """Fill the store of a data folder with games."""
    server = EmbeddedServer.start(data)
    link = Link(server.url)
    games = [await played(RedisStore(link), number) for number in range(GAMES)]
    await link.close()
    server.release()
    return games


@dataclass
class Crowd:
    """Clients that request pages from a bot's server over few connections, from any address."""

    port: int
    answers: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0

    async def ask(self, paths: Sequence[str], headers: str = "", seconds: float = 3600) -> None:
        """Request one path after another over a persistent connection."""
        until = time.perf_counter() + seconds
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for path in paths:
            began = time.perf_counter()
            if began >= until:
                break
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if length := re.search(rb"Content-Length: (\d+)", head):
                await reader.readexactly(int(length[1]))
            self.answers[int(head.split()[1])] += 1
            self.slowest = max(self.slowest, time.perf_counter() - began)
        writer.close()


def at(game: tuple[str, int]) -> str:
    return f"/g/{game[0]}"


def public(bot: "Bot") -> "Bot":
    """Let a bot serve the public."""
    bot.settings["PORT"] = str(bot.port)
    return bot


@pytest.fixture
def games(tmp_path: Path) -> list[tuple[str, int]]:
    """Finished games of the usual size, in the bot's store."""
    return asyncio.run(filled(tmp_path / "data"))


@pytest.mark.parametrize(
    ("what", "headers"),
    [
        ("page", "Accept-Encoding: gzip\r\n"),
        ("page that has not changed", "If-None-Match: TAG\r\n"),
        ("record", "Accept-Encoding: gzip\r\n"),
    ],
)
def test_warm(
    benchmark: BenchmarkFixture,
    games: list[tuple[str, int]],
    new_bot: "Callable[..., Bot]",
    tmp_path: Path,
    what: str,
    headers: str,
) -> None:
    """Requests per second for cached content, from one process without limits."""
    bot = public(new_bot(tmp_path / "data", settings={}))
    bot.main = limitless
    bot.start()
    path = at(games[0]) + ("/record.txt" if what == "record" else "/text")
    tag = asyncio.run(_tag(bot.port, path))
    sent = headers.replace("TAG", tag)

    async def crowd() -> None:
        crowd = Crowd(bot.port)
        share = [path] * (PAGES // 4)
        await asyncio.gather(*(crowd.ask(share, sent) for _ in range(4)))
        assert set(crowd.answers) <= {200, 304}

    assert bot.process is not None
    before = _processor_seconds(bot.process.pid)
    benchmark.pedantic(lambda: asyncio.run(crowd()), rounds=3, warmup_rounds=0)
    used = _processor_seconds(bot.process.pid) - before
    benchmark.extra_info["processor ms each"] = round(1000 * used / PAGES / 3, 3)
    if benchmark.stats is not None:
        benchmark.extra_info["a second"] = round(PAGES / benchmark.stats["median"])
    bot.end(signal.SIGTERM)


async def _tag(port: int, path: str) -> str:
    """Return the ETag of a page's current state."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answered = await reader.read()
    writer.close()
    tag = re.search(rb'ETag: ("\w+")', answered, re.IGNORECASE)
    assert tag is not None
    return tag[1].decode()


def _processor_seconds(pid: int) -> float:
    """Return the CPU time a process has used."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK")


@pytest.fixture
def sim() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as sim:
        yield sim


@pytest.mark.parametrize("addresses", [0, 1, 10])
def test_a_flood(
    benchmark: BenchmarkFixture,
    games: list[tuple[str, int]],
    new_bot: "Callable[..., Bot]",
    sim: TelegramSimulator,
    tmp_path: Path,
    addresses: int,
) -> None:
    """Every address requests undrawn pictures as fast as it can while two people play."""
    settings = {"TELEGRAM_API_URL": sim.url, "TELEGRAM_TOKEN": sim.token}
    settings |= {"TELEGRAM_GROUP_MINUTE": "1000000"}
    bot = public(new_bot(tmp_path / "data", settings=settings))
    bot.start()
    sim.wait_for_bot()
    waits, health, flood = Waits(), Crowd(bot.port), Crowd(bot.port)
    pictures = [f"{at(game)}/{step}.png" for game in games for step in range(game[1])]

    async def crowds() -> None:
        asks = [_now_and_then(health, FLOOD_SECONDS)]
        for number in range(addresses):
            who = f"X-Forwarded-For: 8.8.8.{number}\r\n"
            asks += [
                flood.ask(pictures[4 * number + part :: 4 * addresses], who, FLOOD_SECONDS)
                for part in range(4)
            ]
        await asyncio.gather(*asks)

    def run() -> None:
        plaza = begin_in_telegram(sim)
        watching = threading.Thread(target=lambda: asyncio.run(crowds()))
        watching.start()
        while watching.is_alive():
            play_in_telegram(plaza, waits, most=5)
            if not plaza[0].last.labels:
                plaza = begin_in_telegram(sim)
        watching.join()

    benchmark.pedantic(run, rounds=1)
    waits.note(benchmark)
    benchmark.extra_info |= {
        "answers a second": {s: round(n / FLOOD_SECONDS) for s, n in flood.answers.items()},
        "slowest press ms": round(max(waits.answers)),
        "slowest health ms": round(1000 * health.slowest),
        "health": dict(health.answers),
    }
    assert set(health.answers) == {200}
    bot.end(signal.SIGTERM)


async def _now_and_then(crowd: Crowd, seconds: float) -> None:
    until = time.perf_counter() + seconds
    for path in cycle(["/healthz"]):
        if time.perf_counter() >= until:
            return
        await crowd.ask([path])
        await asyncio.sleep(0.05)
