"""Three bot processes on one store; one is killed now and then, and replaced."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from tests.e2e.ports import free_port
from tests.week.clock import FastClock

ROOT = Path(__file__).parents[2]
PROCESSES = 3
STOP_SECONDS = 20.0


@dataclass
class House:
    """The processes, their logs and ledgers; `settings` are the program's."""

    folder: Path
    clock: FastClock
    settings: Mapping[str, str]
    kills: list[float] = field(default_factory=list)
    """When processes were killed, in fast time."""
    ended: list[int] = field(default_factory=list)
    """Exit statuses of processes that ended by themselves."""
    has_pages: bool = False
    """Whether the processes serve the web chat, each at a port of its own."""
    _running: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    _ports: dict[int, int] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def start(self) -> None:
        """Start all processes."""
        self._running = [self._process() for _ in range(PROCESSES)]

    def _process(self) -> "subprocess.Popen[bytes]":
        number = next(self._numbers)
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PYTHONPATH": str(ROOT),
            "PULUC_WEB": "off",
            "PULUC_PAUSE": "0",
            "WEEK_CLOCK": str(self.clock),
            "WEEK_LEDGER": str(self.folder / f"{number:02}.ledger"),
            **self.settings,
        }
        port = free_port() if self.has_pages else None
        if port is not None:
            environment |= {"PULUC_WEB": "chat", "PULUC_PORT": str(port)}
        with (self.folder / f"{number:02}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.week.process"],
                env=environment,
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        if port is not None:
            self._ports[process.pid] = port
        return process

    def ports(self) -> list[int]:
        """Return the ports of the processes' pages."""
        return [self._ports[process.pid] for process in self._running]

    def kill_one(self, chance: Random) -> None:
        """Kill a process, and start another one in its place."""
        at = chance.randrange(len(self._running))
        self.kills.append(self.clock())
        self._running[at].kill()
        self._running[at].wait()
        self._running[at] = self._process()

    def keep(self) -> None:
        """Replace processes that have ended by themselves, as a service manager does."""
        for at, process in enumerate(self._running):
            if (status := process.poll()) is not None:
                self.ended.append(status)
                self._running[at] = self._process()

    def stop(self) -> None:
        """Stop all processes as a service manager does."""
        for process in self._running:
            process.terminate()
        until = time.monotonic() + STOP_SECONDS
        for process in self._running:
            try:
                process.wait(max(until - time.monotonic(), 0.1))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._running.clear()

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield everything that the processes have logged."""
        for path in sorted(self.folder.glob("*.log")):
            for line in path.read_text(errors="replace").splitlines():
                if line.startswith("{"):
                    try:
                        yield json.loads(line)
                    except ValueError:  # cut off by a kill
                        continue
