"""Processes that serve a platform, and towns there."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.e2e import clock
from tests.e2e.clock import SetClock
from tests.e2e.process import Process
from tests.scenarios.platform import Platform
from tests.scenarios.program import Runner
from tests.scenarios.town import Message, Town

if TYPE_CHECKING:
    from conftest import Bot

FOR_EVER = 300
"""In seconds; no test waits as long."""


class Outside(Runner):
    """A bot of which tests only see what people see, and wait for that."""

    clock = staticmethod(time.time)

    def advance(self, seconds: float) -> None:
        """Fail: its clock can't be moved."""
        raise AssertionError(f"{seconds} s can't be skipped")

    def settle(self) -> None:
        """Do nothing."""


class Served(NamedTuple):
    """A platform, its simulator, and the process that serves it."""

    platform: Platform
    sim: Any
    process: Process

    @contextmanager
    def met(self) -> Iterator[Town]:
        """Let five people meet in a new place. The bot sends nothing malformed there.

        The process runs then, whatever other tests have left behind.
        """
        if not self.process.runs:
            self.process.start()
            self.sim.wait_for_bot()
        yield self.platform.meet(self.process, self.sim)
        self.sim.forgive()
        assert self.sim.violations == []


def settings(platform: Platform, sim: Any) -> dict[str, str]:
    """Return the settings of a process that serves a platform."""
    return {name.upper(): value for name, value in platform.settings(sim).items()}


def made(
    platform: Platform,
    sim: Any,
    new_bot: "Callable[..., Bot]",
    folder: Path,
    more: "Callable[[Bot], Mapping[str, str]]" = lambda _: {},
    main: Callable[[], int] = clock.main,
) -> Process:
    """Return a process that serves a platform once it is started, with more settings."""
    ahead = SetClock(folder / "ahead")
    bot = new_bot(folder / "data", settings(platform, sim) | ahead.settings)
    bot.settings |= more(bot)
    bot.main = main
    return Process(bot, ahead)


@contextmanager
def served(
    platform: Platform,
    new_bot: "Callable[..., Bot]",
    folder: Path,
    more: "Callable[[Bot], Mapping[str, str]]" = lambda _: {},
    main: Callable[[], int] = clock.main,
) -> Iterator[Served]:
    """Serve a platform of its own, with more settings."""
    with platform.simulate(SetClock(folder / "ahead")) as sim:
        process = made(platform, sim, new_bot, folder, more, main)
        process.start()
        sim.wait_for_bot()
        yield Served(platform, sim, process)
        if process.runs:
            process.stop()


def start(town: Town, process: Process) -> None:
    """Start a process, and wait until the place is connected to it."""
    with town.reconnected():
        process.start()


def press(person: Any, board: Message) -> None:
    """Let a person press the first button, without waiting for an answer, which may not come."""
    label = board.labels[0]
    Thread(target=person.press, args=[board, label], daemon=True).start()


def move(town: Town) -> None:
    """Let the player to move press the first button, and wait for the board."""
    board, edits = town.board, town.board.edits
    press(town.mover, board)
    town.wait(lambda: board.edits > edits)
