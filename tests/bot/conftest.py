"""Fixtures for the bot: a real Valkey server, emptied for each test, and a second language."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

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
def spanish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    """A catalogue with a second language, which is also the process's catalogue."""
    with speaking_spanish(tmp_path / "locale", monkeypatch) as catalogue:
        yield catalogue
