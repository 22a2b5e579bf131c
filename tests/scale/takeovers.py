"""How long it takes until the others make good what a killed process leaves behind.

    PYTHONPATH=tests/simulators .venv/bin/python -m tests.scale.takeovers --times 10

It starts a store, both simulators and three bot processes, which all serve Discord, Telegram and
the web chat. In each round, two people on each platform play a game of their own and press buttons
every 0.2 seconds, in turn or not. The process that polls Telegram is killed (SIGKILL) a moment
after a press on each platform, and replaced at the end of the round.

- answered: seconds from the kill to the first answer to a press that came after it. On Telegram the
  lease of the dead process must expire; on Discord every process hears every press; on the web,
  presses go to all processes in turn, as from a load balancer that doesn't know yet who is dead
- boards left: how often the store had a newer revision than the place showed when the process died
- shown: seconds from the kill until another process had shown such a board, or a later one of the
  same table, which it notes once the platform has accepted it

Then a process is killed as soon as it has claimed due work, in turn the moves of computers and
deadlines. The others are stopped (SIGSTOP) until then, so that they can't claim it, and go on at
different moments within a second, as idle processes look for work every second.

- left: pieces of work that the process had claimed and not finished
- done: seconds from the kill until another process had done them

What took longer than 30 seconds counts as 30 and as "late".
"""

import argparse
import asyncio
import math
import signal
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.play.move import Move
from bot.games.catalogue import games
from bot.store import keys
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import DEADLINE, LEASE_SECONDS, THINK, Due
from bot.table.people import Place, Platform, User
from bot.table.seats import Computer
from bot.table.table import Status, Table
from discord_simulator.simulator import DiscordSimulator
from engine import Choose
from simulation.changes import PATIENCE_SECONDS
from telegram_simulator.simulator import TelegramSimulator
from tests.evening.page import Hall
from tests.scale.figures import MEDIAN, percentile, sheet
from tests.scale.processes import ROOT, Bot, Bots
from tests.scale.stores import KINDS, SERVER, fresh
from tests.week.mail import Mail, Sent
from tests.week.towns import Square, Town, Village

PROCESSES: Final = 3
PRESS_SECONDS: Final = 0.2
WARM_SECONDS: Final = 2.0
"""How long people play before the kill."""

LATE_SECONDS: Final = 30.0
LOOK_SECONDS: Final = 0.02
FLIGHT_SECONDS: Final = (0.01, 0.06)
"""How long before the kill everyone presses once more: the shortest and the longest time."""

HANDS: Final = 128
"""How many presses can wait for their answers at the same time."""

LONG: Final = {"road": "31", "warriors": "9"}
"""The options of a game that lasts longer than a round."""

MOVE: Final = "computer's move"

GAMES: Final = 4
"""How many games against a computer there are when a process is killed at work."""

DEADLINES: Final = 8
"""How many deadlines of each of these games fall due."""

CLAIM_SECONDS: Final = 5.0
"""How long the process may take to claim the work."""

IDLE_SECONDS: Final = 1.0
"""How long after the kill the others go on, at most."""

WORK_HEADINGS = ("work", "kills", "left", "done: median s", "max s", "late")

HEADINGS = (
    *("platform", "kills", "answered: median s", "max s", "late"),
    *("boards left", "shown: median s", "max s", "late"),
)


@dataclass(slots=True)
class Seen:
    """What was measured on a platform: seconds for each kill, and for each board left unshown."""

    answered: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)

    def row(self, platform: Platform) -> Sequence[object]:
        """Return the platform's row of the result."""
        return (platform.value, *_summary(self.answered), *_summary(self.shown))


def _summary(seconds: Sequence[float]) -> Sequence[object]:
    late = sum(one >= LATE_SECONDS for one in seconds)
    most = max(seconds, default=math.nan)
    return len(seconds), percentile(seconds, MEDIAN), most, late


