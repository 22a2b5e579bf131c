"""Firefox and WebKit of this machine, driven by the commands of WebDriver.

Playwright drives only builds of its own of these browsers. Firefox takes the commands by its
Marionette, over a socket, and WebKitGTK over HTTP, by its driver.
"""

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from typing_extensions import override

from tests.e2e.ports import free_port
from tests.waiting import PATIENCE_SECONDS, wait_until

FIREFOXES: Final = ("firefox-esr", "firefox")
MINI_BROWSERS: Final = "*/webkit2gtk-4.*/MiniBrowser"
"""Where the browser of WebKitGTK is in `/usr/lib`."""

KEYS: Final = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowDown": "\ue015"}
"""The characters that stand for keys which write none."""

OVER_HTTP: Final = {
    "NewSession": ("POST", ""),
    "DeleteSession": ("DELETE", ""),
    "Navigate": ("POST", "/url"),
    "Back": ("POST", "/back"),
    "DeleteAllCookies": ("DELETE", "/cookie"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "SetWindowRect": ("POST", "/window/rect"),
}
"""The method and the path of each command."""

LISTEN: Final = """() => {
    if (document.documentElement.dataset.heard) return;
    document.documentElement.dataset.heard = "all";
    const keep = (text) => {
        sessionStorage.heard = JSON.stringify([...JSON.parse(sessionStorage.heard ?? "[]"), text]);
    };
    addEventListener("error", ({ message }) => keep(message));
    addEventListener("unhandledrejection", ({ reason }) => keep(String(reason)));
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
        keep(`policy: ${effectiveDirective} ${blockedURI}`);
    });
}"""
"""Runs in a page: keeps errors, and what its policy forbids, from now on."""

Point = Sequence[float]
"""How far something is from the left and the upper edge of the page's part of a window."""


class FailedError(Exception):
    """A command that the browser couldn't carry out."""


class Browser(ABC):
    """A browser with one window."""

    @abstractmethod
    def send(self, command: str, **parameters: Any) -> Any:
        """Carry out a command; raise FailedError if the browser can't."""

    @abstractmethod
    def errors(self) -> list[str]:
        """Return errors in pages, and what their policies forbade, since this was last asked."""

    def open(self, url: str) -> None:
        """Open an address, and wait until the page is loaded."""
        self.send("Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Call a function in the page, and return what it returns or resolves to."""
        called = f"return ({script})(...arguments)"
        return self.send("ExecuteScript", script=called, args=[*arguments])

    def becomes(self, script: str, *arguments: Any) -> None:
        """Wait until a function in the page, or in the one that follows, returns something true."""

        def seen() -> bool:
            try:
                return bool(self.run(script, *arguments))
            except FailedError:  # the page is being left
                return False

        wait_until(seen, f"{script} {arguments} isn't so")

    def resize(self, width: int, height: int) -> None:
        """Give the page's part of the window a size."""

        def fits() -> bool:
            inner = self.run("() => [innerWidth, innerHeight]")
            outer = [2 * wanted - got for wanted, got in zip((width, height), inner, strict=True)]
            if inner != [width, height]:
                self.send("SetWindowRect", width=outer[0], height=outer[1])
            return bool(inner == [width, height])

        self.send("SetWindowRect", width=width, height=height)
        wait_until(fits, f"the window can't be {width} by {height}")

    def key(self, name: str) -> None:
        """Press a key."""
        value = KEYS.get(name, name)
        presses = [{"type": each, "value": value} for each in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": presses})

    def point(self, at: Point, kind: str = "mouse") -> None:
        """Click a point, or touch it."""
        left, top = map(round, at)
        presses = [
            {"type": "pointerMove", "x": left, "y": top, "duration": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act(
            {
                "type": "pointer",
                "id": kind,
                "parameters": {"pointerType": kind},
                "actions": presses,
            }
        )

    def _act(self, source: Mapping[str, Any]) -> None:
        self.send("PerformActions", actions=[source])


class Firefox(Browser):
    """Firefox, in which pages can be of any width, and which keeps their errors."""

    def __init__(self, connection: socket.socket) -> None:
        self._wire = connection.makefile("rwb")
        self._sent = 0
        self._read()  # a greeting
        self.send("NewSession")
        self._in_browser("document.documentElement.style.minWidth = 0")

    @override
    def send(self, command: str, **parameters: Any) -> Any:
        return self._send(f"WebDriver:{command}", parameters)

    @override
    def errors(self) -> list[str]:
        errors: list[str] = self._in_browser(
            """const all = Services.console.getMessageArray();
            Services.console.reset();
            return all.filter((each) => each instanceof Ci.nsIScriptError
                && /^(http|data):/.test(each.sourceName)
                && !(each.flags & Ci.nsIScriptError.warningFlag)
            ).map(String);"""
        )
        return errors

    def _in_browser(self, script: str) -> Any:
        """Run a script in the window, not in its page."""
        self._send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.send("ExecuteScript", script=script, args=[])
        finally:
            self._send("Marionette:SetContext", {"value": "content"})

    def _send(self, command: str, parameters: Mapping[str, Any]) -> Any:
        self._sent += 1
        body = json.dumps([0, self._sent, command, parameters]).encode()
        self._wire.write(b"%d:%b" % (len(body), body))
        self._wire.flush()
        _, _, error, answer = self._read()
        if error is not None:
            raise FailedError(f"{error['error']}: {error['message']}")
        return answer["value"] if [*answer] == ["value"] else answer

    def _read(self) -> Any:
        length = b""
        while (digit := self._wire.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        return json.loads(self._wire.read(int(length)))


class WebKit(Browser):
    """The browser of WebKitGTK.

    It tells nobody of errors, so each page keeps those after the first command in it.
    """

    def __init__(self, url: str, browser: Path) -> None:
        self._session = f"{url}/session"
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session += f"/{self.send('NewSession', capabilities=wanted)['sessionId']}"

    @override
    def run(self, script: str, *arguments: Any) -> Any:
        return super().run(f"(({LISTEN})(), {script})", *arguments)

    @override
    def send(self, command: str, **parameters: Any) -> Any:
        method, path = OVER_HTTP[command]
        request = urllib.request.Request(
            self._session + path,
            method=method,
            data=json.dumps(parameters).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise FailedError(error.read().decode()) from error

    @override
    def errors(self) -> list[str]:
        heard = "() => sessionStorage.heard ?? '[]'"
        errors: list[str] = json.loads(self.run(heard))
        self.run("() => sessionStorage.removeItem('heard')")
        return errors


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox with a profile in a folder."""
    program = found("Firefox", *FIREFOXES)
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
    with running([*command, "--profile", str(folder)], folder), connected(port) as connection:
        yield Firefox(connection)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Run the browser of WebKitGTK on a screen that nobody sees; it keeps its files in a folder."""
    driver = found("WebKitWebDriver", "WebKitWebDriver")
    browser = next(Path("/usr/lib").glob(MINI_BROWSERS), None)
    assert browser is not None, f"there is no {MINI_BROWSERS} in /usr/lib"
    style = folder / "gtk-3.0" / "gtk.css"
    style.parent.mkdir()
    # Without this, its tool bar makes the window wider than a phone.
    style.write_text("* { padding: 0; margin: 0; min-width: 0; border-width: 0 }\n")
    with screen(folder) as display:
        homes = {f"XDG_{name}_HOME": str(folder) for name in ("CONFIG", "CACHE", "DATA")}
        port = free_port()
        command = [driver, f"--port={port}"]
        with running(command, folder, {**homes, "DISPLAY": display}):
            connected(port).close()
            session = WebKit(f"http://127.0.0.1:{port}", browser)
            try:
                yield session
            finally:
                session.send("DeleteSession")


@contextmanager
def screen(folder: Path) -> Iterator[str]:
    """Run a screen that nobody sees, and yield its name."""
    program = found("Xvfb", "Xvfb")
    told, tells = os.pipe()
    command = [program, "-displayfd", str(tells), "-screen", "0", "1600x1200x24"]
    with os.fdopen(told) as answer, running(command, folder, inherits=[tells]):
        os.close(tells)
        yield f":{answer.readline().strip()}"


@contextmanager
def running(
    command: Sequence[str],
    folder: Path,
    settings: Mapping[str, str] | None = None,
    inherits: Sequence[int] = (),
) -> Iterator[None]:
    """Run a program that writes into `log` in a folder, and end it."""
    environment = {**os.environ, **(settings or {})}
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(
            command, stdout=log, stderr=log, env=environment, pass_fds=inherits
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_SECONDS)


def connected(port: int) -> socket.socket:
    """Wait until a program listens on a port, and connect to it."""
    found: list[socket.socket] = []

    def answers() -> bool:
        try:
            found.append(socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS))
        except OSError:
            return False
        return True

    wait_until(answers, f"nothing listens on port {port}")
    return found[0]


def found(what: str, *names: str) -> str:
    """Return the path of a program; without it, skip the test, or fail if CI is set."""
    path = next(filter(None, map(shutil.which, names)), None)
    if path is not None:
        return path
    if os.environ.get("CI"):
        pytest.fail(f"CI has no {what}; .ci/run installs it")
    pytest.skip(f"no {what} on this machine")


LAUNCHERS: Final[Mapping[str, Callable[[Path], Any]]] = {"firefox": firefox, "webkit": webkit}
"""What runs each browser, with a folder of its own."""
