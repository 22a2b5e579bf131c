"""A real Valkey server for everything below, started once; empty for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.embedded import EmbeddedServer
from bot.store.link import Link


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """The bundled server in a folder of its own."""
    server = EmbeddedServer.start(Path(tmp_path_factory.mktemp("valkey")))
    yield server
    server.release()


@pytest.fixture
async def link(valkey: EmbeddedServer) -> AsyncIterator[Link]:
    """A connection to a server that holds nothing."""
    link = Link(valkey.url)
    await link.redis.flushall()
    yield link
    await link.close()
