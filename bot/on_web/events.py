"""A channel's messages as server-sent events: what a tab has missed, then whatever comes."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import TypeAlias

from aiohttp import web

from bot.on_web import bodies
from bot.on_web.people import check_channel
from bot.table.ports import Channels, Message, StoreDown

Changed: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until there may be something new."""

_VERSION = re.compile(r"[0-9]{1,18}", re.ASCII)


class Events:
    """The streams of all tabs that are open."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._streams: set[asyncio.Task[object]] = set()

    def routes(self) -> list[web.RouteDef]:
        """Where the streams are."""
        return [web.get("/api/events", self.events, allow_head=False)]

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Stream the changes after `since`, or after the last event that a lost stream brought."""
        channel = check_channel(request.query.get("channel", ""))
        version = _version(request.headers.get("Last-Event-ID") or request.query.get("since", ""))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        async with _changes(self._channels, channel) as changed:
            missed = await self._channels.since(channel, version)
            await response.prepare(request)
            task = asyncio.current_task()
            assert task is not None  # noqa: S101 - handlers run in tasks
            self._streams.add(task)
            try:
                await response.write(_events(missed) + b"event: ready\ndata: {}\n\n")
                await self._follow(response, channel, _newest(missed, version), changed)
            except (ConnectionError, StoreDown):
                pass  # the tab comes back by itself, and says what it has
            finally:
                self._streams.discard(task)
        return response

    async def close(self, _app: web.Application) -> None:
        """End every stream, so that the server can stop; tabs come back to the next one."""
        for task in tuple(self._streams):
            task.cancel()

    async def _follow(
        self, response: web.StreamResponse, channel: str, version: int, changed: Changed
    ) -> None:
        """Write messages and people as they change, until the tab is gone."""
        people: dict[str, str] = {}
        while True:
            present = await self._channels.people(channel)
            if present != people:
                people = present
                await response.write(f"event: people\ndata: {json.dumps(people)}\n\n".encode())
            await changed()
            messages = await self._channels.since(channel, version)
            await response.write(_events(messages) or b": nothing new\n\n")
            version = _newest(messages, version)


@asynccontextmanager
async def _changes(channels: Channels, channel: str) -> AsyncIterator[Changed]:
    """Listen from now on; lend a wait for the next change, or for the next look without one."""
    async with aclosing(channels.listen(channel)) as versions:
        coming = asyncio.ensure_future(anext(versions))
        await asyncio.sleep(0)  # it listens before the caller reads what is there

        async def changed() -> None:
            nonlocal coming
            await coming
            coming = asyncio.ensure_future(anext(versions))

        try:
            yield changed
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)


def _events(messages: Sequence[Message]) -> bytes:
    return "".join(f"id: {m.version}\ndata: {_event(m)}\n\n" for m in messages).encode()


def _event(message: Message) -> str:
    body = bodies.read(message.body) or None
    return json.dumps({"id": message.id, "order": message.order, "body": body})


def _newest(messages: Sequence[Message], version: int) -> int:
    return max([version, *(message.version for message in messages)])


def _version(text: str) -> int:
    """Read a version; one that makes no sense asks for everything."""
    return int(text) if _VERSION.fullmatch(text) else 0
