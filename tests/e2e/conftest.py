"""Fixtures that run the real program in separate processes, and players in a real browser."""

import contextlib
import os
import secrets
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.e2e.ports import free_port
from tests.e2e.process import Process
from tests.e2e.program import Program
from tests.e2e.served import Served
from tests.pages.browser import Windows, launched, windows
from tests.pages.people import Come, Person
from tests.scenarios.town import Town
from tests.waiting import PATIENCE_SECONDS

__all__ = ["windows"]


@dataclass
class Bot:
    """The program on a data folder; it can be killed and restarted."""

    data: Path
    port: int = field(default_factory=free_port)
    settings: dict[str, str] = field(default_factory=dict)
    main: Callable[[], int] = main
    process: Program | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def _log(self) -> Path:
        return self.data.parent / f"bot-{self.port}.log"

    @property
    def log(self) -> str:
        return self._log.read_text() if self._log.exists() else ""

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the program and wait until its page answers."""
        self.launch()
        self.wait()

    @property
    def environment(self) -> dict[str, str]:
        """The settings, and what any program needs."""
        environment = {
            name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")
        }
        environment |= {"PULUC_DATA": str(self.data), "PULUC_PORT": str(self.port)}
        # Tests may run in a container without a volume.
        return environment | {"PULUC_PAUSE": "0", "PULUC_EPHEMERAL": "true"} | self.settings

    def launch(self) -> None:
        """Start the program."""
        self.process = Program(self.main, self.environment, self._log)

    def tool(self, *arguments: object) -> str:
        """Run one of the program's tools, which must succeed, and return its output."""
        name, *_ = arguments
        said = self.data.parent / f"{name}-{self.port}.txt"
        run = partial(main, [*map(str, arguments)])
        assert Program(run, self.environment, said).wait(PATIENCE_SECONDS) == 0, said.read_text()
        return said.read_text()

    def wait(self) -> None:
        """Wait until the page answers."""
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5).close()
                return
            assert self.process is not None
            assert self.process.poll() is None, self.log
            time.sleep(0.02)
        pytest.fail(self.log)

    def wait_for_log(self, words: str, since: int = 0, of: str = "") -> None:
        """Wait until a line of the log has this text, and `of`, after position `since`."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not any(words in line and of in line for line in self.log[since:].splitlines()):
            assert self.runs, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.02)

    def end(self, number: signal.Signals) -> int:
        """Send a signal, wait for the program to exit and return its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            return self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            pytest.fail(self.log)

    def stop(self) -> None:
        """Stop the program with a signal and check that it exits cleanly."""
        assert self.end(signal.SIGTERM) == 0

    def fail(self) -> str:
        """Start the program where it can't run and return its last message."""
        self.launch()
        assert self.process is not None
        assert self.process.wait(PATIENCE_SECONDS) == 1
        assert "Traceback" not in self.log
        return self.log.splitlines()[-1]

    def close(self) -> None:
        """Stop the program if it is running."""
        if self.runs:
            self.end(signal.SIGTERM)

    def kill_server(self) -> None:
        """Kill the store as if the machine had run out of memory."""
        self._signal_server(signal.SIGKILL)

    def stop_server(self) -> None:
        """Suspend the store until `continue_server`."""
        self._signal_server(signal.SIGSTOP)

    def continue_server(self) -> None:
        self._signal_server(signal.SIGCONT)

    def _signal_server(self, number: signal.Signals) -> None:
        os.kill(int((self.data / "server.pid").read_text()), number)


@pytest.fixture(scope="module")
def new_bot() -> Iterator[Callable[..., Bot]]:
    """Create bots with any data folder and settings; they stop at the end of the module."""
    bots: list[Bot] = []

    def new_bot(data: Path, settings: dict[str, str]) -> Bot:
        bots.append(Bot(data, settings=settings))
        return bots[-1]

    yield new_bot
    for bot in bots:
        bot.close()


@pytest.fixture(scope="session")
def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """The bot whose page all tests of a worker share, each in its own channel."""
    shared = Bot(tmp_path_factory.mktemp("shared") / "data")
    yield shared
    if not shared.runs:
        shared.start()  # the last client to leave stops the store
    shared.end(signal.SIGTERM)


@pytest.fixture
def bot(shared_bot: Bot) -> Bot:
    """A running bot; a test may stop it."""
    if not shared_bot.runs:
        shared_bot.start()
    return shared_bot


@pytest.fixture(scope="module")
def all_windows() -> Iterator[Windows]:
    """The windows of a browser."""
    with launched() as windows:
        yield windows


@pytest.fixture
def town(platform: Served) -> Iterator[Town]:
    """A new place with five people."""
    with platform.met() as town:
        yield town


@pytest.fixture
def process(platform: Served) -> Process:
    """The process that serves the town."""
    return platform.process


@pytest.fixture
def come(windows: Windows, bot: Bot) -> Come:
    """Let people join a channel of the test's own, each in a window."""
    channel = secrets.token_hex(8)
    return lambda name, to=bot: Person.enter(windows.take(), to.url, channel, name)
