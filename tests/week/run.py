"""The week: 200 games on Discord and Telegram, on a clock that runs a thousand times too fast.

    make week                                       a week in ten minutes
    .venv/bin/python -m tests.week.run --minutes 1 --days 1 --tables 40      a short one
    .venv/bin/python -m tests.week.run --help

It starts a store (the bundled server), both simulators and three bot processes, which all serve
both platforms. One process after another is killed (SIGKILL) and replaced. People challenge each
other with various paces, and set their reminders, quiet hours and time zone with the bot's own
commands. Some play within minutes, some within hours, some only when reminded or never; they sleep
at night, go on vacation, leave, block the bot, refuse private messages, claim wins, give days,
nudge, and offer undos, draws and pauses. All of that goes over the wire.

Then it compares three records: what the simulators delivered, what the processes committed (their
ledger, `ledger.py`, and their log), and the games' records in the store. It prints how often, when
and where people were reminded, how late deadlines were acted on, and what was wrong (`verdict.py`).
The exit status is 1 if anything was.

The clock is the only thing that runs fast. The machine doesn't, so what takes a second of real time
takes a quarter of an hour of table time: a sweep of overdue boards and a poll for due work come
every second, which is every 17 minutes at 1008-fold speed. What is late by that is not wrong; the
report gives both times. Leases of due work run on the fast clock, and so expire after 30
milliseconds: the processes handle the same work at the same time far more often than they ever
would, which only idempotence can survive. The limit of Telegram messages per group and minute is
lifted, and so is Discord's per second, because they count in real time.

The run begins on a Tuesday before the end of summer time in Europe, so that quiet hours cross it.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import structlog

from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.preferences import Preferences, Where
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.simulator import TelegramSimulator
from tests.week.clock import FastClock
from tests.week.evidence import AFTER_KILL_SECONDS, Evidence, Findings
from tests.week.house import PROCESSES, ROOT, House
from tests.week.ledger import Ledger
from tests.week.life import Citizen, Life
from tests.week.mail import Mail, Sent
from tests.week.people import DAY, characters, terms
from tests.week.towns import Square, Town, Village
from tests.week.verdict import FAULTS, figures, judge

EPOCH = datetime(2026, 10, 20, tzinfo=UTC).timestamp()
SETTLE_SECONDS = 5.0
"""How long the processes go on when the people have stopped, in real seconds."""

READY_SECONDS = 90.0
SETTLERS = 8
"""How many people set their preferences, and challenge each other, at the same moment."""

LOOK_SECONDS = 0.05


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play for a week on a fast clock.")
    parser.add_argument("--minutes", type=float, default=10, help="real minutes (10)")
    parser.add_argument("--days", type=float, default=7, help="days of table time (7)")
    parser.add_argument("--tables", type=int, default=200, help="games at the beginning (200)")
    parser.add_argument("--kill", type=float, default=60, help="seconds between kills (60)")
    parser.add_argument("--tolerance", type=float, default=3, help="real seconds (3)")
    parser.add_argument("--seed", type=int, default=None, help="random seed")
    parser.add_argument(
        "--keep", type=Path, default=None, help="folder for logs, ledgers and messages"
    )
    return parser.parse_args()


def main() -> int:
    """Run the week; return the exit status."""
    asked = _arguments()
    with ExitStack() as stack:
        folder = asked.keep
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        server = EmbeddedServer.start(folder / "data")
        stack.callback(server.release)
        return Week(asked, folder, server.url, stack).run()


class Week:
    """One run."""

    def __init__(
        self, asked: argparse.Namespace, folder: Path, store: str, stack: ExitStack
    ) -> None:
        seed = time.time_ns() % 2**32 if asked.seed is None else asked.seed
        print(f"seed {seed}, {asked.tables} games, {asked.days:g} days in {asked.minutes:g} min")
        self._asked = asked
        self._store = store
        self._chance = Random(seed)
        speed = asked.days * DAY / (asked.minutes * 60)
        self._clock = FastClock(EPOCH, time.time(), speed)
        self._discord = stack.enter_context(DiscordSimulator())
        self._telegram = stack.enter_context(TelegramSimulator(self._clock))
        self._discord.limit(1_000_000, 1)
        self._ledger = Ledger(folder)
        settings = {
            "REDIS_URL": store,
            "DISCORD_API_URL": self._discord.url,
            "DISCORD_TOKEN": self._discord.token,
            "TELEGRAM_API_URL": self._telegram.url,
            "TELEGRAM_TOKEN": self._telegram.token,
            "TELEGRAM_GROUP_MINUTE": "1000000",
        }
        self._house = House(folder, self._clock, settings)
        stack.callback(self._house.stop)
        self._mails = (Mail(self._clock), Mail(self._clock))
        self._homes: dict[User, Place] = {}
        self._left: dict[User, float] = {}
        self._records: dict[TableId, tuple[str, ...]] = {}
        self._away: dict[User, tuple[float, float]] = {}
        self._missing = 0
        self._pairs: list[tuple[Citizen, Citizen, Place]] = []

    def run(self) -> int:
        """Live through the week and judge it."""
        self._house.start()
        towns = (
            Village(self._discord, self._mails[0]),
            Square(self._telegram, self._mails[1]),
        )
        self._discord.wait(lambda: len(self._discord.sessions) >= PROCESSES, READY_SECONDS)
        self._discord.wait_for_bot(PROCESSES)
        self._telegram.wait_for_bot()
        begun = self._clock()
        end = begun + self._asked.days * DAY
        citizens = dict(self._settle(towns, begun, end - begun))
        life = Life(self._clock, citizens, self._chance)
        self._prefer(citizens)
        life.begin(self._homes, self._left)
        self._challenge()
        self._live(life, end)
        ended = self._clock()
        life.stop()
        time.sleep(SETTLE_SECONDS)
        self._house.stop()
        for commit in self._ledger.news():
            life.noticed(commit)
        asyncio.run(self._collect(citizens))
        evidence = self._evidence(life, begun, ended)
        self._write_down(evidence.sent)
        return self._report(evidence, judge(evidence), life)

    def _settle(
        self, towns: tuple[Town, ...], begun: float, seconds: float
    ) -> Iterator[tuple[User, Citizen]]:
        """Create people in two rings: each plays with the next one, and with the one before."""
        for town in towns:
            number = self._asked.tables // len(towns)
            people = [
                Citizen(town.person(who.name), who, town)
                for who in characters(number, begun, seconds, self._chance)
            ]
            yield from ((one.user, one) for one in people)
            for host, guest in zip(people, [*people[1:], people[0]], strict=True):
                place = town.channel("maize", host.user, guest.user)
                self._homes.setdefault(host.user, place)
                self._pairs.append((host, guest, place))

    def _prefer(self, citizens: Mapping[User, Citizen]) -> None:
        """Let everyone set their preferences, until the store has all of them."""

        def prefer(one: Citizen) -> None:
            one.town.prefer(one.user, self._homes[one.user], one.character.preferences)

        until, left = time.monotonic() + READY_SECONDS, list(citizens.values())
        while left:
            if time.monotonic() > until:
                raise TimeoutError(f"{len(left)} people could not set their preferences")
            with ThreadPoolExecutor(SETTLERS) as hands:
                list(hands.map(prefer, left))
            time.sleep(1)
            known = asyncio.run(self._preferences(one.user for one in left))
            left = [one for one in left if not _has(known[one.user], one)]
        for one in citizens.values():
            if not one.character.takes_private:
                one.town.refuse_private(one.user)

    def _challenge(self) -> None:
        def challenge(number: int) -> None:
            host, guest, place = self._pairs[number]
            host.town.say(host.user, place, "challenge", guest.user, **terms(number))

        with ThreadPoolExecutor(SETTLERS) as hands:
            list(hands.map(challenge, range(len(self._pairs))))

    def _live(self, life: Life, end: float) -> None:
        """Let people live, and kill a process now and then."""
        kill = time.monotonic() + self._asked.kill
        day = 0
        while (now := self._clock()) < end:
            for commit in self._ledger.news():
                life.noticed(commit)
            life.live()
            self._house.keep()
            if time.monotonic() >= kill:
                kill += self._asked.kill
                self._house.kill_one(self._chance)
            if (now - EPOCH) // DAY > day:
                day = int((now - EPOCH) // DAY)
                print(f"day {day}: {sum(life.acts.values())} acts", flush=True)
            time.sleep(LOOK_SECONDS)

    async def _preferences(self, users: Iterator[User]) -> dict[User, Preferences]:
        link = Link(self._store)
        store = RedisStore(link, self._clock)
        found = {user: await store.preferences(user) for user in users}
        await link.close()
        return found

    async def _collect(self, users: Iterable[User]) -> None:
        """Read from the store what the games and the people came to."""
        link = Link(self._store)
        store = RedisStore(link, self._clock)
        for id_ in list(self._ledger.tables):
            if (table := await store.load(id_)) is not None:
                self._records[id_] = await store.record(id_)
                self._missing += self._ledger.complete(table, self._records[id_])
        for user in users:
            vacation = (await store.preferences(user)).vacation
            if vacation is not None:
                self._away[user] = (float(vacation.start), float(vacation.until))
        await link.close()

    def _evidence(self, life: Life, began: float, ended: float) -> Evidence:
        return Evidence(
            clock=self._clock,
            began=began,
            ended=ended,
            tolerance=self._asked.tolerance,
            kills=self._house.kills,
            tables=self._ledger.tables,
            citizens=life.citizens,
            sent=[message for mail in self._mails for message in mail.sent],
            pressed=life.pressed,
            records=self._records,
            left=self._left,
            away=self._away,
        )

    def _write_down(self, sent: Iterable[Sent]) -> None:
        """Keep all messages next to the ledgers and logs, one to a line."""
        with (self._house.folder / "messages.jsonl").open("w") as file:
            for one in sent:
                looks = [(round(look.at), look.board, look.text[:200]) for look in one.looks]
                called = sorted(map(str, one.called))
                line = [str(one.place), one.id, round(one.at), called, one.deleted, looks]
                file.write(json.dumps(line) + "\n")

    def _report(self, evidence: Evidence, findings: Findings, life: Life) -> int:
        speed, wrong = self._clock.speed, findings.wrong
        wrong["unexplained step"] += self._missing + len(self._ledger.doubled)
        self._judge_log(findings)
        wrong["request that a platform never accepts"] = len(self._violations)
        for status in self._house.ended:
            findings.fault("process that ended by itself", "status", status)
        print(f"\n{len(evidence.tables)} games, {len(evidence.kills)} kills, speed {speed:g}")
        for title, counted in (("acts", life.acts), ("notes", findings.noted)):
            print(f"\n{title}")
            for name, number in sorted(counted.items()):
                print(f"  {name}: {number}")
        print("\nreminders per turn (nudges apart):", _histogram(findings.reminders_per_turn))
        print("calls per turn, with the board that begins it:", _histogram(findings.calls_per_turn))
        print("reminders, nudges and decisions by the reader's hour:", _histogram(findings.hours))
        print("from decision to arrival:", figures(findings.delays, speed))
        print("deadlines acted on after:", figures(findings.late, speed))
        allowed = ", ".join(
            f"{seconds:g} s ({seconds * speed / 60:.0f} min of table time){when}"
            for seconds, when in ((evidence.tolerance, ""), (AFTER_KILL_SECONDS, " after a kill"))
        )
        print("tolerated, and not counted as wrong below:", allowed)
        print("\nwrong")
        for name in (*FAULTS, *sorted(wrong.keys() - set(FAULTS))):
            print(f"  {name}: {wrong[name]}")
            for example in findings.examples[name]:
                print(f"    {example}")
        return 1 if any(wrong.values()) else 0

    @property
    def _violations(self) -> list[str]:
        return [*self._discord.violations, *self._telegram.violations]

    def _judge_log(self, findings: Findings) -> None:
        """Count what the processes have logged, and compare it with the ledger."""
        decided = sum(
            commit.cause == "deadline"
            for steps in self._ledger.tables.values()
            for commit in steps.values()
        )
        logged = 0
        for event in self._house.events():
            name = f"{event.get('level')}: {event.get('event')}"
            logged += event.get("event") == "table.time-up"
            if event.get("level") in ("error", "critical"):
                findings.fault("error in a log", event.get("event"), str(event)[:300])
            elif event.get("level") == "warning":
                findings.noted[f"logged {name}"] += 1
        findings.noted["deadlines in the ledger"] = decided
        findings.noted["deadlines in the logs"] = logged
        if logged > decided:
            findings.fault("deadline acted on twice", f"{logged} logged, {decided} committed")


def _has(preferences: Preferences, one: Citizen) -> bool:
    who = one.character
    quiet = preferences.quiet
    return (
        preferences.zone == who.zone.key
        and (preferences.where is not Where.CHANNEL) == who.private
        and preferences.reminders.value == who.reminders
        and (None if quiet is None else (quiet.start, quiet.end)) == who.quiet
    )


def _histogram(counted: Mapping[int, int]) -> str:
    return ", ".join(f"{value}: {number}" for value, number in sorted(counted.items())) or "none"


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    sys.exit(main())
