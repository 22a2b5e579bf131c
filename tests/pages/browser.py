"""Chromium, and its windows."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.waiting import PATIENCE_SECONDS

WIDTH, HEIGHT = 1000, 900
"""The size of a typical player's window."""

Scheme = Literal["light", "dark"]
CHROMIUMS = ("chromium-headless-shell", "chromium", "google-chrome")
"""Names of Chromium; the headless shell, which draws no window of its own, takes a third less."""
ELSEWHERE = "puluc.test"
"""A name of this machine at which pages have as few rights as those of another machine."""

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
    "--process-per-site",  # a new process for each page would take a third more
]


@dataclass
class Windows:
    """Browser windows with separate cookies, and the errors in them.

    A new window costs more than another page in one that a test has left, so those are reused.
    """

    browser: Browser
    errors: list[str] = field(default_factory=list)
    _free: list[Page] = field(default_factory=list)
    _taken: list[Page] = field(default_factory=list)
    _own: list[Page] = field(default_factory=list)

    def take(self, width: int = WIDTH, height: int = HEIGHT, scheme: Scheme = "light") -> Page:
        """Return a window of a new visitor; what a test has left in it goes away with `goto`.

        What stays, such as a clock of its own, needs a window for one test only (`open`).
        """
        page = (
            self._free.pop()
            if self._free
            else self._new(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
        )
        self._taken.append(page)
        size: ViewportSize = {"width": width, "height": height}
        if page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme, reduced_motion="no-preference")
        return page

    def open(self, **options: Any) -> Page:
        """Open a window with any options, for this test only."""
        page = self._new(**options)
        self._own.append(page)
        return page

    def leave(self) -> None:
        """Free the windows in use, close those of this test only, and clear their errors."""
        for page in self._taken:
            # Requests that the page still makes after the test would get no answer.
            page.unroute_all(behavior="ignoreErrors")
            page.context.clear_cookies()
            page.goto("about:blank")  # a game's page would go on asking the server, and in motion
        for page in self._own:
            page.context.close()
        self._free += self._taken
        self._taken.clear()
        self._own.clear()
        self.errors.clear()

    def _new(self, **options: Any) -> Page:
        context = self.browser.new_context(**options)
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)
        return page

    def _heard(self, said: ConsoleMessage) -> None:
        # Without HTTPS, browsers ignore one policy, and say so.
        if "policy" in said.text and "untrustworthy" not in said.text:
            self.errors.append(said.text)


@contextmanager
def launched() -> Iterator[Windows]:
    """Run the system's Chromium; Playwright occupies the event loop meanwhile."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("CI has no Chromium; .ci/run installs it")
        pytest.skip("no Chromium on this machine")
    expect.set_options(timeout=1000 * PATIENCE_SECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield Windows(browser)
        browser.close()


@pytest.fixture
def windows(all_windows: Windows) -> Iterator[Windows]:
    """Windows for a test; a script error or a forbidden request in one of them fails it."""
    yield all_windows
    errors = [*all_windows.errors]
    all_windows.leave()
    assert errors == []
