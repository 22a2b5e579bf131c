"""Calls on the wire."""

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

PATIENCE_SECONDS = 30


@asynccontextmanager
async def answering(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """A server that answers every call so; what the addresses of its methods begin with."""
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
    """Calls have little time."""
    monkeypatch.setattr(transport, "READ_SECONDS", 0.2)
    monkeypatch.setattr(transport, "SPARE_SECONDS", 0.1)


async def test_what_an_edit_is_answered(village: "Village") -> None:
    """Of the message that answers an edit nothing is unpacked; the edit is done."""
    bot = village.bot
    sent = await bot.send_message(village.plaza.id, "maize")
    assert await bot.edit_message_text("beans", village.plaza.id, sent.message_id) is True
    assert village.plaza.last.text == "beans"


async def test_an_edit_that_is_refused(village: "Village") -> None:
    """Why an edit is refused is told."""
    with pytest.raises(BadRequest, match="not found"):
        await village.bot.edit_message_text("beans", village.plaza.id, 999)


@pytest.mark.parametrize(
    "body", [b"", b"<html>maintenance</html>", b'{"ok":false}', b'{"okay":true}', b"[]"]
)
async def test_an_edit_that_nobody_vouches_for(one: Transport, body: bytes) -> None:
    """An answer to an edit that does not say that it is done goes to the library as it came."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body)

    async with answering(answer) as url:
        assert await one.do_request(f"{url}/editMessageText", "POST") == (200, body)


async def test_an_edit_answered_by_somebody_else(one: Transport) -> None:
    """An edit that a proxy answers with a page of its own is not done."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="<html>Log in to this network</html>")

    async with answering(answer) as url:
        with pytest.raises(TelegramError, match="Invalid server response"):
            await one.post(f"{url}/editMessageText")


async def test_a_broken_answer(village: "Village") -> None:
    """A call that a gateway could not pass on is told as one that the network lost."""
    village.sim.break_next(502, part="getMe")
    with pytest.raises(NetworkError):
        await village.bot.get_me()


async def test_an_answer_that_breaks_off(one: Transport) -> None:
    """An answer that ends too soon is told as lost, and without the address: it has the token."""

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
    """A call that nobody answers has timed out."""
    village.sim.delay_next(30, 1, "getMe")
    with pytest.raises(TimedOut):
        await village.bot.get_me()


@pytest.mark.usefixtures("hasty")
async def test_an_answer_that_trickles(one: Transport) -> None:
    """An answer that never ends does not hold a call for ever, though some of it comes always."""

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
    """A call for which no connection becomes free has timed out."""
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
    """A picture arrives as it was sent, with its name and its words, whatever those are."""
    board = await village.play()
    assert board.picture is not None
    told = 'maíz & "beans" 🌽'
    await village.bot.send_photo(village.plaza.id, board.picture, told, filename="board.png")
    sent = village.sim.requests[-1]
    assert list(sent.files.values()) == [board.picture]
    assert village.board.caption == told


async def test_a_file_that_is_fetched(village: "Village") -> None:
    """A picture that stands in a chat comes back as it is."""
    board = await village.play()
    file = await village.bot.get_file(board.file_id or "")
    assert await file.download_as_bytearray() == board.picture
