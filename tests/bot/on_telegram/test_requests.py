"""The HTTP client that makes calls to Telegram."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram.error import NetworkError, TimedOut

from bot.config import WrongSetting
from bot.on_telegram import requests
from bot.on_telegram.requests import Requests

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

PATIENCE_SECONDS = 60


@asynccontextmanager
async def answering(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """Run a server with this handler, and yield the base URL of its methods."""
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    async with TestServer(application) as server:
        yield str(server.make_url("/bot1:token"))


@pytest.fixture
async def one() -> AsyncIterator[Requests]:
    """A client with one connection."""
    async with Requests(1) as one:
        yield one


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the timeouts of calls."""
    monkeypatch.setattr(requests, "READ_SECONDS", 0.2)
    monkeypatch.setattr(requests, "SPARE_SECONDS", 0.1)


async def test_a_broken_answer(village: "Village") -> None:
    """A 502 response is raised as a network error."""
    village.sim.break_next(502, part="getMe")
    with pytest.raises(NetworkError):
        await village.bot.get_me()


async def test_an_answer_that_breaks_off(one: Requests) -> None:
    """A response that breaks off is a network error whose message doesn't reveal the token."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "100"})
        await response.prepare(request)
        await response.write(b'{"ok":true,')
        assert request.transport is not None
        request.transport.close()
        return response

    async with answering(answer) as url:
        with pytest.raises(NetworkError) as lost:
            await one.do_request(f"{url}/editMessageText", "POST")
    assert "token" not in str(lost.value)


@pytest.mark.usefixtures("hasty")
async def test_no_answer(village: "Village") -> None:
    """A call without a response times out."""
    village.sim.delay_next(30, 1, "getMe")
    with pytest.raises(TimedOut):
        await village.bot.get_me()


@pytest.mark.usefixtures("hasty")
async def test_an_answer_that_trickles(one: Requests) -> None:
    """A call whose response trickles in without an end times out."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(100 * PATIENCE_SECONDS):
            await response.write(b" ")
            await asyncio.sleep(0.01)
        return response

    async with answering(answer) as url, asyncio.timeout(PATIENCE_SECONDS):
        with pytest.raises(TimedOut):
            await one.do_request(f"{url}/getMe", "POST")


async def test_a_closed_connection(one: Requests) -> None:
    """A connection that Telegram has closed since the last call is replaced."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.Response(body=b"{}")
        await response.prepare(request)
        await response.write_eof()
        assert request.transport is not None
        request.transport.close()
        return response

    async with answering(answer) as url:
        for _ in range(3):
            assert await one.do_request(f"{url}/getMe", "POST") == (200, b"{}")


async def test_a_cancelled_call(one: Requests) -> None:
    """A call that is cancelled gives its connection back."""
    begun = asyncio.Event()

    async def answer(_: web.Request) -> web.Response:
        if not begun.is_set():
            begun.set()
            await asyncio.sleep(PATIENCE_SECONDS)
        return web.Response(body=b"{}")

    async with answering(answer) as url:
        slow = asyncio.create_task(one.do_request(f"{url}/getMe", "POST"))
        await begun.wait()
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)
        assert await one.do_request(f"{url}/getMe", "POST") == (200, b"{}")


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:1", "socks5://127.0.0.1:1"])
def test_a_proxy_of_another_kind(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    """A proxy in the environment that isn't for HTTP is an error in one line."""
    monkeypatch.setenv("ALL_PROXY", proxy)
    with pytest.raises(WrongSetting, match=r"^HTTPS_PROXY, ALL_PROXY: .* Set HTTPS_PROXY"):
        Requests(1)


@pytest.mark.usefixtures("hasty")
async def test_no_connection_is_free(one: Requests) -> None:
    """A call times out if no connection becomes free."""
    begun = asyncio.Event()

    async def answer(_: web.Request) -> web.Response:
        begun.set()
        await asyncio.sleep(PATIENCE_SECONDS)
        return web.Response()

    async with answering(answer) as url, asyncio.timeout(PATIENCE_SECONDS - 1):
        slow = asyncio.create_task(one.do_request(f"{url}/getUpdates", "POST", read_timeout=60))
        await begun.wait()
        with pytest.raises(TimedOut):
            await one.do_request(f"{url}/getMe", "POST")
        slow.cancel()
        await asyncio.gather(slow, return_exceptions=True)


async def test_a_file(village: "Village") -> None:
    """A picture and its caption arrive unchanged."""
    board = await village.play()
    assert board.picture is not None
    caption = 'maíz & "beans" 🌽'
    await village.bot.send_photo(village.plaza.id, board.picture, caption, filename="board.png")
    sent = village.sim.requests[-1]
    assert list(sent.files.values()) == [board.picture]
    assert village.board.caption == caption


async def test_a_file_that_is_fetched(village: "Village") -> None:
    """A picture that was sent can be downloaded unchanged."""
    board = await village.play()
    file = await village.bot.get_file(board.file_id or "")
    assert await file.download_as_bytearray() == board.picture
