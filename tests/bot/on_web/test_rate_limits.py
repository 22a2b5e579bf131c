"""Rate limits of pages, and which requests are counted together."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp.test_utils import make_mocked_request
from aiohttp.web import RequestHandler

from bot.config import WebMode
from bot.on_web import rate_limits, server
from bot.on_web.gate import Gate
from bot.on_web.rate_limits import client
from tests.waiting import PATIENCE_SECONDS, until
from tests.watch import Watch

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

Open = Callable[..., "Browser"]
ONE, OTHER = {"X-Forwarded-For": "198.51.100.1"}, {"X-Forwarded-For": "198.51.100.2"}


URL = "http://puluc.example"


def at(address: str) -> dict[str, str]:
    """Return the headers of a request from an address to a public site."""
    return {"X-Forwarded-For": address, "Host": "puluc.example"}


def asked_by(peer: str, *forwarded: str, proxied: bool = True) -> str:
    """Return the client that a request is counted for."""
    request = make_mocked_request("GET", "/", [("X-Forwarded-For", hop) for hop in forwarded])
    return client(request.clone(remote=peer), proxied=proxied)


def test_behind_a_router() -> None:
    """Behind a router the last forwarded address counts: those before it may be forged."""
    assert asked_by("10.0.0.7", "192.0.2.9, 8.8.4.4") == "8.8.4.4"
    assert asked_by("127.0.0.1", "192.0.2.9", "8.8.4.4") == "8.8.4.4"
    assert asked_by("100.64.0.3", "8.8.4.4") == "8.8.4.4"
    assert asked_by("10.0.0.7", "8.8.4.4:50123") == "8.8.4.4"
    assert asked_by("10.0.0.7", "[2600:1:2:3::4]:50123") == asked_by("2600:1:2:3::4")


def test_a_forged_address() -> None:
    """A forwarded address is ignored from an external client or without a router."""
    assert asked_by("8.8.8.8", "8.8.4.4") == "8.8.8.8"
    assert asked_by("10.0.0.7", "8.8.4.4", proxied=False) == "10.0.0.7"


@pytest.mark.parametrize("hops", [(), ("",), (" ",), ("8.8.4.4,",), ("8.8.4.4, nonsense",)])
def test_a_router_that_adds_no_address(hops: tuple[str, ...]) -> None:
    """If the router adds no valid address, all requests through it are counted together."""
    assert asked_by("10.0.0.7", *hops) == "10.0.0.7"


def test_ipv6_networks() -> None:
    """An IPv6 network counts as one address, and an IPv4-mapped address as IPv4."""
    assert asked_by("2600:1:2:3::4") == asked_by("2600:1:2:3:ffff::1")
    assert asked_by("2600:1:2:3::4") != asked_by("2600:1:2:4::4")
    assert asked_by("::ffff:8.8.8.8") == "8.8.8.8"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Allow three requests per address and five overall; return the clock that they go by."""
    watch = Watch()
    limits = {"per_address": 3, "overall": 5, "clock": watch}
    monkeypatch.setattr(server, "RateLimits", partial(rate_limits.RateLimits, **limits))
    monkeypatch.setattr(rate_limits, "HOLD_SECONDS", 0)
    return watch


@pytest.mark.usefixtures("small")
async def test_one_address(house: "House", open_browser: Open) -> None:
    """A client that makes too many requests is told to wait; others aren't limited."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        answers = [await browser.get("/", ONE) for _ in range(4)]
        assert [answer.status for answer in answers] == [200, 200, 200, 429]
        assert "Please wait 2 seconds" in answers[-1].text
        assert answers[-1].headers["Retry-After"] == "2"
        assert (await browser.get("/", OTHER)).status == 200


async def test_a_client_that_waits(house: "House", open_browser: Open, small: Watch) -> None:
    """A client is served again once its requests are older than ten seconds."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        asked = [(await browser.get("/", ONE)).status for _ in range(4)]
        small.now += 10
        asked.append((await browser.get("/", ONE)).status)
    assert asked == [200, 200, 200, 429, 200]


@pytest.mark.usefixtures("small")
async def test_all_addresses(house: "House", open_browser: Open) -> None:
    """The overall limit has its own error message."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        for number in range(5):
            assert (
                await browser.get("/", {"X-Forwarded-For": f"198.51.100.{number}"})
            ).status == 200
        answer = await browser.get("/", {"X-Forwarded-For": "198.51.100.9"})
    assert answer.status == 503
    assert "Too many people are watching" in answer.text
    assert answer.headers["Retry-After"] == "2"


@pytest.mark.usefixtures("small")
async def test_players_come_before_watchers(house: "House", open_browser: Open) -> None:
    """Those who watch can't use up what is left for those who play."""
    async with house.serving(WebMode.PLAY, proxied=True, url=URL) as address:
        watcher, player = open_browser(address), open_browser(address)
        await player.post("/api/me", at("198.51.100.100"), name="Ana")
        watched = [(await watcher.get("/", at(f"198.51.100.{n}"))).status for n in range(6)]
        assert watched[-1] == 503
        assert (await player.get("/", at("198.51.100.100"))).status == 200


