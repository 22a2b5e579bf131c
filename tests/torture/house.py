"""The bot's processes, which are killed, hung and stopped, and always replaced."""

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from tests.e2e.ports import free_port
from tests.proxy import site
from tests.torture.clock import Offset
from tests.week.clock import FastClock

ROOT: Final = Path(__file__).parents[2]
STOP_SECONDS: Final = 20.0
LOOK_SECONDS: Final = 0.05
ANSWER_SECONDS: Final = 2.0

BY_ITSELF: Final = "bots that ended by themselves"
NOT_STOPPED: Final = "bots that did not stop"

EXPECTED: Final = (0, -signal.SIGKILL, -signal.SIGTERM)
"""How processes end that are stopped or killed; SIGTERM ends one that is just starting."""

EARLIER: Final = (
    "import sys; from bot.on_discord import client; "
    "vars(client).update(IDENTIFY_SECONDS=1, FREE_STARTS=sys.maxsize); "
    "from tests.week.process import main; sys.exit(main())"
)
"""Runs an earlier release, with that release's own ledger."""


@dataclass(frozen=True, slots=True)
class Release:
    """A checkout of the program."""

    root: Path
    arguments: Sequence[str]


PRESENT: Final = Release(ROOT, ("-m", "tests.torture.process"))


def earlier(root: Path) -> Release:
    """Return the release in a folder, which must have `tests/week`."""
    return Release(root, ("-c", EARLIER))


@dataclass(eq=False, slots=True)
class Bot:
    """A running process."""

    release: Release
    process: "subprocess.Popen[bytes]"
    port: int
    offset: Offset
    log: Path

    @property
    def last_words(self) -> str:
        """The end of its log."""
        return self.log.read_text(errors="replace")[-600:]


@dataclass
class House:
    """`releases` says which release runs in each place; `settings` are the program's."""

    folder: Path
    clock: FastClock
    releases: Sequence[Release]
    settings: Callable[[int], Mapping[str, str]]
    counts: Counter[str] = field(default_factory=Counter)
    logs: dict[Release, list[Path]] = field(default_factory=lambda: defaultdict(list))
    """The logs of all processes so far."""
    _bots: list[Bot] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _keeper: threading.Thread | None = None
    _over: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start all processes, and replace those that end, as a service manager does."""
        for place, release in enumerate(self.releases):
            self._bots.append(self._started(place, release))
        self._keeper = threading.Thread(target=self._keep)
        self._keeper.start()

    def _started(self, place: int, release: Release) -> Bot:
        number, port = next(self._numbers), free_port()
        offset = self.folder / f"{number:04}.offset"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PYTHONPATH": os.pathsep.join(map(str, (release.root, release.root / "tests"))),
            **site(port),
            "PULUC_PAUSE": "0",
            "WEEK_CLOCK": str(self.clock),
            "WEEK_LEDGER": str(self.folder / f"{number:04}.ledger"),
            "TORTURE_LOOKS": str(self.folder / f"{number:04}.looks"),
            "TORTURE_OFFSET": str(offset),
            **self.settings(place),
        }
        log_path = self.folder / f"{number:04}.log"
        with log_path.open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *release.arguments],
                env=environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        self.logs[release].append(log_path)
        return Bot(release, process, port, Offset(offset), log_path)

    def _keep(self) -> None:
        while not self._over.wait(LOOK_SECONDS):
            with self._lock:
                for place, bot in enumerate(self._bots):
                    if (status := bot.process.poll()) is None:
                        continue
                    if status not in EXPECTED:
                        present = bot.release is PRESENT
                        what = BY_ITSELF if present else "earlier bots that ended by themselves"
                        self.counts[what] += 1
                        print(f"{what}: {status}: {bot.last_words}", flush=True)
                    self._bots[place] = self._started(place, bot.release)

    def ports(self) -> list[int]:
        """Return the ports of the processes' pages."""
        with self._lock:
            return [bot.port for bot in self._bots]

    @property
    def is_ready(self) -> bool:
        """Whether all processes can play, and are connected to all their platforms."""
        return all(_answers(port, "/readyz") for port in self.ports())

    def kill(self, chance: Random) -> bool:
        """Kill a process; return whether there was one to kill."""
        return self._signal(chance, signal.SIGKILL) is not None

    def update(self, chance: Random) -> bool:
        """Stop a process as an update does; return whether there was one to stop."""
        return self._signal(chance, signal.SIGTERM) is not None

    def hang(self, chance: Random, seconds: float) -> bool:
        """Let a process hang, longer than its leases; return whether there was one."""
        bot = self._signal(chance, signal.SIGSTOP)
        if bot is None:
            return False
        time.sleep(seconds)
        bot.process.send_signal(signal.SIGCONT)
        return True

    def set_clock(self, chance: Random, ahead: float, seconds: float) -> None:
        """Set the clock of a process ahead, or back, for some time."""
        with self._lock:
            bot = chance.choice([bot for bot in self._bots if bot.release is PRESENT])
        bot.offset.set(ahead)
        time.sleep(seconds)
        bot.offset.set(0)

    def _signal(self, chance: Random, number: signal.Signals) -> Bot | None:
        """Send a signal to a process; None if no other would be left that runs.

        On a busy machine, processes would otherwise be killed faster than they start.
        """
        with self._lock:
            running = [bot for bot in self._bots if bot.process.poll() is None]
        chance.shuffle(running)
        if not running or not any(_answers(bot.port, "/healthz") for bot in running[1:]):
            return None
        running[0].process.send_signal(number)
        return running[0]

    def stop(self) -> None:
        """Stop all processes as a service manager does."""
        self._over.set()
        if self._keeper is not None:
            self._keeper.join()
        for bot in self._bots:
            bot.process.send_signal(signal.SIGCONT)
            bot.process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for bot in self._bots:
            try:
                bot.process.wait(max(until - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                self.counts[NOT_STOPPED] += 1
                bot.process.kill()
                bot.process.wait()
        self._bots.clear()


def _answers(port: int, path: str) -> bool:
    """Return whether a process on this port says that all is well."""
    url = f"http://127.0.0.1:{port}{path}"
    try:
        with urllib.request.urlopen(url, timeout=ANSWER_SECONDS) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
