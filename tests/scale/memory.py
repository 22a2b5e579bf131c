"""How much memory a process takes, with those that draw and think for it.

    PYTHONPATH=tests/simulators .venv/bin/python -m tests.scale.memory

It starts a store, both simulators and one bot process with the usual settings: first without
tokens, and then one that serves Discord, Telegram and the web chat. There people play games of all
rulesets, ask for hints and odds in games against the strongest computer, and look back on what has
been played, in all languages: at each page, picture, animation and review. In the end, nobody does
anything.

- bot, nursery, ...: MB of the process and of those that it has started, at the end of each scene;
  of pages that they share, each has a part (PSS). 0 if there is no such process
- sum: MB of all together then
- peak: MB of all together when it was most, in looks 0.1 seconds apart
- started: how many worker processes had been started by then
"""

import argparse
import json
import re
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from prometheus_client.parser import text_string_to_metric_families
from redis import Redis
from typing_extensions import override

from bot.games.catalogue import games
from bot.store import keys
from bot.table.settings import Colours
from bot.texts.catalogue import catalogue
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.simulator import TelegramSimulator
from tests.evening.page import Hall
from tests.scale.figures import sheet
from tests.scale.processes import ROOT, Bot, Bots, usage
from tests.scale.stores import SERVER, fresh
from tests.scale.takeovers import Game
from tests.week.mail import Mail
from tests.week.towns import Square, Town, Village

MEGABYTE: Final = 10**6
SETTLE_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 0.1
IDLE_SECONDS: Final = 90.0

AT_ONCE: Final = 6
"""How many games each platform has at a time."""

PRACTICES: Final = 6
"""How many games against a computer are played, each of so many presses."""

PRESSES: Final = 6

GAMES: Final = 12
"""How many games are looked at step by step."""

VISITORS: Final = 4
"""How many pages are asked for at a time."""

PAGE_SECONDS: Final = 60.0
"""How long a visitor waits for a page."""

MEMORY: Final = "puluc_memory_bytes"
STARTED: Final = "puluc_worker_starts_total"
PROCESSES: Final = ("bot", "nursery", "boards", "players", "watchers", "reviewers")
HEADINGS: Final = ("scene", *PROCESSES, "sum", "peak", "started")

LINK: Final = re.compile(r'"(/(?:g|rules|art|home|learn|static)/[^"#]+)"')
"""What pages and their JSON link to."""

ABOUT_GAME: Final = ("", "/state", "/steps", "/judged", "/text", "/fair", "/review", "/replay.gif")
"""What there is about each game, by the end of its address."""


class Watch(threading.Thread):
    """Looks again and again at the memory of a process with its workers."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(daemon=True)
        self._bot = bot
        self._ended = threading.Event()
        self._peak = 0

    @override
    def run(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            self._peak = max(self._peak, self._now())

    def end(self) -> None:
        """Look no more."""
        self._ended.set()
        self.join()

    def row(self, scene: str) -> Sequence[object]:
        """Return the row of a scene that ends now, and begin the next one."""
        told = metrics(self._bot)
        shares = [told[MEMORY, process] for process in PROCESSES]
        started = sum(count for (name, _), count in told.items() if name == STARTED)
        everything = self._now()
        self._peak, peak = 0, max(self._peak, everything)
        in_megabytes = (round(each / MEGABYTE) for each in (*shares, everything, peak))
        return (scene, *in_megabytes, round(started))

    def _now(self) -> int:
        return usage([self._bot.process.pid]).memory


@dataclass(slots=True)
class Players:
    """People on a platform who play one game after another."""

    town: Town
    rulesets: Iterator[str]
    enough: threading.Event
    _playing: list[Game] = field(default_factory=list)

    def play(self) -> None:
        """Play until it is enough."""
        self._playing = [self._begin() for _ in range(AT_ONCE)]
        while not self.enough.is_set():
            for number, game in enumerate(self._playing):
                pressed = [game.press(user) for user in game.people]
                if not any(pressed) and not self.enough.is_set():
                    self._playing[number] = self._begin()  # that one is over

    def _begin(self) -> Game:
        ruleset = next(self.rulesets)
        return Game.begin(self.town, f"{ruleset}-{time.monotonic_ns()}", {"ruleset": ruleset})


class Visitors:
    """People who look at pages in one language after another, and at what they link to."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._languages = cycle(catalogue(games().texts).languages)
        self._seen: set[str] = set()
        self.failed: Counter[int] = Counter()
        """How many answers were errors, by their status."""

    def visit(self, paths: Sequence[str]) -> None:
        """Look at some pages; each link in them is followed once, but none in what it leads to."""
        bodies = self._read_all(paths)
        found = {unescape(path) for body in bodies for path in LINK.findall(body)} - self._seen
        self._seen |= found
        self._read_all(sorted(found))

    def step_through(self, page: str) -> None:
        """Look at each step of a game, and at its picture."""
        steps = enumerate(json.loads(self._read(f"{page}/steps", ""))["marks"])
        self._read_all(
            [f"{page}/{mark}/{what}" for n, mark in steps for what in (f"steps/{n}", f"{n}.png")]
        )

    def _read_all(self, paths: Sequence[str]) -> Sequence[str]:
        with ThreadPoolExecutor(VISITORS) as pool:
            return [*pool.map(self._read, paths, self._languages)]

    def _read(self, path: str, language: str) -> str:
        request = urllib.request.Request(self._url + path, headers={"Accept-Language": language})
        try:
            with urllib.request.urlopen(request, timeout=PAGE_SECONDS) as answer:
                body: bytes = answer.read()
                return body.decode(errors="replace")
        except urllib.error.HTTPError as error:
            self.failed[error.code] += 1
            return ""