@dataclass(slots=True)
class Game:
    """A game on a platform, and when its presses were made and answered."""

    town: Town
    people: tuple[User, User]
    place: Place
    answers: list[tuple[float, float]] = field(default_factory=list)

    @classmethod
    def begin(cls, town: Town, name: str, options: Mapping[str, str] = LONG) -> "Game":
        """Let two people begin a game in a channel of their own."""
        host, guest = town.person("Ana"), town.person("Ben")
        game = cls(town, (host, guest), town.channel(name, host, guest))
        town.say(host, game.place, "challenge", guest, **options)
        _wait(lambda: game._pressed(guest, lambda act: isinstance(act, Accept)))
        _wait(lambda: any(map(game.press, game.people)))
        return game

    @classmethod
    def practise(cls, town: Town, name: str, options: Mapping[str, str] = LONG) -> "Game":
        """Let a person begin a game against a computer, and wait for their turn."""
        host = town.person("Ana")
        game = cls(town, (host, host), town.channel(name, host))
        town.say(host, game.place, "practice", **{"level": "medium", **options})
        _wait(lambda: game._pressed(host, lambda act: isinstance(act, Accept)))
        _wait(lambda: any(map(_offers_move, town.mail.here(game.place))))
        return game

    def press(self, user: User) -> bool:
        """Press a move, in turn or not; return whether that was answered."""
        return self._pressed(user, lambda act: isinstance(act, Move))

    def _pressed(self, user: User, wanted: Callable[[Act], bool]) -> bool:
        began = time.monotonic()
        with suppress(TimeoutError, AssertionError):  # nobody answers, or the button has gone
            pressed = self.town.press(user, self.place, wanted)
            if pressed is not None and pressed.answered:
                self.answers.append((began, time.monotonic()))
                return True
        return False

    async def is_answered_since(self, at: float) -> bool:
        """Return whether a press made after a moment was answered."""
        return self.answered_since(at) is not None

    def answered_since(self, at: float) -> float | None:
        """Return when the first press made after a moment was answered, None if none was."""
        return min((answer for press, answer in [*self.answers] if press > at), default=None)


def _offers_move(sent: Sent) -> bool:
    return any(isinstance(act, Move) for act in sent.last.acts)


