"""Fixtures that run the real program in separate processes, and players in a real browser."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    expect,
    sync_playwright,
)

from bot import __main__ as program
from tests.e2e.ports import free_port
from tests.e2e.program import Program
from tests.e2e.watching import Watch, Watching

WAIT_SECONDS = 60
"""Not a promise of the program: however busy the machine, anything this late never comes."""
USUAL = {"viewport": {"width": 1000, "height": 900}, "locale": "en-GB"}
"""The window of a typical player."""
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""Names of Chromium; the headless shell, which draws no window of its own, takes a third less."""
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@dataclass
class Bot:
    """The program on a data folder; it can be killed and restarted."""

    data: Path
    port: int = field(default_factory=free_port)
    settings: dict[str, str] = field(default_factory=dict)
    main: Callable[[], int] = program.main
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
        run = partial(program.main, [*map(str, arguments)])
        assert Program(run, self.environment, said).wait(WAIT_SECONDS) == 0, said.read_text()
        return said.read_text()

    def wait(self) -> None:
        """Wait until the page answers."""
        until = time.monotonic() + WAIT_SECONDS
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
        until = time.monotonic() + WAIT_SECONDS
        while not any(words in line and of in line for line in self.log[since:].splitlines()):
            assert self.runs, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.02)

    def end(self, number: signal.Signals) -> int:
        """Send a signal, wait for the program to exit and return its exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        try:
            return self.process.wait(WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            pytest.fail(self.log)

    def stop(self) -> None:
        """Stop the program with a signal and check that it exits cleanly."""
        assert self.end(signal.SIGTERM) == 0

    def fail(self) -> str:
        """Start the program where it can't run and return its last message."""
        self.launch()
        assert self.process is not None
        assert self.process.wait(WAIT_SECONDS) == 1
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
def browser() -> Iterator[Browser]:
    """The system's Chromium, one per module, since Playwright occupies the event loop meanwhile."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no Chromium; .ci/run installs it")
        pytest.skip("no Chromium on this machine")
    expect.set_options(timeout=1000 * WAIT_SECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Windows:
    """Browser windows with separate cookies, and the errors in them.

    A new window costs half a second of CPU time, so tests reuse windows that others have left.
    """

    browser: Browser
    errors: list[str] = field(default_factory=list)
    _free: list[Page] = field(default_factory=list)
    _taken: list[Page] = field(default_factory=list)

    def take(self) -> Page:
        """Return an empty window that is not in use."""
        page = self._free.pop() if self._free else self.open(**USUAL)
        self._taken.append(page)
        return page

    def open(self, **options: Any) -> Page:
        """Open a window with any options; the caller closes its context."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(1000 * WAIT_SECONDS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        if "policy" in said.text:
            self.errors.append(said.text)

    def leave(self) -> None:
        """Empty the windows in use and clear their errors."""
        for page in self._taken:
            # Requests that the page still makes after the test would get no answer.
            page.unroute_all(behavior="ignoreErrors")
            page.goto("about:blank")
            page.context.clear_cookies()
        self._free += self._taken
        self._taken.clear()
        self.errors.clear()


@pytest.fixture(scope="module")
def all_windows(browser: Browser) -> Windows:
    """The windows of one browser."""
    return Windows(browser)


@pytest.fixture
def windows(all_windows: Windows) -> Iterator[Windows]:
    """Windows; a script error or a forbidden request in one of them fails the test."""
    yield all_windows
    errors = [*all_windows.errors]
    all_windows.leave()
    assert errors == []


@dataclass
class Person:
    """A player in a separate browser window."""

    page: Page
    name: str

    def say(self, line: str) -> None:
        message = self.page.locator("#message")
        message.fill(line)
        message.press("Enter")

    @property
    def board(self) -> Locator:
        """The newest board."""
        return self.page.locator("article[data-table]").last

    @property
    def revision(self) -> int:
        return int(self.board.get_attribute("data-revision") or 0)

    def sees(self, revision: int) -> None:
        """Wait for a board of at least this revision."""
        self.page.wait_for_function(
            "wanted => [...document.querySelectorAll('article[data-table]')]"
            ".some(board => Number(board.dataset.revision) >= wanted)",
            arg=revision,
        )

    @property
    def is_over(self) -> bool:
        """Tell whether the newest board is the last one of its game."""
        return self.board.get_attribute("data-live") == "false"

    @property
    def moves(self) -> Locator:
        """The move buttons below the newest board."""
        return self.board.locator('.buttons [data-code^="1m."]')

    def awaits_a_press(self) -> None:
        """Wait until the computer has replied: for a board with moves to press, or the last one."""
        over = self.page.locator('article[data-live="false"]').last
        # While a press is being handled, its buttons are there but disabled.
        ready = self.board.locator('.buttons [data-code^="1m."]:not([aria-disabled])')
        expect(ready.or_(over).first).to_be_visible()

    def press(self, name: str) -> None:
        self.board.get_by_role("button", name=name).first.click()

    @property
    def answers(self) -> Locator:
        """The private answers to this player, except the welcome card."""
        return self.page.locator(".private:not([data-kind=play])")

    @property
    def private(self) -> Locator:
        """The newest private answer to this player."""
        return self.answers.last


@pytest.fixture
def come(windows: Windows, bot: Bot) -> Callable[..., Person]:
    """Open a window and join under a name."""
    channel = secrets.token_hex(8)

    def come(name: str, to: Bot = bot) -> Person:
        page = windows.take()
        page.goto(f"{to.url}/c/{channel}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        page.locator(".private[data-kind=play]").wait_for()  # new players get a welcome card
        return Person(page, name)

    return come


@pytest.fixture
def watch(windows: Windows) -> Iterator[Watch]:
    """Open the watch page of a player's newest board; with options, in a new window."""
    own: list[Page] = []

    def watch(person: Person, bot: Bot, rest: str = "", **options: object) -> Watching:
        if options:
            own.append(windows.open(**options))
        page = own[-1] if options else windows.take()
        link = person.board.locator('a[href^="/g/"]').first.get_attribute("href") or ""
        page.goto(f"{bot.url}{link.partition('#')[0]}{rest}")
        return Watching(page)

    yield watch
    for page in own:
        page.context.close()
