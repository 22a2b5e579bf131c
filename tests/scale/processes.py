"""Real bot processes to measure and to kill, and what processes use."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.e2e.ports import free_port
from tests.proxy import site

ROOT: Final = Path(__file__).parents[2]
READY_SECONDS: Final = 90.0
STOP_SECONDS: Final = 20.0
LOOK_SECONDS: Final = 0.05

TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """What processes use: CPU seconds since they began, and memory in bytes, a fair share (PSS)."""

    cpu: float
    memory: int


def usage(processes: Iterable[int]) -> Usage:
    """Return what these processes and all their descendants use together; the dead use nothing."""
    cpu, memory = 0.0, 0
    for process in processes:
        for each in _family(process):
            with suppress(OSError):
                cpu += cpu_seconds(Path(f"/proc/{each}/stat").read_text())
                memory += shared_fairly(Path(f"/proc/{each}/smaps_rollup").read_text())
    return Usage(cpu, memory)


def cpu_seconds(stat: str) -> float:
    """Return the CPU time in a process's `stat`; its name, in brackets, may contain anything."""
    fields = stat.rpartition(")")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / TICKS


def shared_fairly(rollup: str) -> int:
    """Return the proportional set size in `smaps_rollup`, in bytes."""
    line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
    return 1024 * int(line.split()[1])


def _family(process: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield process
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from _family(int(child))


@dataclass(eq=False)
class Bot:
    """One `python -m bot` with pages."""

    port: int
    log: Path
    process: "subprocess.Popen[bytes]"

    @property
    def url(self) -> str:
        """The address of its pages."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_ready(self) -> bool:
        """Whether it can play, and is connected to all its platforms."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield what it has logged."""
        for line in self.log.read_text(errors="replace").splitlines():
            with suppress(ValueError):  # the last line may be cut off
                yield json.loads(line)

    def kill(self) -> None:
        """Kill it with SIGKILL; its worker processes exit by themselves."""
        self.process.kill()
        self.process.wait()


@dataclass
class Bots:
    """Bot processes on one store; `settings` are the program's, and `folder` gets their logs.

    `public` ones have public pages instead of the web chat (`tests/proxy.py`).
    """

    folder: Path
    settings: Mapping[str, str]
    public: bool = False
    running: list[Bot] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)

    def start(self) -> Bot:
        """Start one more process."""
        port, log = free_port(), self.folder / f"bot-{next(self._numbers):03}.log"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PYTHONPATH": str(ROOT),
            **(site(port) if self.public else {"PULUC_WEB": "chat", "PULUC_PORT": str(port)}),
            "PULUC_EPHEMERAL": "true",
            "PULUC_LOG_FORMAT": "json",
            **self.settings,
        }
        with log.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "bot"],
                env=environment,
                cwd=self.folder,
                stdout=file,
                stderr=file,
            )
        bot = Bot(port, log, process)
        self.running.append(bot)
        return bot

    def wait(self) -> None:
        """Wait until all are ready."""
        until = time.monotonic() + READY_SECONDS
        for bot in self.running:
            while not bot.is_ready:
                if bot.process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"a bot doesn't start: {bot.log.read_text()[-2000:]}")
                time.sleep(LOOK_SECONDS)

    def kill(self, bot: Bot) -> None:
        """Kill one of them."""
        self.running.remove(bot)
        bot.kill()

    def stop(self) -> None:
        """Stop all as a service manager does."""
        for bot in self.running:
            bot.process.terminate()
        for bot in self.running:
            try:
                bot.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                bot.kill()
        self.running.clear()
