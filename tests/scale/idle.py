"""What an idle process asks of the store, and how punctual it still is.

    PYTHONPATH=tests/simulators .venv/bin/python -m tests.scale.idle --store cluster

It starts a store, both simulators and one bot process, which serves Discord, Telegram and the web
chat. Nobody plays. All commands that reach the store in `--seconds` are counted, with `MONITOR`, or
with `INFO commandstats` for CONFIG, which that leaves out:

- sent: commands that the process sends, by which many providers bill
- in scripts: commands that the scripts among them run, which `INFO commandstats` counts, too

Then the process is stopped, and two schedulers, each with a connection of its own, wait for dues
that a third connection schedules: some for later, and some for now.

- late: milliseconds from the time of a due to the begin of its handler
"""

import argparse
import asyncio
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError
from typing_extensions import override

from bot.acts.scheduler import Scheduler
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.due import Due
from bot.table.ids import TableId
from discord_simulator.simulator import DiscordSimulator
from telegram_simulator.simulator import TelegramSimulator
from tests.scale.figures import MEDIAN, percentile, sheet
from tests.scale.processes import ROOT, Bots
from tests.scale.stores import KINDS, SERVER, Stored, fresh

SETTLE_SECONDS: Final = 5.0
"""How long after its start the process is left alone before commands are counted."""

SCHEDULERS: Final = 2
DUES: Final = 300
SPREAD_SECONDS: Final = 30.0
"""Within which time the dues that are for later fall due."""

PROBE: Final = "probe"
TAIL: Final = 0.99


class Ears(threading.Thread):
    """Counts the commands that reach one server, by name and by whether a script runs them."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self._redis = Redis(port=port, socket_timeout=None)
        self._heard: Counter[tuple[str, bool]] = Counter()
        self._asking = Redis(port=port)

    def all(self) -> Counter[tuple[str, bool]]:
        """Return what was heard so far; the question isn't counted."""
        # Any, because the library's annotations allow None.
        stats: Any = self._asking.info("commandstats")
        self._heard["INFO", False] -= 1
        config = sum(each["calls"] for name, each in stats.items() if "config|" in name)
        return self._heard + Counter({("CONFIG", False): config})

    @override
    def run(self) -> None:
        """Count until the server ends."""
        # Any, because the library's method has no annotations.
        redis: Any = self._redis
        with redis.monitor() as monitor, suppress(RedisError):
            for command in monitor.listen():
                name = str(command["command"]).split()[0].upper()
                self._heard[name, command["client_type"] == "lua"] += 1


async def count_commands(store: Stored, seconds: float) -> Counter[tuple[str, bool]]:
    """Return which commands reach all primaries in so many seconds."""
    ears = [Ears(node.port) for node in store.primaries]
    for each in ears:
        each.start()
    await asyncio.sleep(SETTLE_SECONDS)
    before = sum((each.all() for each in ears), Counter())
    await asyncio.sleep(seconds)
    return sum((each.all() for each in ears), Counter()) - before


async def lateness(url: str) -> tuple[Sequence[float], Sequence[float]]:
    """Return how late dues are in ms: those that are for later, and those that are for now."""
    later: list[float] = []
    at_once: list[float] = []
    all_done = asyncio.Event()

    async def handle(due: Due) -> None:
        _, when, at = due.what.split(":")
        (later if when == "later" else at_once).append(1000 * (time.time() - float(at)))
        if len(later) + len(at_once) == 2 * DUES:
            all_done.set()

    links = [Link(url) for _ in range(SCHEDULERS + 1)]
    asking = RedisStore(there := links.pop())
    schedulers = [Scheduler(RedisStore(link), time.time, {PROBE: handle}) for link in links]
    running = [asyncio.create_task(each.run()) for each in schedulers]
    await asyncio.sleep(SETTLE_SECONDS)
    for n in range(DUES):
        at = time.time() + random.uniform(1, SPREAD_SECONDS)
        await asking.schedule(Due(TableId(f"later{n}"), f"{PROBE}:later:{at}", at))
    for n in range(DUES):
        await asyncio.sleep(SPREAD_SECONDS / DUES)
        at = time.time()
        await asking.schedule(Due(TableId(f"now{n}"), f"{PROBE}:now:{at}", at))
    await all_done.wait()
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for link in (there, *links):
        await link.close()
    return later, at_once


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Measure what an idle process asks of the store.")
    parser.add_argument("--seconds", type=int, default=120, help="how long to count (120)")
    parser.add_argument("--store", choices=KINDS, default=SERVER, help="(server)")
    return parser


def main() -> None:
    """Count commands, measure dues, and print both."""
    asked = parser().parse_args()
    with ExitStack() as stack:
        folder, store = stack.enter_context(fresh(asked.store))
        bots = Bots(folder, _settings(store.url, stack))
        stack.callback(bots.stop)
        bots.start()
        bots.wait()
        heard = asyncio.run(count_commands(store, asked.seconds))
        bots.stop()
        print(sheet(("command", "sent", "in scripts"), _rows(heard)))
        sent, inside = (
            sum(n for (_, lua), n in heard.items() if lua == which) / asked.seconds
            for which in (False, True)
        )
        print(f"\nA second: {sent:.2f} sent, {sent + inside:.2f} with those in scripts\n")
        later, at_once = asyncio.run(lateness(store.url))
        rows = [
            (what, len(late), percentile(late, MEDIAN), percentile(late, TAIL), max(late))
            for what, late in (("later", later), ("now", at_once))
        ]
        print(sheet(("dues for", "dues", "late: median ms", "99% ms", "max ms"), rows))


def _settings(url: str, stack: ExitStack) -> dict[str, str]:
    discord = stack.enter_context(DiscordSimulator())
    telegram = stack.enter_context(TelegramSimulator())
    return {
        "REDIS_URL": url,
        "DISCORD_API_URL": discord.url,
        "DISCORD_TOKEN": discord.token,
        "TELEGRAM_API_URL": telegram.url,
        "TELEGRAM_TOKEN": telegram.token,
    }


def _rows(heard: Counter[tuple[str, bool]]) -> Sequence[Sequence[Any]]:
    names = sorted({name for name, _ in heard}, key=lambda name: (-heard[name, False], name))
    return [(name, heard[name, False], heard[name, True]) for name in names]


if __name__ == "__main__":
    assert Path.cwd() == ROOT, "start this in the root of the repository"
    main()
