"""The program as a process of its own, for scenarios in which it is killed or isn't alone."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from redis import Redis
from typing_extensions import override

from bot.store import keys
from bot.store.folder import socket_path
from bot.table.due import LEASE_SECONDS
from bot.table.people import Platform
from tests.e2e.clock import SetClock
from tests.e2e.ports import free_port
from tests.scenarios.program import Runner
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from conftest import Bot

HELD_SECONDS = 6
"""What a process claims or leases in the store, it renews within this time."""

REPORT = b"report:"
"""How the keys begin of what processes say about themselves, each for some seconds."""

MEANWHILE_SECONDS = 1
"""A look at the store takes less, however busy the machine."""

LOOK_AGAIN_SECONDS = 0.02
LOOKS = round(PATIENCE_SECONDS / LOOK_AGAIN_SECONDS)


class Process(Runner):
    """A process by a clock that tests move, with its games in the store of a data folder."""

    def __init__(self, bot: "Bot", clock: SetClock) -> None:
        self.clock = clock
        self._bot = bot

    def another(self) -> Self:
        """Return another process for the same games, which hasn't been started."""
        return type(self)(replace(self._bot, port=free_port(), process=None), self.clock)

    def start(self) -> None:
        """Start it, and wait until it runs."""
        self._bot.start()

    def stop(self) -> None:
        """Stop it; other processes go on."""
        self._bot.stop()

    @property
    def runs(self) -> bool:
        return self._bot.runs

    @property
    def log(self) -> str:
        return self._bot.log

    @property
    def url(self) -> str:
        return self._bot.url

    @property
    def folder(self) -> Path:
        """A folder for files of tests, beside its data."""
        return self._bot.data.parent

    def tool(self, *arguments: object) -> str:
        """Run one of the program's tools, which must succeed, and return its output."""
        return self._bot.tool(*arguments)

    def launch(self) -> None:
        """Start it, without waiting."""
        self._bot.launch()

    @contextmanager
    def without_a_store(self) -> Iterator[None]:
        """Suspend the store within the context."""
        self._bot.stop_server()
        try:
            yield
        finally:
            self._bot.continue_server()

    def begin_to_stop(self) -> None:
        """Tell it to stop, without waiting."""
        assert self._bot.process is not None
        self._bot.process.send_signal(signal.SIGTERM)

    def ended(self) -> None:
        """Wait until it has stopped, without an error."""
        assert self._bot.process is not None
        assert self._bot.process.wait(PATIENCE_SECONDS) == 0

    def kill(self) -> None:
        """Kill it as if the machine had run out of memory, and let what it held expire."""
        self._bot.end(signal.SIGKILL)
        self._expire()

    def wait_until_killed(self) -> None:
        """Wait until it has killed itself, and let what it held expire."""
        assert self._bot.process is not None
        assert self._bot.process.wait(PATIENCE_SECONDS) == -signal.SIGKILL
        self._expire()

    def logged(self, event: str, table: str) -> int:
        """Return how often it has logged an event of a table, before and after it was killed."""
        found = f'"table": "{table}"'
        return sum(f'"{event}"' in line and found in line for line in self._bot.log.splitlines())

    @override
    def advance(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.settle()

    @override
    def settle(self) -> None:
        with self._store() as store:
            for _ in range(LOOKS):
                if not self._has_work(store):
                    return
                time.sleep(LOOK_AGAIN_SECONDS)
        raise AssertionError("there is always more to do")

    def _expire(self) -> None:
        """Let some seconds pass at once: for the clock, and for what expires in the store.

        The store may carry out what the process has sent last during the first look. By a clock
        that stands still, nobody would ask again for a board that is leased then.
        """
        self.clock.advance(HELD_SECONDS)
        with self._store() as store:
            for key in (*store.scan_iter(), *store.scan_iter()):
                ends = 0 < store.pttl(key) <= 1000 * HELD_SECONDS
                if ends or key.startswith(REPORT):
                    store.delete(key)

    def _store(self) -> Redis:
        return Redis(unix_socket_path=str(socket_path(self._bot.data)))

    def _has_work(self, store: Redis) -> bool:
        """Tell whether anything is due, claimed or to be shown: all of it in one moment.

        A claim, which ends soon, stays until what it led to is in the store. What the process
        writes meanwhile has a time after the one that is read here, so it is looked for as well.
        """
        now = self.clock() + MEANWHILE_SECONDS
        looks = store.pipeline(transaction=True)
        for key in keys.all_due():
            looks.zcount(key, "-inf", now + LEASE_SECONDS)
        for platform in Platform:
            for key in keys.all_dirty(platform):
                looks.zcount(key, "-inf", now)
        return any(looks.execute())
