"""What a hundred thousand tables cost while nobody moves, and while a thousand move each minute.

    .venv/bin/python -m tests.scale.crowd
    .venv/bin/python -m tests.scale.crowd --tables 100000 --store cluster --seconds 300
    .venv/bin/python -m tests.scale.crowd --tables 500 --public --pages --moves 300

It fills a store with running games of Puluc, each in a channel and between people of its own, and
with a deadline and reminders in the next days. Then it starts the bot, measures it while nobody
moves (idle), and again while tables chosen at random get a move each through the web chat (busy).
If nothing is linear in all tables, the figures with few tables are about those with many, except
for the store's memory. With `--public`, people play in browsers on public pages: each game is in a
channel that only its players have entered, and all requests come through a proxy, from an address
of their own for each person.

- bot CPU: seconds of CPU time a minute, of all bot processes with those that draw for them
- bot MB: their memory, of which pages that are shared count in part (PSS)
- store CPU, store MB: likewise of the store; its memory is the one that its data takes
- commands/s: what the store did, also within scripts, without what this script asked it
- longest ms: the longest time that one command kept the store busy, and which it was
- moves/min, p50 ms, p99 ms: the presses that counted, and how long their players waited for the
  answer
- page p50 ms, page p99 ms, page KB: with `--pages`, each table also has an open page; how long they
  took until they were told of a press, and what they were told of it on average
"""

import argparse
import asyncio
import base64
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

import aiohttp
import structlog
from itsdangerous import URLSafeSerializer

from bot.acts.play.move import Move
from bot.acts.timing import timed
from bot.store import keys
from bot.store.channels import RedisChannels
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table import steps
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Place, Platform, User
from bot.table.preferences import Preferences
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from bot.table.terms import Terms
from engine import Choose
from tests.backup_size import keep
from tests.proxy import forwarded
from tests.scale.figures import MEDIAN, percentile, sheet
from tests.scale.pages import Pages
from tests.scale.processes import Bots, Usage, usage
from tests.scale.stores import KINDS, SERVER, Stored, serving
from tests.store_size import GAMES, HALFWAY, HANDS, PULUC, offer

PLAYED: Final = 50
"""How many games are played; the others are copies."""

AT_ONCE: Final = 500
SETTLE_SECONDS: Final = 5.0
MEGABYTE: Final = 10**6
MINUTE: Final = 60

OWN: Final = ("info", "config", "latency", "client")
"""The commands by which this script measures."""

HEADINGS = (
    *("tables", "", "bot CPU s/min", "bot MB", "store CPU s/min", "store MB", "commands/s"),
    *("longest ms", "of", "moves/min", "p50 ms", "p99 ms"),
    *("page p50 ms", "page p99 ms", "page KB"),
)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played halfway: the table, its record by step, and its dues."""

    table: Table
    record: Sequence[str]
    dues: Sequence[Due]

    def copy(self, number: int) -> "Game":
        """Return the same game with a name, a channel and people of its own."""
        name = base64.b32encode(number.to_bytes(6)).decode().rstrip("=").lower()
        seats = (
            replace(seat, user=User(Platform.WEB, f"{number:09}{side}"))
            for side, seat in enumerate(self.table.seats)
            if isinstance(seat, Person)
        )
        table = replace(
            self.table,
            id=TableId(name),
            code=f"a-watch-code-{number:09}",
            place=Place(Platform.WEB, f"crowd-{number}"),
            seats=tuple(seats),
        )
        return Game(table, self.record, [replace(due, table=table.id) for due in self.dues])


class Crowd:
    """Many tables, and the people who play there."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._played = [_play(number) for number in range(PLAYED)]
        self._chance = Random(1)

    def games(self) -> Iterator[Game]:
        """Yield all games, as they are in the beginning."""
        return map(self.game, range(self._size))

    def game(self, number: int) -> Game:
        """Return a game, as it is in the beginning."""
        return self._played[number % PLAYED].copy(number)

    def order(self) -> Iterator[int]:
        """Yield the numbers of tables at random, all of them before any comes again."""
        while True:
            yield from self._chance.sample(range(self._size), self._size)

    def press(self, table: Table) -> tuple[Person, str]:
        """Return a person whose turn it is, and the code of a button of theirs."""
        game = GAMES.game(table.header)
        phase = game.phase(GAMES.position(table))
        assert isinstance(phase, Choose)
        person = table.seats[phase.seat]
        assert isinstance(person, Person)
        move = game.write_move(self._chance.choice(phase.moves))
        return person, Move(table.id, table.revision, move, table.mark).code


