"""The real program in processes of its own, and people in a real browser."""

import contextlib
import os
import secrets
import shutil
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
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

WAIT_SECONDS = 60
"""No promise of the program's: what has not come by then, however busy the machine, never does."""
USUAL = {"viewport": {"width": 1000, "height": 900}, "locale": "en-GB"}
"""What the window of a person is like."""
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""What Chromium is called; that which draws no window of its own takes a third less."""
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
    """The program on a data folder; may be killed and started again."""

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
        """Start it, and wait until its page answers."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it."""
        environment = {
            name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")
        }
        environment |= {"PULUC_DATA": str(self.data), "PULUC_PORT": str(self.port)}
        environment |= {"PULUC_PAUSE": "0"}
        self.process = Program(self.main, environment | self.settings, self._log)

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

    def wait_for_log(self, words: str) -> None:
        """Wait until it has logged something."""
        until = time.monotonic() + WAIT_SECONDS
        while words not in self.log:
            assert self.runs, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.02)

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; return the exit status."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(WAIT_SECONDS)

    def stop(self) -> None:
        """Tell it to stop; it does so cleanly."""
        assert self.end(signal.SIGTERM) == 0

    def fail(self) -> str:
        """Start it where it cannot run; return what it says at last."""
        self.launch()
        assert self.process is not None
        assert self.process.wait(WAIT_SECONDS) == 1
        assert "Traceback" not in self.log
        return self.log.splitlines()[-1]

    def close(self) -> None:
        """End it if it runs."""
        if self.runs:
            self.end(signal.SIGTERM)

    def kill_server(self) -> None:
        """Kill the store as if the machine's memory had run out."""
        self._signal_server(signal.SIGKILL)

    def stop_server(self) -> None:
        """Let the store hang until `continue_server`."""
        self._signal_server(signal.SIGSTOP)

    def continue_server(self) -> None:
        self._signal_server(signal.SIGCONT)

    def _signal_server(self, number: signal.Signals) -> None:
        os.kill(int((self.data / "server.pid").read_text()), number)


@pytest.fixture(scope="module")
def new_bot() -> Iterator[Callable[..., Bot]]:
    """Bots of whatever data folder and settings a test wants; ended with the module at last."""
    bots: list[Bot] = []

    def new_bot(data: Path, settings: dict[str, str]) -> Bot:
        bots.append(Bot(data, settings=settings))
        return bots[-1]

    yield new_bot
    for bot in bots:
        bot.close()


@pytest.fixture(scope="session")
def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """The bot whose page all tests of a worker share, each in a channel of its own."""
    shared = Bot(tmp_path_factory.mktemp("shared") / "data")
    yield shared
    if not shared.runs:
        shared.start()  # the last to leave stops the store
    shared.end(signal.SIGTERM)


@pytest.fixture
def bot(shared_bot: Bot) -> Bot:
    """A bot that runs; a test may end it."""
    if not shared_bot.runs:
        shared_bot.start()
    return shared_bot


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium, for one module: its library holds on to the event loop meanwhile."""
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
    """Browser windows that share no cookies, and what went wrong in them.

    A new one costs half a second of the processor, so one that a test has left is used again.
    """

    browser: Browser
    errors: list[str] = field(default_factory=list)
    _free: list[Page] = field(default_factory=list)
    _taken: list[Page] = field(default_factory=list)

    def take(self) -> Page:
        """Give an empty window that nobody uses."""
        page = self._free.pop() if self._free else self.open(**USUAL)
        self._taken.append(page)
        return page

    def open(self, **options: Any) -> Page:
        """Open a window with whatever options; who asks for it closes its context."""
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
        """Empty the windows that are in use, and forget what went wrong."""
        for page in self._taken:
            # What a page still asks for when its test is over has nobody to answer it.
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
    """Windows; a script's error in one of them, or anything forbidden, fails the test."""
    yield all_windows
    errors = [*all_windows.errors]
    all_windows.leave()
    assert errors == []


@dataclass
class Person:
    """Somebody in a browser window of their own."""

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
        """Whether the newest board is the last one of its game."""
        return self.board.get_attribute("data-live") == "false"

    @property
    def moves(self) -> Locator:
        """The buttons for moves below the newest board."""
        return self.board.locator('.buttons [data-code^="1m."]')

    def awaits_a_press(self) -> None:
        """Wait until computers have replied: for a board that a person can press, or the last."""
        over = self.page.locator('article[data-live="false"]').last
        expect(self.moves.or_(over).first).to_be_visible()

    def press(self, name: str) -> None:
        self.board.get_by_role("button", name=name).first.click()

    @property
    def answers(self) -> Locator:
        """What only this person was told, but for the card that everybody is greeted with."""
        return self.page.locator(".private:not([data-kind=play])")

    @property
    def private(self) -> Locator:
        """What only this person was told, the newest."""
        return self.answers.last


@pytest.fixture
def come(windows: Windows, bot: Bot) -> Callable[..., Person]:
    """Open a window and come in under a name."""
    channel = secrets.token_hex(8)

    def come(name: str, to: Bot = bot) -> Person:
        page = windows.take()
        page.goto(f"{to.url}/c/{channel}")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        page.locator(".private[data-kind=play]").wait_for()  # whoever is new is greeted
        return Person(page, name)

    return come
