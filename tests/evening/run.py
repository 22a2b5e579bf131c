"""The evening: games for several and matches on all platforms, by people who press at random.

    make evening                                                             all of it
    .venv/bin/python -m tests.evening.run --rulesets aj-sayil --seats 4      a short one
    .venv/bin/python -m tests.evening.run --rulesets --no-matches            only Parchís
    .venv/bin/python -m tests.evening.run --help

It starts a store (the bundled server), both simulators and three bot processes; one after another
is killed (SIGKILL) and replaced. In each channel, people gather in a lobby: they join, change
sides, leave and add computers, until the game begins. Then whoever's turn it is presses a random
button of the board, while others press it wrongly, give up their seats, take them over and come
back. The last channels play matches and a series to their ends.

Then every game must be over, its record must lead to its position and its places, its throws must
follow from its seed, no commit may be lost or doubled, and the games of a match must follow one
another. The exit status is 1 if anything was wrong.

The clock runs twenty times too fast, so that the next game of a match begins by itself after three
seconds.
"""

import argparse
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random

import structlog

from bot.games.catalogue import games
from bot.store import codec
from bot.store.embedded import EmbeddedServer
from discord_simulator.simulator import DiscordSimulator
from engine.road.rulesets import MOPAN
from telegram_simulator.simulator import TelegramSimulator
from tests.evening.page import Hall
from tests.evening.party import Opening, Party, Report
from tests.evening.verdict import judged, judged_matches
from tests.evening.view import View
from tests.week.clock import FastClock
from tests.week.house import PROCESSES, ROOT, House
from tests.week.ledger import Ledger
from tests.week.mail import Mail
from tests.week.towns import Square, Town, Village

SPEED = 20
READY_SECONDS = 90.0
SETTLE_SECONDS = 3.0
GUESTS = 3
"""How many more people than seats are in a channel."""

PARCHIS = (
    {"ruleset": "parchis", "seats": "2"},
    {"ruleset": "parchis", "seats": "3", "start": "out"},
    {"ruleset": "parchis", "seats": "4", "start": "out", "end": "pairs"},
    {"ruleset": "parchis-twelve", "seats": "4", "start": "out"},
)
"""Games in which everyone plays alone, or opposite players together."""

MATCHES = (
    {"ruleset": "aj-sayil", "seats": "4", "match": "2", "warriors": "2"},
    {"ruleset": "aj-sayil", "seats": "4", "series": "mopan", "warriors": "2"},
    {"seats": "3", "series": "parchis,parchis-twelve", "start": "out", "end": "first"},
)

NAMES = ("Ana", "Ben", "Cy", "Eli", "Ixchel", "Juan", "Mo", "Rosa")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Play games for several and matches for an evening."
    )
    parser.add_argument("--rulesets", nargs="*", default=list(MOPAN), choices=MOPAN)
    parser.add_argument("--seats", nargs="*", type=int, default=[4, 6, 16])
    parser.add_argument("--platforms", nargs="*", default=["discord", "telegram", "web"])
    parser.add_argument("--no-parchis", action="store_true", help="road games only")
    parser.add_argument("--no-matches", action="store_true", help="single games only")
    parser.add_argument("--tables", type=int, default=4, help="games at the same time (4)")
    parser.add_argument("--kill", type=float, default=40, help="seconds between kills (40)")
    parser.add_argument("--minutes", type=float, default=10, help="the longest game (10)")
    parser.add_argument("--seed", type=int, default=None, help="random seed")
    parser.add_argument("--keep", type=Path, default=None, help="folder for logs and ledgers")
    return parser.parse_args()


def main() -> int:
    """Run the evening; return the exit status."""
    asked = _arguments()
    with ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        server = EmbeddedServer.start(folder / "data")
        stack.callback(server.release)
        return Evening(asked, folder, server.url, stack).run()


