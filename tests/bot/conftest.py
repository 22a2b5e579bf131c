"""Fixtures for the bot: a real Valkey server, emptied for each test, and a second language."""

import socket
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from bot.store import launcher
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.texts.catalogue import Catalogue
from tests.bot.pseudo import speaking_pseudo
from tests.bot.spanish import speaking_spanish
from tests.bot.store.cluster import Cluster, running
from tests.bot.store.server import unsynced
from tests.waiting import PATIENCE_SECONDS, wait_until

PATIENT_MS = 15_000
"""The node timeout of a cluster that must not fail over because the machine is busy."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't treat a store that is slow because the machine is busy as down."""
    monkeypatch.setattr("bot.store.link.DEADLINE_SECONDS", PATIENCE_SECONDS)


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The bundled server, in a temporary folder, for tests that leave it running."""
    with unsynced(tmp_path_factory.mktemp("valkey")) as server:
        yield server


@pytest.fixture
def empty_server(valkey: EmbeddedServer) -> EmbeddedServer:
    """That server, which has been emptied."""
    with Redis.from_url(valkey.url) as client:
        client.flushall()
    return valkey


@pytest.fixture
async def link(empty_server: EmbeddedServer) -> AsyncIterator[Link]:
    """A link to the empty server."""
    link = Link(empty_server.url)
    yield link
    await link.close()


@pytest.fixture(scope="session")
def session_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of three primaries and their replicas; it starts in 2 seconds."""
    folder = tmp_path_factory.mktemp("cluster")
    with running(folder, replicas=1, node_timeout_ms=PATIENT_MS) as cluster:
        yield cluster


@pytest.fixture
def cluster(session_cluster: Cluster) -> Iterator[Cluster]:
    """That cluster, which has been emptied; the test may kill its nodes."""
    session_cluster.empty()
    yield session_cluster
    session_cluster.mend()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A server that the test may kill."""
    server = EmbeddedServer.start(tmp_path / "data")
    yield server
    server.release()


def answers(path: Path) -> bool:
    """Whether a server listens on a socket, which exists a moment before it does."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0


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
        wait_until(lambda: answers(path), "the server doesn't start")
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


@pytest.fixture
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """A catalogue whose English has no plain letter, which is also the process's catalogue."""
    with speaking_pseudo(tmp_path / "locale", monkeypatch) as catalogue:
        yield catalogue
