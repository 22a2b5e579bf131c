"""The first contact with an external store: late, incompatible, or unreachable."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from structlog.testing import capture_logs

from bot.store import preflight as contact
from bot.store.link import Link
from bot.store.preflight import Unfit, is_old, reach
from tests.bot.certificates import CERTIFICATE, serving
from tests.e2e.ports import free_port
from tests.waiting import until

Serve: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[Any, Any, None]]

EXPIRED = """\
-----BEGIN CERTIFICATE-----
MIIBZDCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATbuws6Eozily2pV1k2
2JOjXk4vVhvclE7JHcCw1jcd+Yw4uBYFAXHZAKniSDPgAMoB0uLLA/z9qhIVPhKu
9wCqo04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcE
fwAAATAdBgNVHQ4EFgQUsBiNFAAYCvvy+WXMi9QH+On8on0wCgYIKoZIzj0EAwID
RwAwRAIgI0YC/L2WcxmSKK7kV8jmR3q55G5/boz2GyWrDfR+jqgCIEaULxnN6iAK
B/B+GWsX1/WQchzVZlGuTPIIW+WlBaA4
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgON8Te1Vm3jH9xCuu
vSY3N98cZNxtZvevRqndnF3ppAChRANCAATbuws6Eozily2pV1k22JOjXk4vVhvc
lE7JHcCw1jcd+Yw4uBYFAXHZAKniSDPgAMoB0uLLA/z9qhIVPhKu9wCq
-----END PRIVATE KEY-----
"""
"""The same, but it expired in 2021."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't pause between attempts."""
    monkeypatch.setattr(contact, "REST_SECONDS", 0.01)


