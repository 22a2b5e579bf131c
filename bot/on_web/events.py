"""A channel's messages as server-sent events: what a tab has missed, then whatever comes.

A tab says which change it has seen last: by its version, and by a mark of what it was. A store
that has gone back to an earlier state has not come so far, or has had another change by that
number; the tab is then told to start over.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from functools import partial
from typing import NamedTuple, TypeAlias

from aiohttp import web

from bot.on_web import payloads
from bot.on_web.games import GameLists
from bot.on_web.payloads import Body
from bot.on_web.people import check_channel
from bot.on_web.sessions import Sessions
from bot.table.ports import Channels, Message, StoreDown

Changed: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until there may be something new."""

Listing: TypeAlias = Callable[[], Awaitable[Sequence[Body]]]
"""Lists somebody's games as they are now."""

TAKE_SECONDS = 20.0
"""A tab that does not take what it is sent for so long is gone."""

_SEEN = re.compile(r"([0-9]{1,15})\.([0-9a-f]{8})", re.ASCII)


class Seen(NamedTuple):
    """The change that a tab has seen last; nothing, at version 0."""

    version: int = 0
    mark: str = ""

    @classmethod
    def read(cls, text: str) -> "Seen":
        """Read an event's id; one that makes no sense asks for everything."""
        form = _SEEN.fullmatch(text)
        return cls() if form is None else cls(int(form[1]), form[2])

    @classmethod
    def of(cls, message: Message) -> "Seen":
        """What somebody has seen to whom a message was sent."""
        told = f"{message.id}\0{message.order}\0{message.body}".encode()
        return cls(message.version, hashlib.sha256(told).hexdigest()[:8])

    def __str__(self) -> str:
        return f"{self.version}.{self.mark}"


class News(NamedTuple):
    """What came after a change; with `over` it is everything, for that change is no more."""

    messages: Sequence[Message]
    over: bool = False


class Events:
    """The streams of all tabs that are open."""

    def __init__(self, channels: Channels, sessions: Sessions, games: GameLists) -> None:
        self._channels = channels
        self._sessions = sessions
        self._games = games
        self._streams: set[asyncio.Task[object]] = set()

    def routes(self) -> list[web.RouteDef]:
        """Where the streams are."""
        return [web.get("/api/events", self.events, allow_head=False)]

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Stream the changes after `since`, or after the last event that a lost stream brought.

        With a persona of this browser's, its games come along.
        """
        channel = check_channel(request.query.get("channel", ""))
        games = self._listing(request, channel)
        seen = Seen.read(request.headers.get("Last-Event-ID") or request.query.get("since", ""))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        async with _changes(self._channels, channel) as changed:
            missed = await self._news(channel, seen)
            await response.prepare(request)
            task = asyncio.current_task()
            assert task is not None  # noqa: S101 - handlers run in tasks
            self._streams.add(task)
            try:
                await _write(response, _events(missed) + b"event: ready\ndata: {}\n\n")
                await self._follow(response, channel, _newest(missed, seen), changed, games)
            except (ConnectionError, StoreDown):
                pass  # the tab comes back by itself, and says what it has
            except TimeoutError:
                if request.transport is not None:
                    request.transport.abort()
            finally:
                self._streams.discard(task)
        return response

    async def close(self, _app: web.Application) -> None:
        """End every stream, so that the server can stop; tabs come back to the next one."""
        for task in tuple(self._streams):
            task.cancel()

    def _listing(self, request: web.Request, channel: str) -> Listing:
        """What lists the games of whoever a tab belongs to."""
        if "persona" not in request.query:
            return _no_games
        persona = self._sessions.persona(request, request.query["persona"])
        return partial(self._games.of, request, persona, channel)

    async def _follow(
        self,
        response: web.StreamResponse,
        channel: str,
        seen: Seen,
        changed: Changed,
        listing: Listing,
    ) -> None:
        """Write messages, people and games as they change, until the tab is gone."""
        people: dict[str, str] = {}
        games: Sequence[Body] = ()
        while True:
            present = await self._channels.people(channel)
            if present != people:
                people = present
                await _write(response, _told("people", people))
            listed = await listing()
            if listed != games:
                games = listed
                await _write(response, _told("games", games))
            await changed()
            news = await self._news(channel, seen)
            await _write(response, _events(news) or b": nothing new\n\n")
            seen = _newest(news, seen)

    async def _news(self, channel: str, seen: Seen) -> News:
        """What came after `seen`, or everything if the channel does not know that change."""
        if seen.version == 0:
            return News(await self._channels.since(channel, 0))
        messages = await self._channels.since(channel, seen.version - 1)
        if messages and messages[0].version == seen.version:
            if Seen.of(messages[0]) == seen:
                return News(messages[1:])
        elif await self._channels.version(channel) >= seen.version:
            return News(messages)  # that message was changed again
        return News(await self._channels.since(channel, 0), over=True)


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


async def _write(response: web.StreamResponse, data: bytes) -> None:
    """Write to a tab; TimeoutError where it does not take it."""
    async with asyncio.timeout(TAKE_SECONDS):
        await response.write(data)


def _told(kind: str, what: object) -> bytes:
    return f"event: {kind}\ndata: {json.dumps(what)}\n\n".encode()


async def _no_games() -> Sequence[Body]:
    return ()


def _events(news: News) -> bytes:
    over = "event: over\ndata: {}\n\n" if news.over else ""
    told = "".join(f"id: {Seen.of(m)}\ndata: {_event(m)}\n\n" for m in news.messages)
    return (over + told).encode()


def _event(message: Message) -> str:
    body = payloads.read(message.body) or None
    return json.dumps({"id": message.id, "order": message.order, "body": body})


def _newest(news: News, seen: Seen) -> Seen:
    """What has been seen once `news` are; `since` gives the newest change last."""
    if news.messages:
        return Seen.of(news.messages[-1])
    return Seen() if news.over else seen
