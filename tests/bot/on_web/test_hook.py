"""Webhooks of platforms: their secret, and how their requests are read."""

import asyncio
import hmac
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from bot.config import WebMode
from bot.on_web import request_body, server
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import House

SECRET = "well-kept"  # noqa: S105 - only for these tests


class Platform:
    """A platform that accepts requests, slowly if a test wants it."""

    path = "/hook"
    header = "X-Secret"

    def __init__(self) -> None:
        self.taken: list[bytes] = []
        self.begun, self.go_on, self.done = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.go_on.set()

    def knows(self, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(errors="surrogateescape"), SECRET.encode())

    async def take(self, body: bytes) -> int:
        self.taken.append(body)
        self.begun.set()
        await self.go_on.wait()
        self.done.set()
        return 200


@pytest.fixture
def platform() -> Platform:
    return Platform()


@pytest.fixture
async def hook(house: "House", platform: Platform) -> AsyncIterator[str]:
    """The address of a server with the platform's webhook."""
    async with house.serving(WebMode.WATCH, hook=platform) as address:
        yield address


async def send(
    address: str, body: bytes = b"", *, secret: bytes = SECRET.encode(), size: int | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request, possibly with only part of its body."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    length = len(body) if size is None else size
    head = (
        f"POST /hook HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
        f"Content-Length: {length}\r\nX-Secret: "
    )
    writer.write(head.encode() + secret + b"\r\n\r\n" + body)
    return reader, writer


async def answered(
    address: str, body: bytes = b"", *, secret: bytes = SECRET.encode(), size: int | None = None
) -> bytes:
    """Send a request and return the response."""
    reader, writer = await send(address, body, secret=secret, size=size)
    async with asyncio.timeout(PATIENCE_SECONDS):
        answer = await reader.read()
    writer.close()
    return answer


async def test_beside_a_public_site(house: "House", platform: Platform) -> None:
    """A platform may reach the server at another host name than people do."""
    url = "https://puluc.example"
    async with house.serving(WebMode.PLAY, proxied=True, hook=platform, url=url) as address:
        assert (await answered(address, b"update")).startswith(b"HTTP/1.1 200 ")
    assert platform.taken == [b"update"]


async def test_a_request(hook: str, platform: Platform) -> None:
    """A request with a body up to the limit is passed to the platform."""
    body = b"x" * (server.UPDATE_LIMIT)
    assert (await answered(hook, body)).startswith(b"HTTP/1.1 200 ")
    assert platform.taken == [body]


@pytest.mark.parametrize("secret", [b"", b"guessed", b"\xff"])
async def test_the_secret_before_the_body(
    hook: str, platform: Platform, secret: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A request with a wrong secret is refused before its body is read."""
    answer = await answered(hook, b"", secret=secret, size=1_000_000)
    assert answer.startswith(b"HTTP/1.1 403 ")
    assert b"<h1>" in answer
    assert platform.taken == []
    assert caplog.records == []


async def test_too_much(hook: str, platform: Platform) -> None:
    """A body that is too large is refused before it has arrived completely."""
    answer = await answered(hook, b"x" * (server.UPDATE_LIMIT + 1), size=10**9)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert platform.taken == []


async def test_too_slow(hook: str, platform: Platform, monkeypatch: pytest.MonkeyPatch) -> None:
    """A body that doesn't arrive in time is refused."""
    monkeypatch.setattr(request_body, "BODY_SECONDS", 0.1)
    assert (await answered(hook, b"x", size=10)).startswith(b"HTTP/1.1 408 ")
    assert platform.taken == []


async def test_few_bodies_at_once(
    hook: str, platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many requests arrive, only a few bodies are in memory at once."""
    reading: list[int] = []
    most, full = 0, asyncio.Event()
    read = server.read_body

    async def watched(*arguments: object) -> bytes:
        nonlocal most
        reading.append(1)
        most = max(most, len(reading))
        if most == server.UPDATES_AT_ONCE:
            full.set()
        try:
            return await read(*arguments)  # type: ignore[arg-type] # passed on unchanged
        finally:
            reading.pop()

    monkeypatch.setattr(server, "read_body", watched)
    opened = [await send(hook, b"x", size=2) for _ in range(30)]
    await full.wait()
    for _, writer in opened:
        writer.write(b"y")
    async with asyncio.timeout(PATIENCE_SECONDS):
        answers = await asyncio.gather(*(reader.read() for reader, _ in opened))
    for _, writer in opened:
        writer.close()
    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in answers)
    assert most == server.UPDATES_AT_ONCE
    assert len(platform.taken) == 30


async def test_a_lost_connection(hook: str, platform: Platform, lost: asyncio.Event) -> None:
    """An update is handled completely even if the connection is lost."""
    platform.go_on.clear()
    _, writer = await send(hook, b"x")
    async with asyncio.timeout(PATIENCE_SECONDS):
        await platform.begun.wait()
        lost.clear()
        writer.close()
        await lost.wait()
        platform.go_on.set()
        await platform.done.wait()
