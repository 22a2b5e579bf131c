"""Requests that the server refuses, and the headers that protect its pages."""

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.on_web import request_body, server
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "[::2]"])
async def test_foreign_host(ana: "Browser", address: str, host: str) -> None:
    """A request with another host or port is refused, even if it reaches the server."""
    port = address.rpartition(":")[2]
    answer = await ana.get("/api/hello", {"Host": host.format(port=port)})
    assert answer.status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
async def test_own_host(ana: "Browser", address: str, name: str) -> None:
    """A request to any loopback name with the right port is answered."""
    port = address.rpartition(":")[2]
    assert (await ana.get("/", {"Host": f"{name}:{port}"})).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_foreign_page(ana: "Browser", house: "House", headers: dict[str, str]) -> None:
    """A request from a page of another site is refused and changes nothing."""
    body = {"persona": ana.me, "channel": "maize", "operation": "operation-1", "text": "hello"}
    answer = await ana.post("/api/say", headers, **body)
    assert answer.status == 403
    assert await house.bodies("line") == []


async def test_own_page(ana: "Browser", address: str, house: "House") -> None:
    """A request from our own page is accepted."""
    headers = {"Origin": address, "Sec-Fetch-Site": "same-origin"}
    body = {"persona": ana.me, "channel": "maize", "operation": "operation-1", "text": "hello"}
    assert (await ana.post("/api/say", headers, **body)).status == 200
    assert len(await house.bodies("line")) == 1


async def test_followed_link(ana: "Browser") -> None:
    """A link on another site can open the chat."""
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert (await ana.get("/", headers)).status == 200


async def test_a_form(ana: "Browser") -> None:
    """Only JSON is accepted, which a form on another site can't send."""
    async with ana.session.post("/api/say", data={"persona": ana.me}) as response:
        assert response.status == 415


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'"x"', b"\xff", b'{"persona": 1}', b"[" * 8_000]
)
async def test_unreadable_body(ana: "Browser", body: bytes) -> None:
    """A malformed body is refused with an explanation."""
    headers = {"Content-Type": "application/json"}
    async with ana.session.post("/api/say", data=body, headers=headers) as response:
        assert response.status == 400
        assert (await response.json())["lines"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/json; charset=nope"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/json", "Content-Encoding": "deflate"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
)
async def test_body_in_another_coding(ana: "Browser", headers: dict[str, str]) -> None:
    """Only plain UTF-8 is accepted, not other charsets or compressed bodies."""
    async with ana.session.post("/api/say", data=b"x\x9c\xff", headers=headers) as response:
        assert response.status == 415
        assert (await response.json())["lines"]


async def raw(address: str, request: bytes) -> bytes:
    """Send bytes that no library would, and return the response."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request.replace(b"HOST", f"{host}:{port}".encode()))
    async with asyncio.timeout(PATIENCE_SECONDS):
        answered = await reader.read()
    writer.close()
    return answered


ACT = (
    b"POST /api/enter HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nCookie: puluc-x=\xff\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
)


async def test_an_unreadable_cookie(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """An action with an unreadable cookie is refused."""
    body = b'{"persona": "x", "channel": "maize"}'
    answered = await raw(address, ACT % (len(body), body))
    assert answered.startswith(b"HTTP/1.1 403 ")
    assert b"You aren't playing as that person" in answered
    assert caplog.records == []


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01 hello\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"]
)
async def test_not_http(address: str, caplog: pytest.LogCaptureFixture, sent: bytes) -> None:
    """Bytes that aren't HTTP get a 400 response and no log message."""
    answered = await raw(address, sent)
    assert answered.startswith(b"HTTP/1.0 400 ")
    assert caplog.records == []


async def test_a_body_that_breaks_off(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """A body that isn't in its declared encoding is the client's error and isn't logged."""
    answered = await raw(
        address,
        b"POST /api/say HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    )
    assert answered.startswith((b"HTTP/1.1 400 ", b"HTTP/1.0 400 "))
    assert caplog.records == []


async def test_a_body_that_does_not_arrive(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A body that doesn't arrive in time is refused."""
    monkeypatch.setattr(request_body, "BODY_SECONDS", 0.1)
    answered = await raw(address, ACT % (100, b"{"))
    assert answered.startswith(b"HTTP/1.1 408 ")
    assert b"took too long" in answered
    assert caplog.records == []


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: HOST\r\n"])
async def test_headers_that_do_not_arrive(
    house: "House", monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """A connection without a complete request is closed after a while."""
    monkeypatch.setattr(server, "IDLE_SECONDS", 0.1)
    async with house.serving() as address:
        assert await raw(address, sent) == b""


async def test_long_body(ana: "Browser") -> None:
    """A body that is too long is refused."""
    answer = await ana.say("x" * 10_000)
    assert answer.status == 413
    assert answer.json["refused"]


@pytest.mark.parametrize("path", ["/", "/static/icon.svg", "/nowhere", "/healthz"])
async def test_headers(ana: "Browser", path: str) -> None:
    """Every page and drawing forbids inline scripts, framing and content type sniffing."""
    headers = (await ana.get(path)).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/main.js", "/static/table/table.css", "/api/hello"])
async def test_headers_of_parts(ana: "Browser", path: str) -> None:
    """What is only a part of pages is taken for nothing else, and has no headers of pages."""
    headers = (await ana.get(path)).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in headers


@pytest.mark.parametrize("path", ["/", "/nowhere"])
async def test_inline_pictures(ana: "Browser", path: str) -> None:
    """Only pictures may be part of a page: private replies contain theirs."""
    policy = (await ana.get(path)).headers["Content-Security-Policy"].split("; ")
    assert "img-src 'self' data:" in policy
    assert [rule for rule in policy if "data:" in rule] == ["img-src 'self' data:"]


@pytest.mark.parametrize("path", ["/", "/c/maize"])
async def test_no_inline_script(open_browser: "Callable[[], Browser]", path: str) -> None:
    """A page has no inline scripts or styles, only data, and loads nothing from other sites."""
    text = (await open_browser().get(path)).text
    allowed = ('<script type="module" src="/static/', '<script type="application/json"')
    assert text.count("<script") == sum(map(text.count, allowed))
    assert "style=" not in text
    assert "//" not in text.replace("<!doctype", "")
