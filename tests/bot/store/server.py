"""Servers of the store for tests that need them quick rather than safe."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from bot.store.embedded import EmbeddedServer


@contextmanager
def unsynced(folder: Path) -> Iterator[EmbeddedServer]:
    """Run the bundled server without waiting for the disk at each change.

    Only a power cut would show the difference: even a server that is killed loses nothing.
    """
    server = EmbeddedServer.start(folder)
    try:
        with Redis.from_url(server.url) as client:
            client.config_set("appendfsync", "no")
        yield server
    finally:
        server.release()