@pytest.mark.usefixtures("small")
async def test_files_have_their_own_limit(house: "House", open_browser: Open) -> None:
    """The files that a page needs at once don't count as pages of an address."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        files = [(await browser.get("/static/icon.svg", ONE)).status for _ in range(4)]
        assert files == [200] * 4
        assert (await browser.get("/", ONE)).status == 200


@pytest.mark.usefixtures("small")
async def test_missing_pages_count(house: "House", open_browser: Open) -> None:
    """Requests for pages that don't exist count, too."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        for path in ("/nowhere", "/g/unknown", "/rules/unknown"):
            await browser.get(path, ONE)
        assert (await browser.get("/", ONE)).status == 429


@pytest.mark.usefixtures("small")
async def test_reviews_count(house: "House", open_browser: Open) -> None:
    """Requests for a review and its pictures count like any others."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        for part in ("review", "chart.png", "mistake/1.png"):
            await browser.get(f"/g/unknown/{part}", ONE)
        assert (await browser.get("/g/unknown/review", ONE)).status == 429


@pytest.mark.usefixtures("small")
async def test_health_is_counted_apart(house: "House", open_browser: Open) -> None:
    """Health checks have their own limit, so they succeed however many people are watching."""
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        for number in range(20):
            await browser.get("/", {"X-Forwarded-For": f"198.51.100.{number}"})
        asked = [(await browser.get("/healthz", ONE)).status for _ in range(4)]
    assert asked == [200, 200, 200, 429]


@pytest.mark.usefixtures("small")
async def test_a_refusal_is_held_back(
    house: "House", open_browser: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refusals are delayed, but only a limited number of them at once."""
    delayed, over = list[float](), asyncio.Event()

    async def sleep(seconds: float) -> None:
        delayed.append(seconds)
        await over.wait()

    monkeypatch.setattr(rate_limits, "HOLD_SECONDS", 3600)
    monkeypatch.setattr(rate_limits, "MAX_HELD", 1)
    monkeypatch.setattr(server, "RateLimits", partial(server.RateLimits, sleep=sleep))
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        for _ in range(3):
            await browser.get("/", ONE)
        held = asyncio.create_task(browser.get("/", ONE))
        await until(lambda: delayed == [3600])
        assert (await browser.get("/", ONE)).status == 429
        assert (await browser.get("/", OTHER)).status == 200
        assert not held.done()
        over.set()
        assert (await held).status == 429


@pytest.mark.usefixtures("small")
async def test_the_chat_is_not_limited(house: "House", open_browser: Open) -> None:
    """The chat has no rate limit, because it serves only this machine."""
    async with house.serving() as address:
        browser = open_browser(address)
        assert [(await browser.get("/")).status for _ in range(10)] == [200] * 10


class Hung:
    """Work that hangs until a test lets it continue."""

    def __init__(self) -> None:
        self.asked, self.stopped, self.go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def __call__(self, _urgency: object, make: Callable[..., Any], *arguments: Any) -> Any:
        self.asked.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.stopped.set()
            raise
        return make(*arguments)


@pytest.fixture
async def code(ana: "Browser", house: "House") -> str:
    """The watch code of a game that has begun."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.press_button("Start")
    return (await house.table()).code


async def test_at_once(
    house: "House", open_browser: Open, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address can have only so many requests waiting; others and health checks succeed."""
    monkeypatch.setattr(rate_limits, "MAX_WAITING", 2)
    monkeypatch.setattr(rate_limits, "HOLD_SECONDS", 0)
    busy, arrived = Gate.busy, list[RequestHandler]()

    def counted(gate: Gate, handler: RequestHandler) -> AbstractContextManager[None]:
        arrived.append(handler)
        return busy(gate, handler)

    monkeypatch.setattr(Gate, "busy", counted)
    house.work = hung = Hung()
    async with house.serving(WebMode.WATCH, proxied=True) as address:
        browser = open_browser(address)
        paths = (f"/g/{code}?step={number}" for number in range(2))
        asked = [asyncio.create_task(browser.get(path, ONE)) for path in paths]
        await until(lambda: len(arrived) == len(asked))
        assert (await browser.get(f"/g/{code}", ONE)).status == 429
        assert (await browser.get("/healthz", ONE)).status == 200
        assert (await browser.get("/", OTHER)).status == 200
        hung.go_on.set()
        assert (await asked[0]).status == 200
        await asked[1]
        assert (await browser.get(f"/g/{code}", ONE)).status == 200


async def test_a_disconnected_client(house: "House", open_browser: Open, code: str) -> None:
    """Work for a client that has disconnected is cancelled."""
    house.work = hung = Hung()
    async with house.serving(WebMode.WATCH) as address:
        asked = asyncio.create_task(open_browser(address).get(f"/g/{code}"))
        async with asyncio.timeout(PATIENCE_SECONDS):
            await hung.asked.wait()
            asked.cancel()
            await hung.stopped.wait()