@asynccontextmanager
async def listening(serve: Serve, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Run a server, yield its port, and wait until its connections are closed."""
    served: list[asyncio.Task[None]] = []

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        served.append(asyncio.create_task(serve(reader, writer)))

    server = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await asyncio.gather(*served)


@asynccontextmanager
async def answering(reply: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Run a server that replies the same to everything; yield its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await reader.read(1000)
            writer.write(reply)
            await writer.drain()
        await closed(writer)

    async with listening(answer, tls) as port:
        yield port


@asynccontextmanager
async def encrypted(path: str, tls: ssl.SSLContext) -> AsyncIterator[int]:
    """Serve the server with this Unix socket by TLS; yield the port."""

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        await closed(writer)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(path)
        await asyncio.gather(copy(reader, there_writer), copy(there_reader, writer))

    async with listening(serve, tls) as port:
        yield port


async def closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection."""
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


@pytest.fixture
def pem(tmp_path: Path) -> Path:
    """The file with the self-signed certificate."""
    file = tmp_path / "server.pem"
    file.write_text(CERTIFICATE)
    return file


@pytest.fixture
def tls(pem: Path) -> ssl.SSLContext:
    """A TLS context whose certificate isn't trusted."""
    return serving(pem)


async def refusal(url: str, ca_file: Path | None = None) -> str:
    """The error message for this address."""
    link = Link(url, ca_file=ca_file)
    with pytest.raises(Unfit) as unfit:
        await reach(link)
    await link.close()
    assert "\n" not in str(unfit.value)
    return str(unfit.value)


async def test_a_late_store(tmp_path: Path, open_server: Callable[..., str]) -> None:
    """A store that is down at startup is awaited, which is logged once."""
    link = Link(f"unix://{tmp_path}/other.sock")
    with capture_logs() as lines:
        waiting = asyncio.create_task(reach(link))
        await until(lambda: lines)
        await asyncio.to_thread(open_server, "--port", "0")
        await waiting
    assert [line["event"] for line in lines] == ["store.awaited"]
    await link.close()


async def test_an_unreachable_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that stays down is given up after a while, with advice."""
    monkeypatch.setattr(contact, "PATIENCE_SECONDS", 0)
    assert "did not answer" in await refusal(f"unix://{tmp_path}/none.sock")


async def test_waiting_can_be_cancelled(tmp_path: Path) -> None:
    """Waiting for the store can be cancelled."""
    link = Link(f"unix://{tmp_path}/none.sock")
    waiting = asyncio.create_task(reach(link))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await link.close()


async def test_a_self_signed_certificate(
    open_server: Callable[..., str], tls: ssl.SSLContext
) -> None:
    """A self-signed certificate is reported at once, with the settings that concern it."""
    url = await asyncio.to_thread(open_server, "--port", "0", "--requirepass", "s3cret")
    with capture_logs() as lines:
        async with encrypted(url.removeprefix("unix://"), tls) as port:
            message = await refusal(f"rediss://:s3cret@127.0.0.1:{port}/0")
    assert "self-signed" in message
    assert "REDIS_CA_FILE" in message
    assert "REDIS_VERIFY=false" in message
    assert not lines


@pytest.mark.parametrize("trusted", [True, False])
async def test_a_self_signed_certificate_accepted(
    open_server: Callable[..., str], tls: ssl.SSLContext, pem: Path, trusted: bool
) -> None:
    """Both settings that the message names make the connection work."""
    url = await asyncio.to_thread(open_server, "--port", "0", "--requirepass", "s3cret")
    async with encrypted(url.removeprefix("unix://"), tls) as port:
        address = f"rediss://:s3cret@127.0.0.1:{port}/0"
        link = Link(address, ca_file=pem) if trusted else Link(address, verify=False)
        await reach(link)
        assert await link.redis.ping()
        await link.close()


async def test_a_certificate_for_another_host(tls: ssl.SSLContext, pem: Path) -> None:
    """A trusted certificate for another host is distinguished from an untrusted one."""
    async with answering(b"+PONG\r\n", tls) as port:
        message = await refusal(f"rediss://127.1:{port}/0", pem)
    assert "for another host" in message
    assert "REDIS_VERIFY=false" in message


async def test_an_expired_certificate(tmp_path: Path) -> None:
    """An expired certificate is reported as such."""
    expired = tmp_path / "expired.pem"
    expired.write_text(EXPIRED)
    async with answering(b"+PONG\r\n", serving(expired)) as port:
        message = await refusal(f"rediss://127.0.0.1:{port}/0", expired)
    assert "has expired" in message
    assert "REDIS_VERIFY=false" in message


async def test_a_handshake_that_fails() -> None:
    """A server that ends the handshake with an alert isn't said to lack TLS."""
    alert = b"\x15\x03\x03\x00\x02\x02\x28"  # fatal: handshake failure
    async with answering(alert) as port:
        message = await refusal(f"rediss://127.0.0.1:{port}/0")
    assert "refuses the TLS connection" in message
    assert "HANDSHAKE_FAILURE" in message


async def test_a_server_that_uses_tls(tls: ssl.SSLContext) -> None:
    """A server that hangs up on a client without TLS is reported, with the scheme to write."""
    async with answering(b"+PONG\r\n", tls) as port:
        assert "write rediss://" in await refusal(f"redis://127.0.0.1:{port}/0")


async def test_a_real_server_without_tls(
    open_server: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that takes the TLS handshake for an unfinished command is reported."""
    monkeypatch.setattr(contact, "DEADLINE_SECONDS", 0.1)  # it tries again if this is too short
    port = free_port()
    await asyncio.to_thread(open_server, "--port", str(port), "--bind", "127.0.0.1")
    assert "redis:// instead" in await refusal(f"rediss://127.0.0.1:{port}/0")


async def test_no_tls() -> None:
    """A server without TLS is distinguished from one that is down."""
    async with answering(b"-ERR unknown command\r\n") as port:
        assert "redis:// instead" in await refusal(f"rediss://127.0.0.1:{port}/0")


@pytest.mark.parametrize("reply", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"220 mail ESMTP\r\n"])
async def test_another_kind_of_server(reply: bytes) -> None:
    """A server that isn't Redis is reported as such."""
    async with answering(reply) as port:
        assert "not from a Redis" in await refusal(f"redis://127.0.0.1:{port}/0")


async def test_a_node_of_a_cluster(open_server: Callable[..., str]) -> None:
    """A cluster, which isn't supported, is detected before anything fails."""
    url = await asyncio.to_thread(
        open_server, "--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", "0"
    )
    assert "cluster" in await refusal(url)


@pytest.mark.parametrize("password", ["", ":wrong@"])
async def test_a_wrong_password(open_server: Callable[..., str], password: str) -> None:
    """A missing or wrong password is reported, without showing it."""
    url = await asyncio.to_thread(open_server, "--port", "0", "--requirepass", "s3cret")
    message = await refusal(url.replace("unix://", f"unix://{password}"))
    assert "user or password" in message
    assert "wrong" not in message


@pytest.mark.parametrize(
    ("end", "expected"), [("?db=99", "no database"), ("?nonsense=1", "option")]
)
async def test_an_unknown_database_or_option(
    open_server: Callable[..., str], end: str, expected: str
) -> None:
    """A database or an option that doesn't exist is reported."""
    url = await asyncio.to_thread(open_server, "--port", "0")
    assert expected in await refusal(url + end)


async def test_a_user_without_info(open_server: Callable[..., str]) -> None:
    """A store whose user may not run INFO is accepted."""
    user = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-info")
    link = Link(await asyncio.to_thread(open_server, "--port", "0", *user))
    await reach(link)
    await link.close()


@pytest.mark.parametrize(
    ("version", "old"),
    [
        ("6.0.16", True),
        ("5.0", True),
        ("6.2.0", False),
        ("7.2.4", False),
        ("", False),
        ("x", False),
    ],
)
def test_the_oldest_version(version: str, old: bool) -> None:
    """Redis before 6.2 is too old; a version that can't be read is accepted."""
    assert is_old(version) is old


async def test_an_old_server(monkeypatch: pytest.MonkeyPatch, link: Link) -> None:
    """A server that is too old is refused, with the version that is needed."""
    monkeypatch.setattr(contact, "OLDEST", (99, 0))
    with pytest.raises(Unfit, match=r"use Redis 6\.2 or newer"):
        await reach(link)
