"""A proxy that cuts connections to a server before, during or after a command."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

CHUNK = 65536
HANDSHAKE = (b"HELLO", b"AUTH", b"SETINFO", b"SELECT")


@dataclass
class Wire:
    """The shares of the traffic that are cut, by kind.

    A cut `connect` ends before anything is sent, a `handshake` in the middle of the server's reply
    to the client's greeting, an `answer` in the middle of the reply to a command that the server
    has run, and a `command` before the server has received all of it.
    """

    chance: Random
    connects: float = 0
    handshakes: float = 0
    answers: float = 0
    commands: float = 0

    def cuts(self, what: str) -> bool:
        """Decide at random whether to cut this one."""
        share: float = getattr(self, what)
        return self.chance.random() < share

    def part(self, whole: bytes) -> bytes:
        """A random part of the data, which still gets through."""
        return whole[: self.chance.randrange(len(whole))]


ACCEPT_TURNS = 10
"""More turns of the loop than it takes until a connection that was accepted is being served."""


@asynccontextmanager
async def cutting(server: str, here: Path, wire: Wire) -> AsyncIterator[str]:
    """Listen on the socket `here` and forward traffic to `server` and back, except what is cut."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            # Cancelled when the context ends.
            with contextlib.suppress(OSError, asyncio.CancelledError):
                if not wire.cuts("connects"):
                    await _both(server, wire, reader, writer)
        finally:
            writer.close()
            tasks.discard(task)

    listening = await asyncio.start_unix_server(serve, here)
    try:
        yield f"unix://{here}"
    finally:
        listening.close()
        for _ in range(ACCEPT_TURNS):
            await asyncio.sleep(0)
        for task in tuple(tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)


async def _both(
    server: str, wire: Wire, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    there_reader, there_writer = await asyncio.open_unix_connection(server)
    greeting = asyncio.Event()

    async def ask() -> None:
        while asked := await reader.read(CHUNK):
            if any(word in asked for word in HANDSHAKE):
                greeting.set()
            else:
                greeting.clear()
                if wire.cuts("commands"):
                    there_writer.write(wire.part(asked))
                    break
            there_writer.write(asked)
            await there_writer.drain()
        there_writer.write_eof()

    asking = asyncio.create_task(ask())
    try:
        while answer := await there_reader.read(CHUNK):
            if wire.cuts("handshakes" if greeting.is_set() else "answers"):
                writer.write(wire.part(answer))
                await writer.drain()
                break
            writer.write(answer)
            await writer.drain()
    finally:
        asking.cancel()
        there_writer.close()  # first, because the wait may be cancelled
        await asyncio.gather(asking, return_exceptions=True)
