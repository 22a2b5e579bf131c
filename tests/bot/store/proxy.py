"""A way to a server that sometimes takes the command and cuts the answer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

CHUNK = 65536


@asynccontextmanager
async def cutting(server: str, here: Path, share: float, chance: Random) -> AsyncIterator[str]:
    """Listen on the socket `here`, pass everything on to `server`, cut a share of the answers."""
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        there_reader, there_writer = await asyncio.open_unix_connection(server)
        asking = asyncio.create_task(_pass_on(reader, there_writer))
        try:
            while answer := await there_reader.read(CHUNK):
                if chance.random() < share:
                    break
                writer.write(answer)
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            asking.cancel()
            writer.close()
            there_writer.close()
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


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while asked := await reader.read(CHUNK):
            writer.write(asked)
            await writer.drain()