def _wait(seen: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not seen():
        if time.monotonic() > until:
            raise TimeoutError("the game doesn't begin")
        time.sleep(PRESS_SECONDS)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Measure how long takeovers take.")
    parser.add_argument("--times", type=int, default=10, help="how many kills (10)")
    parser.add_argument("--store", choices=KINDS, default=SERVER, help="(server)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (1)")
    return parser


def main() -> None:
    """Kill processes and print what followed."""
    asked = parser().parse_args()
    with ExitStack() as stack:
        folder, store = stack.enter_context(fresh(asked.store))
        rounds = Rounds(folder, store.url, stack, Random(asked.seed))
        asyncio.run(rounds.run(asked.times))
        print(sheet(HEADINGS, (seen.row(platform) for platform, seen in rounds.seen.items())))
        work = ((what, asked.times, *_summary(done)) for what, done in rounds.work.items())
        print(sheet(WORK_HEADINGS, work))


class Rounds:
    """Three processes on all platforms, of which one after another is killed."""

    def __init__(self, folder: Path, url: str, stack: ExitStack, chance: Random) -> None:
        self._url = url
        self._chance = chance
        self._discord = stack.enter_context(DiscordSimulator())
        self._telegram = stack.enter_context(TelegramSimulator())
        self._discord.limit(1_000_000, 1)
        settings = {
            "REDIS_URL": url,
            "DISCORD_API_URL": self._discord.url,
            "DISCORD_TOKEN": self._discord.token,
            "TELEGRAM_API_URL": self._telegram.url,
            "TELEGRAM_TOKEN": self._telegram.token,
            "TELEGRAM_GROUP_MINUTE": "1000000",
        }
        self._bots = Bots(folder, settings)
        stack.callback(self._bots.stop)
        self._hands = stack.enter_context(ThreadPoolExecutor(HANDS))
        self._victim: Bot | None = None
        self._ports: Sequence[int] = ()
        self._turns: Iterator[int] = count()
        self._towns: tuple[Town, ...] = (
            Village(self._discord, Mail(time.time)),
            Square(self._telegram, Mail(time.time)),
            Hall(self._next_ports, time.time),
        )
        self.seen: dict[Platform, Seen] = defaultdict(Seen)
        self.work: dict[str, list[float]] = {MOVE: [], DEADLINE: []}

    def _next_ports(self) -> Sequence[int]:
        """Return the ports of all pages: first the victim's, or another one once it is dead."""
        victim = self._victim
        alive = victim is None or victim.process.poll() is None
        first = 0 if alive else next(self._turns) % len(self._ports)
        return [*self._ports[first:], *self._ports[:first]]

    async def run(self, times: int) -> None:
        """Kill so many processes."""
        link = Link(self._url)
        store = RedisStore(link)
        for _ in range(PROCESSES):
            self._bots.start()
        for number in range(times):
            self._discord.gateway.identified.clear()  # there is a limit for a day
            await asyncio.to_thread(self._gather)
            await self._kill_one(store, f"plaza-{number}")
            self._bots.start()
        for number, what in enumerate([*self.work] * times):
            self._discord.gateway.identified.clear()
            await asyncio.to_thread(self._gather)
            await self._kill_at_work(store, link, f"desk-{number}", what)
            self._bots.start()
        await link.close()

    def _gather(self) -> None:
        """Wait until all processes serve all platforms, and choose the victim: who polls."""
        self._bots.wait()
        self._discord.wait(lambda: len(self._discord.sessions) >= PROCESSES)
        self._discord.wait_for_bot(PROCESSES)
        self._telegram.wait_for_bot()
        self._victim = poller(self._bots.running)
        others = (bot.port for bot in self._bots.running if bot is not self._victim)
        self._ports = [self._victim.port, *others]

    async def _kill_one(self, store: RedisStore, name: str) -> None:
        begin = (asyncio.to_thread(Game.begin, town, name) for town in self._towns)
        games = await asyncio.gather(*begin)
        assert self._victim is not None
        async with asyncio.TaskGroup() as group:
            pressing = [group.create_task(self._keep_pressing(game)) for game in games]
            await asyncio.sleep(WARM_SECONDS)
            for game in games:
                for user in game.people:
                    self._hands.submit(game.press, user)
            await asyncio.sleep(self._chance.uniform(*FLIGHT_SECONDS))
            killed = time.monotonic()
            self._bots.kill(self._victim)
            await asyncio.gather(*(self._measure(store, game, killed) for game in games))
            for task in pressing:
                task.cancel()

    async def _kill_at_work(self, store: RedisStore, link: Link, name: str, what: str) -> None:
        """Kill the victim once it has claimed work, and measure when the others have done it."""
        names = (f"{name}-{number}" for number in range(GAMES))
        hall = self._towns[-1]
        practices = (asyncio.to_thread(Game.practise, hall, name) for name in names)
        played = await asyncio.gather(*practices)
        tables = [table for game in played for table in await store.tables_in(game.place)]
        others = [bot.process for bot in self._bots.running if bot is not self._victim]
        for process in others:
            process.send_signal(signal.SIGSTOP)
        if what == MOVE:
            dues = [Due(table.id, THINK, 0) for table in tables]
            for game in played:
                self._hands.submit(game.press, game.people[0])
        else:
            numbers = range(DEADLINES)
            dues = [
                Due(table.id, f"{DEADLINE}:{n}", time.time()) for table in tables for n in numbers
            ]
            await asyncio.gather(*(store.schedule(due) for due in dues))
        late = time.monotonic() + CLAIM_SECONDS
        while not await _any_claimed(link, dues) and time.monotonic() < late:
            pass  # handlers take a few milliseconds
        assert self._victim is not None
        killed = time.monotonic()
        self._bots.kill(self._victim)
        loop = asyncio.get_running_loop()
        for process in others:
            rest = self._chance.uniform(0, IDLE_SECONDS)
            loop.call_later(rest, process.send_signal, signal.SIGCONT)
        await asyncio.gather(*(self._measure_work(store, link, due, what, killed) for due in dues))

    async def _measure_work(
        self, store: RedisStore, link: Link, due: Due, what: str, killed: float
    ) -> None:
        """Measure when a due has been done, unless the victim has done it."""
        waits = _computer_waits if what == MOVE else _is_due
        if await waits(store, link, due):
            revision = await _revision(store, due)

            async def done() -> bool:
                moved = what == MOVE and await _revision(store, due) > revision
                return moved or not await waits(store, link, due)

            self.work[what].append(await _when(done, killed + LATE_SECONDS) - killed)

    async def _keep_pressing(self, game: Game) -> None:
        """Press every 0.2 seconds, as one player and the other, whether or not that is answered."""
        for user in cycle(game.people):
            self._hands.submit(game.press, user)
            await asyncio.sleep(PRESS_SECONDS)

    async def _measure(self, store: RedisStore, game: Game, killed: float) -> None:
        """Measure what the others make good on one platform."""
        (table,) = await store.tables_in(game.place)
        seen = self.seen[game.town.platform]
        if not await _shows(store, table):
            at = await _when(lambda: _shows(store, table), killed + LATE_SECONDS)
            seen.shown.append(at - killed)
        await _when(lambda: game.is_answered_since(killed), killed + LATE_SECONDS)
        answered = game.answered_since(killed) or math.inf
        seen.answered.append(min(answered - killed, LATE_SECONDS))


async def _when(seen: Callable[[], Awaitable[bool]], late: float) -> float:
    """Wait until something is seen, or it is late; return when that was."""
    while not await seen():
        if time.monotonic() > late:
            return late
        await asyncio.sleep(LOOK_SECONDS)
    return time.monotonic()


async def _any_claimed(link: Link, dues: Sequence[Due]) -> bool:
    """Return whether a process has claimed any of these: they fall due again in some seconds."""
    soon = time.time() + LEASE_SECONDS / 2
    return any(at is not None and at > soon for at in await _fall_due(link, dues))


async def _fall_due(link: Link, dues: Sequence[Due]) -> Sequence[float | None]:
    """Return when dues fall due, or when the claims on them expire; None for those done."""

    def scores(pipeline: Any) -> None:
        for due in dues:
            pipeline.zscore(keys.due(due.table), keys.falling(due.table, due.what))

    return await link.batch(scores)


async def _is_due(_: RedisStore, link: Link, due: Due) -> bool:
    """Return whether a due is not done."""
    return (await _fall_due(link, [due]))[0] is not None


async def _computer_waits(store: RedisStore, _: Link, due: Due) -> bool:
    """Return whether a computer is to move."""
    table = await store.load(due.table)
    if table is None or table.status is not Status.PLAYING:
        return False
    known = games()
    phase = known.game(table.header).phase(known.position(table))
    return isinstance(phase, Choose) and isinstance(table.seats[phase.seat], Computer)


async def _revision(store: RedisStore, due: Due) -> int:
    table = await store.load(due.table)
    return 0 if table is None else table.revision


async def _shows(store: RedisStore, table: Table) -> bool:
    """Return whether a table's place shows this revision, or a later one."""
    shown = await store.shown(table.id, table.place)
    return shown is not None and shown.revision >= table.revision


def poller(bots: Sequence[Bot]) -> Bot:
    """Return the process that got the lease on polling Telegram last."""
    leases = {
        event["lease"]: bot
        for bot in bots
        for event in bot.events()
        if event.get("event") == "telegram.polling"
    }
    return leases[max(leases)]


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    main()
