"""A way to a server that sometimes takes the command and cuts the answer, or lets nobody in."""

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
    """What becomes of the traffic: shares of what is cut.

    A `connect` that is cut ends before anything was said, a `handshake` in the middle of what the
    server answers to the library's greeting, an `answer` in the middle of that to a command, which
    the server has done by then, and a `command` before the server has the whole of it.
    """

    chance: Random
    connects: float = 0
    handshakes: float = 0
    answers: float = 0
    commands: float = 0

    def cuts(self, what: str) -> bool:
        """Whether to cut now."""
        share: float = getattr(self, what)
        return self.chance.random() < share

    def part(self, whole: bytes) -> bytes:
        """What still goes through."""
        return whole[: self.chance.randrange(len(whole))]


@asynccontextmanager
async def cutting(server: str, here: Path, wire: Wire) -> AsyncIterator[str]:
    """Listen on the socket `here`, and pass on to `server` and back what is not cut."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            # Cancelled at the end, when nobody asks any more.
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
        await asyncio.gather(asking, return_exceptions=True)
        there_writer.close()
