"""The server: ports, health checks and pages."""

import asyncio
import errno
import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.config import WebMode
from bot.on_web import server
from bot.on_web.files import STATIC
from bot.on_web.health import RUNS, Health
from bot.store.memory import MemoryStore
from bot.table.people import Platform
from bot.table.ports import Down, StoreDown
from tests.waiting import until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House


class BrokenStore(MemoryStore):
    """A store that is down."""

    reason = Down.AWAY

    async def count(self, name: str, seconds: int) -> NoReturn:
        raise StoreDown(self.reason)

    async def load(self, table: object) -> NoReturn:
        raise StoreDown(self.reason)


async def test_busy_port_is_passed_over() -> None:
    """A search for a port takes the next free one."""
    first = await server.serve(web.Application(), "127.0.0.1", 0, search=False)
    second = await server.serve(web.Application(), "127.0.0.1", first.port, search=True)
    assert second.port > first.port
    await first.close()
    await second.close()


async def test_requested_port_is_busy() -> None:
    """If a port was explicitly requested and is in use, that is an error."""
    first = await server.serve(web.Application(), "127.0.0.1", 0, search=False)
    with pytest.raises(OSError, match="address already in use") as busy:
        await server.serve(web.Application(), "127.0.0.1", first.port, search=False)
    assert busy.value.errno == errno.EADDRINUSE
    await first.close()


async def test_ready(ana: "Browser") -> None:
    """The server is ready while the store can be written."""
    answer = await ana.get("/readyz")
    assert (answer.status, answer.text) == (200, f"ok\n{RUNS}")


async def test_platform_missing(house: "House", open_browser: "Callable[[str], Browser]") -> None:
    """The server isn't ready while a platform isn't connected, and says which one."""
    async with house.serving(missing=lambda: [Platform.DISCORD]) as address:
        answer = await open_browser(address).get("/readyz")
    assert (answer.status, answer.text) == (503, f"discord isn't connected\n{RUNS}")


class SlowStore(MemoryStore):
    """A store that waits before it responds, and counts the checks."""

    def __init__(self) -> None:
        super().__init__()
        self.checks = 0
        self.asked, self.answers = asyncio.Event(), asyncio.Event()

    async def count(self, name: str, seconds: int) -> int:
        self.checks += 1
        self.asked.set()
        await self.answers.wait()
        return await super().count(name, seconds)


