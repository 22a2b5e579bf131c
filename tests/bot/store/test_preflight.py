"""The first contact with an external store: late, incompatible, or unreachable."""

import asyncio
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.store import launcher
from bot.store import preflight as contact
from bot.store.link import Link
from bot.store.preflight import Unfit, reach

CERTIFICATE = """\
-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUA5eWLXz/gWP6mHDhQA2lMYbCFiMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAyMDYzNloYDzIxMjYxMDI5
MDIwNjM2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS4NqUw8xAhITWqych2sNxz85t3XOrPW/IvwyNmGk1DaP5/L+xK0gHh
9W4KQpb+9OczSR0yoxCJ73ltj/XkbrzLo28wbTAdBgNVHQ4EFgQUsaS1nqvhbWmI
sa+7q8QNCSFWX3MwHwYDVR0jBBgwFoAUsaS1nqvhbWmIsa+7q8QNCSFWX3MwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAKoAi1b348+HT/6PEjSBCrK/PYLxtUxUKMMxAKbbM7MvAiEA
xKsIuLOLDcYZu+VvP0Q/p/RptIscqK8O0SHPShiFJJE=
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgG0jsJQVhoSwejD15
KLo6K9RunBNCKncWbesL0zVRt/6hRANCAAS4NqUw8xAhITWqych2sNxz85t3XOrP
W/IvwyNmGk1DaP5/L+xK0gHh9W4KQpb+9OczSR0yoxCJ73ltj/XkbrzL
-----END PRIVATE KEY-----
"""
"""A self-signed certificate for tests."""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't pause between attempts."""
    monkeypatch.setattr(contact, "REST_SECONDS", 0.01)


@asynccontextmanager
async def answering(reply: bytes, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Run a server that replies the same to everything; yield its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.read(1000)
            writer.write(reply)
            await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@pytest.fixture
def tls(tmp_path: Path) -> ssl.SSLContext:
    """A TLS context whose certificate isn't trusted."""
    file = tmp_path / "server.pem"
    file.write_text(CERTIFICATE)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(file)
    return context


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Start an external server with these options; return its address."""
    servers = []

    def start(*options: str) -> str:
        path = tmp_path / "other.sock"
        command = [launcher.find_binary(), "--unixsocket", str(path), "--save", "", *options]
        servers.append(
            subprocess.Popen([*command, "--dir", str(tmp_path)], stdout=subprocess.DEVNULL)
        )
        for _ in range(400):
            if path.exists():
                break
            time.sleep(0.05)
        return f"unix://{path}"

    yield start
    for server in servers:
        server.terminate()
        server.wait(20)


async def refusal(url: str) -> str:
    """The error message for this address."""
    link = Link(url)
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
        while not lines:  # noqa: ASYNC110 - the log is the only signal
            await asyncio.sleep(0.01)
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


async def test_a_certificate_that_is_not_trusted(tls: ssl.SSLContext) -> None:
    """An untrusted certificate is reported, with the settings that concern it."""
    async with answering(b"", tls) as port:
        message = await refusal(f"rediss://127.0.0.1:{port}/0")
    assert "certificate is not trusted" in message
    assert "REDIS_CA_FILE" in message
    assert "REDIS_VERIFY" in message


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
