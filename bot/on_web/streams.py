"""Streams of server-sent events, which end when the server stops."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.table.ports import StoreDown

WRITE_SECONDS = 20.0
"""Timeout for writing to a tab."""


class Streams:
    """The open streams of a server."""

    def __init__(self) -> None:
        self._open: set[asyncio.Task[object]] = set()

    @asynccontextmanager
    async def opened(self, request: web.Request) -> AsyncIterator[web.StreamResponse]:
        """Open a stream as the response to a request. The block writes to it.

        It may end with StoreDown or a lost connection: a tab reconnects by itself, and goes on
        where it was.
        """
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - handlers run in tasks
        self._open.add(task)
        try:
            yield response
        except (ConnectionError, StoreDown):
            pass
        except TimeoutError:
            if request.transport is not None:
                request.transport.abort()
        finally:
            self._open.discard(task)

    async def close(self, _app: web.Application) -> None:
        """End all streams, so that the server can stop; tabs reconnect to the next one."""
        for task in tuple(self._open):
            task.cancel()


async def write(response: web.StreamResponse, data: bytes) -> None:
    """Write to a tab. Raises TimeoutError."""
    async with asyncio.timeout(WRITE_SECONDS):
        await response.write(data)


def event(kind: str, data: object, id_: str = "") -> bytes:
    """Return an event with JSON data, which a tab that comes back names by its id, if any."""
    named = f"id: {id_}\n" if id_ else ""
    return f"{named}event: {kind}\ndata: {json.dumps(data)}\n\n".encode()
