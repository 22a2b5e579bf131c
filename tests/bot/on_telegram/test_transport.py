"""The transport that makes calls to Telegram."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram.error import BadRequest, NetworkError, TelegramError, TimedOut

from bot.on_telegram import transport
from bot.on_telegram.transport import Transport

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
async def one() -> AsyncIterator[Transport]:
    """A transport with one connection."""
    one = Transport(1)
    await one.initialize()
    yield one
    await one.shutdown()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the timeouts of calls."""
    monkeypatch.setattr(transport, "READ_SECONDS", 0.2)
    monkeypatch.setattr(transport, "SPARE_SECONDS", 0.1)


async def test_an_edit(village: "Village") -> None:
    """A successful edit returns True, and the message in its response isn't parsed."""
    bot = village.bot
    sent = await bot.send_message(village.plaza.id, "maize")
    assert await bot.edit_message_text("beans", village.plaza.id, sent.message_id) is True
    assert village.plaza.last.text == "beans"


async def test_an_edit_that_is_refused(village: "Village") -> None:
    """An edit that is refused raises an error with the reason."""
    with pytest.raises(BadRequest, match="not found"):
        await village.bot.edit_message_text("beans", village.plaza.id, 999)


@pytest.mark.parametrize(
    "body", [b"", b"<html>maintenance</html>", b'{"ok":false}', b'{"okay":true}', b"[]"]
)
async def test_an_edit_without_confirmation(one: Transport, body: bytes) -> None:
    """A response to an edit that doesn't confirm it is passed on to the library unchanged."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body)

    async with answering(answer) as url:
        assert await one.do_request(f"{url}/editMessageText", "POST") == (200, body)


async def test_an_edit_answered_by_a_proxy(one: Transport) -> None:
    """A proxy's page in response to an edit is an error."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="<html>Log in to this network</html>")

    async with answering(answer) as url:
        with pytest.raises(TelegramError, match="Invalid server response"):
            await one.post(f"{url}/editMessageText")


async def test_a_broken_answer(village: "Village") -> None:
    """A 502 response is raised as a network error."""
    village.sim.break_next(502, part="getMe")
    with pytest.raises(NetworkError):
        await village.bot.get_me()


async def test_an_answer_that_breaks_off(one: Transport) -> None:
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
async def test_an_answer_that_trickles(one: Transport) -> None:
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


@pytest.mark.usefixtures("hasty")
async def test_no_connection_is_free(one: Transport) -> None:
    """A call times out if no connection becomes free."""
    begun = asyncio.Event()

    async def answer(_: web.Request) -> web.Response:
        begun.set()
        await asyncio.sleep(PATIENCE_SECONDS)
        return web.Response()

    async with answering(answer) as url, asyncio.timeout(PATIENCE_SECONDS - 1):
        slow = asyncio.create_task(one.do_request(f"{url}/getUpdates", "POST", None, 60))
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