async def test_simultaneous_health_checks(
    house: "House", open_browser: "Callable[[str], Browser]", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simultaneous requests share one check of the store."""
    ready, asking = Health.ready, list[web.Request]()

    async def counted(health: Health, request: web.Request) -> web.Response:
        asking.append(request)
        return await ready(health, request)

    monkeypatch.setattr(Health, "ready", counted)
    house.store = store = SlowStore()
    async with house.serving() as address:
        asked = [asyncio.create_task(open_browser(address).get("/readyz")) for _ in range(5)]
        await until(lambda: len(asking) == len(asked))
        store.answers.set()
        assert [answer.status for answer in await asyncio.gather(*asked)] == [200] * 5
    assert store.checks == 1


@pytest.mark.parametrize(
    ("reason", "words", "why"),
    [
        (Down.AWAY, "Nothing was changed", "the store doesn't respond"),
        (Down.FULL, "no room left", "the store is full"),
    ],
)
async def test_store_down(
    house: "House",
    open_browser: "Callable[[str], Browser]",
    reason: Down,
    words: str,
    why: str,
) -> None:
    """Actions are refused with the reason. The server is alive, but not ready."""
    house.store = BrokenStore()
    house.store.reason = reason
    async with house.serving() as address:
        browser = open_browser(address)
        await browser.be("Ana")
        assert (await browser.get("/healthz")).status == 200
        ready = await browser.get("/readyz")
        assert (ready.status, ready.text) == (503, f"{why}\n{RUNS}")
        answer = await browser.press("1accept.aaaaaaaaaa")
    assert answer.status == 503
    assert words in answer.json["lines"][0]


class LeavingStore(MemoryStore):
    """A store during whose work the visitor leaves."""

    async def count(self, name: str, seconds: int) -> NoReturn:
        raise ConnectionResetError


async def test_a_visitor_who_leaves(
    house: "House", open_browser: "Callable[[str], Browser]"
) -> None:
    """A connection that the visitor has closed is no error to log."""
    house.store = LeavingStore()
    async with house.serving() as address:
        with capture_logs() as logs:
            assert (await open_browser(address).get("/readyz")).status == server.LEFT
    assert not [line for line in logs if line["log_level"] == "error"]


@pytest.mark.parametrize("path", ["/as/x", "/c/maize", "/c/other", "/c/other/as/x"])
async def test_chat_page(ana: "Browser", path: str) -> None:
    """The chat opens at the address of any person and channel."""
    answer = await ana.get(path)
    assert answer.status == 200
    assert 'aria-label="Message"' in answer.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/c/No", 400),
        ("/api/x", 404),
        ("/static/" + "x" * 300, 404),
        ("/static/nothing.js", 404),
        ("/static/..%2fserver.py", 404),
    ],
)
async def test_wrong_address(ana: "Browser", path: str, status: int) -> None:
    """A wrong address gets an error page or an error message."""
    answer = await ana.get(path)
    assert answer.status == status
    assert "<h1>" in answer.text or answer.json["lines"]


SERVED = [
    path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*") if path.suffix != ".txt"
]


def without_comments(script: bytes) -> bytes:
    """Return the lines of a script that are no comments."""
    kept, comments = list[bytes](), False
    for line in script.splitlines(keepends=True):
        words = line.strip()
        comments = comments or words.startswith(b"/**")
        if not comments and not words.startswith(b"//"):
            kept.append(line)
        comments = comments and not words.endswith(b"*/")
    return b"".join(kept)


@pytest.mark.parametrize("name", SERVED)
async def test_a_file(ana: "Browser", name: str) -> None:
    """Files are served as they are, scripts without comments, and can be revalidated by ETag."""
    answer, source = await ana.get(f"/static/{name}"), (STATIC / name).read_bytes()
    assert answer.body == (without_comments(source) if name.endswith(".js") else source)
    kind = answer.headers["Content-Type"]
    assert "charset=utf-8" in kind or kind == "font/woff2"
    again = await ana.get(f"/static/{name}", {"If-None-Match": answer.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")


async def test_words_are_complete(ana: "Browser") -> None:
    """The scripts get every text that they use."""
    words = (await ana.get("/api/hello")).json["words"]
    asked = {
        part.partition('"')[0]
        for script in STATIC.glob("*.js")
        if script.name != "notify.js"  # not the chat's
        for part in script.read_text("utf-8").split('say("')[1:]
    }
    assert asked <= words.keys()


async def test_commands_are_described(ana: "Browser") -> None:
    """The page gets every command with its options, for completion."""
    commands = {each["name"]: each for each in (await ana.get("/api/hello")).json["commands"]}
    road = {
        "name": "road",
        "choices": [],
        "examples": [],
        "numbers": [5, 31],
        "bare": False,
        "person": False,
        "several": False,
    }
    assert road in commands["challenge"]["options"]
    assert commands["resign"]["does"] == "Resign a game"


@pytest.mark.parametrize("path", ["/api/hello", "/api/events?channel=maize", "/as/x", "/c/maize"])
async def test_no_chat_when_watching(
    house: "House", open_browser: "Callable[[str], Browser]", path: str
) -> None:
    """A watch-only server has no chat."""
    async with house.serving(WebMode.WATCH) as address:
        assert (await open_browser(address).get(path)).status == 404


async def test_front_page(house: "House", open_browser: "Callable[[str], Browser]") -> None:
    """The front page of a watch-only server explains what it is."""
    async with house.serving(WebMode.WATCH) as address:
        answer = await open_browser(address).get("/")
        assert "Each game has its own page" in answer.text


@pytest.mark.parametrize("path", ["/", "/nowhere"])
async def test_pages_are_compressed(ana: "Browser", path: str) -> None:
    """A page is compressed for who accepts that, and is the same page."""
    packed = await ana.get(path, {"Accept-Encoding": "gzip"})
    plain = await ana.get(path, {"Accept-Encoding": "identity"})
    assert packed.text == plain.text  # the client has decompressed it
    assert packed.headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"])


def modules(script: Path) -> set[Path]:
    """The modules that a script needs, and itself."""
    found, rest = set[Path](), {script}
    while rest:
        module = rest.pop()
        found.add(module)
        names = re.findall(r'^(?:import|export) .*?"(\..*?)";', module.read_text(), re.M)
        rest |= {(module.parent / name).resolve() for name in names} - found
    return found


@pytest.mark.parametrize("path", ["/", "/g/{code}"])
async def test_modules_are_preloaded(ana: "Browser", house: "House", path: str) -> None:
    """A page asks for all modules of its script at once, rather than as it finds them."""
    await ana.say("/puluc practice")
    await house.settled()
    page = (await ana.get(path.format(code=house.store.tables[0].code))).text
    (script,) = re.findall(r'<script type="module" src="/static/(.*?)">', page)
    preloaded = set(re.findall(r'<link rel="modulepreload" href="/static/(.*?)">', page))
    needed = {
        str(each.relative_to(STATIC.resolve())) for each in modules((STATIC / script).resolve())
    }
    assert preloaded == needed - {script}
