"""Fixtures for the bot: a real Valkey server, emptied for each test, and a second language."""

import subprocess
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from bot.store import launcher
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.texts.catalogue import Catalogue
from tests.bot.spanish import speaking_spanish


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The bundled server, in a temporary folder."""
    server = EmbeddedServer.start(Path(tmp_path_factory.mktemp("valkey")))
    yield server
    server.release()


@pytest.fixture
async def link(valkey: EmbeddedServer) -> AsyncIterator[Link]:
    """A link to the server, which has been emptied."""
    link = Link(valkey.url)
    await link.redis.flushall()
    yield link
    await link.close()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that the test may kill."""
    server = EmbeddedServer.start(tmp_path / "data")
    yield server
    server.release()


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Start an external server with these options; return its address."""
    servers = []

    def start(*options: str) -> str:
        path = tmp_path / "other.sock"
        command = [launcher.find_binary(), "--unixsocket", str(path), *options]
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


@pytest.fixture
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """A catalogue with a second language, which is also the process's catalogue."""
    with speaking_spanish(tmp_path / "locale", monkeypatch) as catalogue:
        yield catalogue