def metrics(bot: Bot) -> Mapping[tuple[str, str], float]:
    """Return the metrics of a process that have one label, by their names and that label."""
    with urllib.request.urlopen(f"{bot.url}/metrics", timeout=PAGE_SECONDS) as answer:
        families = [*text_string_to_metric_families(answer.read().decode())]
    samples = [sample for family in families for sample in family.samples]
    return {
        (each.name, label): each.value
        for each in samples
        if len(each.labels) == 1
        for label in each.labels.values()
    }


def moves(bot: Bot) -> float:
    """Return how many moves a process has made."""
    return sum(value for (name, _), value in metrics(bot).items() if name == "puluc_moves_total")


class Evening:
    """One process on all platforms, and what people do there, scene by scene."""

    def __init__(self, folder: Path, url: str, stack: ExitStack) -> None:
        self._store = Redis.from_url(url)
        discord = stack.enter_context(DiscordSimulator())
        telegram = stack.enter_context(TelegramSimulator())
        discord.limit(1_000_000, 1)
        self._bots = Bots(
            folder,
            {
                "REDIS_URL": url,
                "DISCORD_API_URL": discord.url,
                "DISCORD_TOKEN": discord.token,
                "TELEGRAM_API_URL": telegram.url,
                "TELEGRAM_TOKEN": telegram.token,
                "TELEGRAM_GROUP_MINUTE": "1000000",
            },
        )
        stack.callback(self._bots.stop)
        self.bot = self._bots.start()
        self._bots.wait()
        discord.wait_for_bot(1)
        telegram.wait_for_bot()
        self._hall = Hall(lambda: [self.bot.port], time.time)
        self._towns: Sequence[Town] = (
            Village(discord, Mail(time.time)),
            Square(telegram, Mail(time.time)),
            self._hall,
        )
        self._rulesets = games().rulesets
        self._visitors = Visitors(self.bot.url)

    def play(self, turns: int) -> None:
        """Play so many turns on all platforms."""
        enough, rulesets = threading.Event(), cycle(self._rulesets)
        until = moves(self.bot) + turns
        with ThreadPoolExecutor(len(self._towns)) as pool:
            playing = [pool.submit(Players(t, rulesets, enough).play) for t in self._towns]
            while moves(self.bot) < until and not any(each.done() for each in playing):
                time.sleep(LOOK_SECONDS)
            enough.set()
            for each in playing:
                each.result()

    def practise(self) -> None:
        """Play against the strongest computer, and ask for a hint and the odds before each move."""
        for ruleset in self._rulesets[:PRACTICES]:
            options = {"ruleset": ruleset, "level": "hard"}
            game = Game.practise(self._hall, f"{ruleset}-{time.monotonic_ns()}", options)
            host, _ = game.people
            for _ in range(PRESSES):
                for advice in ("hint", "odds"):
                    self._hall.say(host, game.place, advice)
                game.press(host)

    def look_back(self) -> None:
        """Look at the pages that everyone has, and at each game and each of its steps."""
        themes = [f"/?theme={each.value}" for each in Colours]
        rules = [f"/rules/{ruleset}" for ruleset in self._rulesets]
        for _ in catalogue(games().texts).languages:
            self._visitors.visit(["/", *themes, *rules])
        for key in islice(self._store.scan_iter(keys.code("*")), GAMES):
            page = "/g/" + key.decode().partition(":")[2]
            self._visitors.visit([page + about for about in ABOUT_GAME])
            self._visitors.step_through(page)

    @property
    def failed(self) -> Mapping[int, int]:
        """How many pages failed, by status."""
        return self._visitors.failed


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Measure the memory of a process.")
    parser.add_argument("--turns", type=int, default=1000, help="how many are played (1000)")
    parser.add_argument(
        "--idle",
        type=float,
        default=IDLE_SECONDS,
        help=f"seconds of the last scene ({IDLE_SECONDS:g})",
    )
    return parser


def alone(folder: Path, url: str) -> Sequence[object]:
    """Return the row of a process without tokens."""
    bots = Bots(folder, {"REDIS_URL": url})
    bot = bots.start()
    try:
        bots.wait()
        watch = Watch(bot)
        time.sleep(SETTLE_SECONDS)
        return watch.row("started without tokens")
    finally:
        bots.stop()


def main() -> None:
    """Play the scenes and print a row for each."""
    asked = parser().parse_args()
    with ExitStack() as stack:
        folder, store = stack.enter_context(fresh(SERVER))
        rows = [alone(folder, store.url)]
        evening = Evening(folder, store.url, stack)
        watch = Watch(evening.bot)
        watch.start()
        stack.callback(watch.end)
        scenes: Mapping[str, Callable[[], None]] = {
            "started on all platforms": lambda: None,
            f"{asked.turns:,} turns": partial(evening.play, asked.turns),
            "hints and odds": evening.practise,
            "pages, replays, reviews": evening.look_back,
            f"nothing for {asked.idle:g} s": partial(time.sleep, asked.idle),
        }
        for name, scene in scenes.items():
            scene()
            time.sleep(SETTLE_SECONDS)
            rows.append(watch.row(name))
        print(sheet(HEADINGS, rows))
        if evening.failed:
            print("pages that failed, by status:", dict(evening.failed))


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    main()