def _play(number: int) -> Game:
    """Play a game halfway, in the last hours."""
    now, chance = time.time(), Random(number)
    begun = int(now) - 2 * HOUR
    table = replace(offer(PULUC, number), created=begun, touched=begun)
    table = replace(table, terms=Terms(pace=Pace(3 * DAY)))
    game, held = GAMES.game(table.header), table.seats[1]
    assert isinstance(held, Kept)
    step = steps.sit(table, game, 1, Person(held.user, held.name), HANDS, begun)
    record = [" ".join(step.entries)]
    for _ in range(HALFWAY):
        position = GAMES.position(step.table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move, at = game.write_move(chance.choice(phase.moves)), step.table.touched + MINUTE
        step = steps.play(step.table, game, position, phase.seat, move, HANDS, at)
        record.append(" ".join(step.entries))
    assert step.table.status is Status.PLAYING
    step = timed(step, Preferences(), now)
    return Game(step.table, record, step.dues)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(description="Measure the bot with many tables.")
    found.add_argument("--tables", type=int, nargs="+", default=[1_000, 100_000])
    found.add_argument("--store", choices=KINDS, default=SERVER, help="(server)")
    found.add_argument("--processes", type=int, default=1, help="bot processes (1)")
    found.add_argument("--moves", type=int, default=1_000, help="a minute, while busy (1000)")
    found.add_argument("--pages", action="store_true", help="with an open page at each table")
    found.add_argument("--public", action="store_true", help="on public pages, not in the chat")
    found.add_argument("--seconds", type=float, default=60, help="of idling, and of moving (60)")
    return found


def main() -> None:
    """Measure each size, and print the result."""
    asked = parser().parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    rows: list[Sequence[object]] = []
    for size in asked.tables:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            store = stack.enter_context(serving(asked.store, folder / "store"))
            rows += asyncio.run(_measure(store, Crowd(size), size, folder, asked))
    print(sheet(HEADINGS, sorted(rows, key=lambda row: str(row[1]), reverse=True)))


async def _measure(
    stored: Stored, crowd: Crowd, size: int, folder: Path, asked: argparse.Namespace
) -> list[Sequence[object]]:
    """Fill a store, and run the bot on it without and with people who move."""
    link = Link(stored.url)
    settings = {"REDIS_URL": stored.url, "PULUC_LOG": "warning"}
    store, bots = RedisStore(link), Bots(folder, settings, public=asked.public)
    await _fill(link, crowd)
    if asked.public:
        await _enter(link, crowd)
    try:
        for _ in range(asked.processes):
            await asyncio.to_thread(bots.start)
        await asyncio.to_thread(bots.wait)
        await asyncio.sleep(SETTLE_SECONDS)
        watch = Watch(bots, stored)
        await asyncio.sleep(asked.seconds)
        idle = (size, "idle", *watch.figures(), *[""] * 6)
        players = Players(crowd, store, bots, await store.secret("cookies"))
        async with players.looking(asked.pages):
            await players.play(asked.moves, SETTLE_SECONDS)
            watch = Watch(bots, stored)
            await players.play(asked.moves, asked.seconds)
        moves = players.outcomes["200"] * MINUTE / watch.seconds
        busy = (size, "busy", *watch.figures(), moves, *_waited(players.waits), *players.told())
        if len(players.outcomes) > 1:
            print(f"answers by status: {dict(players.outcomes)}")
        return [idle, busy]
    finally:
        await link.close()
        await asyncio.to_thread(bots.stop)


def _waited(seconds: Sequence[float]) -> Sequence[float]:
    """Return the median of some waits, and what 99% of them don't exceed, in milliseconds."""
    return [1000 * percentile(seconds, share) for share in (MEDIAN, 0.99)]


async def _enter(link: Link, crowd: Crowd) -> None:
    """Let the players of all games enter their channels."""
    channels, games = RedisChannels(link), crowd.games()
    while some := [*islice(games, AT_ONCE)]:
        entering = (
            channels.enter(game.table.place.channel, seat.user.id, seat.name)
            for game in some
            for seat in game.table.seats
            if isinstance(seat, Person)
        )
        await asyncio.gather(*entering)
    await channels.close()


async def _fill(link: Link, crowd: Crowd) -> None:
    """Store all games as the bot does."""
    games = crowd.games()
    while some := [*islice(games, AT_ONCE)]:

        def fill(pipeline: Any, some: Sequence[Game] = some) -> None:
            for game in some:
                keep(pipeline, game.table, game.record)
                for due in game.dues:
                    member = keys.falling(due.table, due.what)
                    pipeline.zadd(keys.due(due.table), {member: due.at})

        await link.batch(fill, seconds=MINUTE)


class Players:
    """People who press buttons in the web chat or, if the bots are public, on their pages."""

    def __init__(self, crowd: Crowd, store: RedisStore, bots: Bots, secret: bytes) -> None:
        self._crowd = crowd
        self._store = store
        self._bots = bots
        self._signed = URLSafeSerializer(secret, salt="persona")  # as in `bot.on_web.sessions`
        self._order = crowd.order()
        self._moved: set[int] = set()
        self.waits: list[float] = []
        """Seconds from each press to its answer."""
        self.outcomes: Counter[str] = Counter()
        """The answers by status."""
        self._pages = Pages(self._known)

    def _known(self, person: Person) -> Mapping[str, str]:
        """Return the headers with which a browser of this person is known."""
        cookie = self._signed.dumps([person.user.id, person.name])
        named = f"puluc-{person.user.id}={cookie}"
        if not self._bots.public:
            return {"Cookie": named}
        return {"Cookie": f"__Host-{named}", **forwarded(int(person.user.id))}

    @asynccontextmanager
    async def looking(self, wanted: bool) -> AsyncIterator[None]:
        """Open a page at each table, if wanted."""
        if not wanted:
            yield
            return
        tables = [game.table for game in self._crowd.games()]
        every = aiohttp.TCPConnector(limit=0)
        jar = aiohttp.DummyCookieJar()
        async with (
            aiohttp.ClientSession(connector=every, cookie_jar=jar) as session,
            asyncio.TaskGroup() as group,  # which ends everything if a page is refused
        ):
            urls = cycle([bot.url for bot in self._bots.running])
            listening = [asyncio.Event() for _ in tables]
            opened = [
                group.create_task(self._pages.open(session, *page))
                for page in zip(urls, tables, listening, strict=False)
            ]
            for each in listening:
                await each.wait()
            try:
                yield
            finally:
                for page in opened:
                    page.cancel()

    def told(self) -> Sequence[object]:
        """Return how long pages took until they were told of a press, and the mean size in KB."""
        waits = self._pages.waits
        if not waits:
            return "", "", ""
        return *_waited(waits), self._pages.bytes / len(waits) / 1000

    async def play(self, moves: int, seconds: float) -> None:
        """Move so often a minute, at that many tables."""
        self.waits.clear()
        self.outcomes.clear()
        self._pages.waits.clear()
        self._pages.bytes = 0
        pause, began = MINUTE / moves, time.monotonic()
        jar = aiohttp.DummyCookieJar()
        async with aiohttp.ClientSession(cookie_jar=jar) as session, asyncio.TaskGroup() as group:
            for turn, number in enumerate(self._order):
                wait = began + turn * pause - time.monotonic()
                if turn * pause >= seconds:
                    break
                await asyncio.sleep(max(wait, 0))
                bot = self._bots.running[turn % len(self._bots.running)]
                group.create_task(self._move(session, bot.url, number))

    async def _move(self, session: aiohttp.ClientSession, url: str, number: int) -> None:
        table = self._crowd.game(number).table
        if number in self._moved:
            table = await self._store.load(table.id) or table
        self._moved.add(number)
        if table.status is not Status.PLAYING:
            return
        person, code = self._crowd.press(table)
        body = {
            "persona": person.user.id,
            "channel": table.place.channel,
            "operation": f"press-{table.revision:08}",
            "code": code,
        }
        began = time.perf_counter()
        self._pages.pressed(table)
        where = f"{url}/api/press"
        async with session.post(where, json=body, headers=self._known(person)) as answer:
            await answer.read()
            self.outcomes[str(answer.status)] += 1
        self.waits.append(time.perf_counter() - began)


class Watch:
    """Measures the bots and the store from now on."""

    def __init__(self, bots: Bots, stored: Stored) -> None:
        self._bots = [bot.process.pid for bot in bots.running]
        self._servers = [node.process.pid for node in stored.primaries]
        self._clients = [node.client for node in stored.primaries]
        for client in self._clients:
            client.config_set("latency-tracking-info-percentiles", "100")
            client.config_resetstat()
        self._began, self._before = time.monotonic(), self._used()

    def _used(self) -> tuple[Usage, Usage]:
        return usage(self._bots), usage(self._servers)

    @property
    def seconds(self) -> float:
        """How long it has measured."""
        return time.monotonic() - self._began

    def figures(self) -> tuple[float, float, float, float, float, float, str]:
        """Return what was used and done since; see the module for each."""
        minutes, commands = self.seconds / MINUTE, 0
        (bot, server), (bot_before, server_before) = self._used(), self._before
        held, slowest = 0, (0.0, "")
        for client in self._clients:
            held += client.info("memory")["used_memory"]
            for name, told in client.info("commandstats").items():
                if not name.removeprefix("cmdstat_").startswith(OWN):
                    commands += told["calls"]
            for name, told in client.info("latencystats").items():
                command = name.removeprefix("latency_percentiles_usec_")
                if not command.startswith(OWN):
                    slowest = max(slowest, (told["p100"] / 1000, command))
        return (
            (bot.cpu - bot_before.cpu) / minutes,
            bot.memory / MEGABYTE,
            (server.cpu - server_before.cpu) / minutes,
            held / MEGABYTE,
            commands / (minutes * MINUTE),
            *slowest,
        )


if __name__ == "__main__":
    main()