class Evening:
    """One run."""

    def __init__(
        self, asked: argparse.Namespace, folder: Path, store: str, stack: ExitStack
    ) -> None:
        seed = time.time_ns() % 2**32 if asked.seed is None else asked.seed
        print(f"seed {seed}")
        self._asked = asked
        self._seed = seed
        self._games = games()
        now = time.time()
        self._clock = FastClock(now, now, SPEED)
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
        self._house = House(folder, self._clock, settings, has_pages=True)
        stack.callback(self._house.stop)
        self._view = stack.enter_context(View(store, self._clock))
        self._report = Report()

    def run(self) -> int:
        """Play all games, and judge them."""
        self._house.start()
        towns: dict[str, Town] = {
            "discord": Village(self._discord, Mail(self._clock)),
            "telegram": Square(self._telegram, Mail(self._clock)),
            "web": Hall(self._house.ports, self._clock),
        }
        self._discord.wait(lambda: len(self._discord.sessions) >= PROCESSES, READY_SECONDS)
        self._discord.wait_for_bot(PROCESSES)
        self._telegram.wait_for_bot()
        # Each game begins in another way on each platform.
        parties = [
            self._party(towns[platform], number, options, openings[number % len(openings)])
            for platform, openings in zip(self._asked.platforms, _openings(), strict=False)
            for number, options in enumerate(self._all_options())
        ]
        began, done = time.monotonic(), threading.Event()
        killer = threading.Thread(target=self._kill, args=(done,))
        killer.start()
        with ThreadPoolExecutor(self._asked.tables) as hands:
            list(hands.map(self._spend, parties))
        seconds = time.monotonic() - began
        done.set()
        killer.join()
        time.sleep(SETTLE_SECONDS)
        self._house.stop()
        list(self._ledger.news())
        return self._judge(seconds)

    def _all_options(self) -> Iterator[dict[str, str]]:
        for ruleset in self._asked.rulesets:
            for seats in self._asked.seats:
                yield {"ruleset": ruleset, "seats": str(seats)}
        games = () if self._asked.no_parchis else PARCHIS
        matches = () if self._asked.no_matches else MATCHES
        yield from (*games, *matches)

    def _party(self, town: Town, number: int, options: dict[str, str], opening: Opening) -> Party:
        chance = Random(f"{self._seed} {town.platform} {number}")
        count = int(options["seats"]) + GUESTS
        people = [town.person(f"{chance.choice(NAMES)}{number}-{n}") for n in range(count)]
        return Party(
            town=town,
            place=town.channel(f"maize-{number}", *people),
            people=people,
            options=options,
            opening=opening,
            games=self._games,
            view=self._view,
            chance=chance,
            report=self._report,
            seconds=60 * self._asked.minutes,
        )

    def _spend(self, party: Party) -> None:
        try:
            party.spend_the_evening()
        except Exception as error:
            # One channel's trouble must not end the evening of the others.
            self._report.faults.append(f"{party.options}: {type(error).__name__}: {error}"[:300])

    def _kill(self, done: threading.Event) -> None:
        chance = Random(self._seed)
        while not done.wait(self._asked.kill):
            self._house.kill_one(chance)

    def _judge(self, seconds: float) -> int:
        report, faults = self._report, self._report.faults
        tables = {id_: self._view.table(id_) for id_ in self._ledger.tables}
        faults += [f"{one.table.id}: a step was committed twice" for one in self._ledger.doubled]
        for id_, table in tables.items():
            faults += judged(self._games, table, self._view.record(id_))
            if self._ledger.complete(table, self._view.record(id_)):
                faults.append(f"{id_}: a step has no commit")
        faults += judged_matches(self._games, tables)
        faults += [*self._discord.violations, *self._telegram.violations]
        faults += [f"a process ended by itself: {status}" for status in self._house.ended]
        faults += [
            f"error in a log: {event}"[:300]
            for event in self._house.events()
            if event.get("level") in ("error", "critical")
        ]
        kills = len(self._house.kills)
        print(f"{len(tables)} games, {report.moves} moves by people, {kills} kills")
        moves = sum(table.moves for table in tables.values())
        print(f"{moves} moves in {seconds:.0f} s: {moves / seconds:.1f} a second")
        people = report.moves / max(moves, 1)
        print(f"{people:.0%} of all moves by people")
        large = [table for table in tables.values() if len(table.seats) == 16]
        if large:
            count = len(large)
            records = sum(self._view.sizes(table.id for table in large)) / count
            stored = sum(len(codec.write(table)) for table in large) / count
            turns = sum(table.moves for table in large) / count
            print(
                f"a game with 16 seats: {turns:.0f} moves, {records:.0f} bytes of record, "
                f"{stored:.0f} bytes of table"
            )
        print("\nacts")
        for name, number in sorted(report.acts.items()):
            print(f"  {name}: {number}")
        print("\nrefused")
        for name, number in report.refused.most_common(12):
            print(f"  {number} x {name}")
        print(f"\nwrong: {len(faults)}")
        for fault in faults[:40]:
            print(f"  {fault}")
        return 1 if faults else 0


def _openings() -> Iterator[Sequence[Opening]]:
    """Yield all openings, each time beginning with the next one."""
    openings = deque(Opening)
    while True:
        yield tuple(openings)
        openings.rotate(-1)


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    sys.exit(main())
