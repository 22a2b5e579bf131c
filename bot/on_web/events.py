"""A channel's messages as server-sent events: first those that a tab has missed, then new ones.

A tab reports the last change that it has seen, by its version and a hash of its content. If the
store has been reset to an earlier state, it doesn't have that change; the tab then has to reload
everything.
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
from typing_extensions import override

from bot.on_web import payloads
from bot.on_web.games import GameLists
from bot.on_web.payloads import Body
from bot.on_web.people import check_channel
from bot.on_web.sessions import Sessions
from bot.on_web.streams import Streams, event, write
from bot.table.channels import Channels, Message
from bot.work.ending import end

Changed: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until there may be changes."""

Listing: TypeAlias = Callable[[], Awaitable[Sequence[Body]]]
"""Returns the tab's list of games."""

_SEEN = re.compile(r"([0-9]{1,15})\.([0-9a-f]{8})", re.ASCII)


class Seen(NamedTuple):
    """The last change that a tab has seen; version 0 if none."""

    version: int = 0
    mark: str = ""

    @classmethod
    def read(cls, text: str) -> "Seen":
        """Parse an event's id; an invalid one requests everything."""
        form = _SEEN.fullmatch(text)
        return cls() if form is None else cls(int(form[1]), form[2])

    @classmethod
    def of(cls, message: Message) -> "Seen":
        """Return the change that a message is."""
        content = f"{message.id}\0{message.order}\0{message.body}".encode()
        return cls(message.version, hashlib.sha256(content).hexdigest()[:8])

    @override
    def __str__(self) -> str:
        return f"{self.version}.{self.mark}"


class Changes(NamedTuple):
    """The changes after a given one; with `over`, everything, because that one doesn't exist."""

    messages: Sequence[Message]
    over: bool = False


class Events:
    """The event streams of all open tabs."""

    def __init__(
        self, channels: Channels, sessions: Sessions, games: GameLists, streams: Streams
    ) -> None:
        self._channels = channels
        self._sessions = sessions
        self._games = games
        self._streams = streams

    def routes(self) -> list[web.RouteDef]:
        """Return the route of the streams."""
        return [web.get("/api/events", self.events, allow_head=False)]

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Stream the changes after `since`, or after the last event of a broken stream.

        With one of the browser's personas, also stream its list of games.
        """
        channel = check_channel(request.query.get("channel", ""))
        games = self._listing(request, channel)
        seen = Seen.read(request.headers.get("Last-Event-ID") or request.query.get("since", ""))
        async with change_events(self._channels, channel) as changed:
            missed = await self._changes_since(channel, seen)
            async with self._streams.opened(request) as response:
                await write(response, _events(missed) + b"event: ready\ndata: {}\n\n")
                await self._follow(response, channel, _newest(missed, seen), changed, games)
        return response

    def _listing(self, request: web.Request, channel: str) -> Listing:
        """Return a function that lists the games of the tab's persona."""
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
        """Write messages, people and games as they change, until the tab disconnects."""
        people: dict[str, str] = {}
        games: Sequence[Body] = ()
        while True:
            present = await self._channels.people(channel)
            if present != people:
                people = present
                await write(response, event("people", people))
            listed = await listing()
            if listed != games:
                games = listed
                await write(response, event("games", games))
            await changed()
            changes = await self._changes_since(channel, seen)
            await write(response, _events(changes) or b": nothing new\n\n")
            seen = _newest(changes, seen)

    async def _changes_since(self, channel: str, seen: Seen) -> Changes:
        """Return what came after `seen`, or everything if the channel doesn't have that change."""
        if seen.version == 0:
            return Changes(await self._channels.since(channel, 0))
        messages = await self._channels.since(channel, seen.version - 1)
        if messages and messages[0].version == seen.version:
            if Seen.of(messages[0]) == seen:
                return Changes(messages[1:])
        elif await self._channels.version(channel) >= seen.version:
            return Changes(messages)  # that message has changed again
        return Changes(await self._channels.since(channel, 0), over=True)


@asynccontextmanager
async def change_events(channels: Channels, channel: str) -> AsyncIterator[Changed]:
    """Listen for changes; yield a function that waits for the next change, or for a timeout."""
    async with aclosing(channels.listen(channel)) as versions:
        upcoming = asyncio.ensure_future(anext(versions))

        async def changed() -> None:
            nonlocal upcoming
            await upcoming
            upcoming = asyncio.ensure_future(anext(versions))

        try:
            await asyncio.sleep(0)  # start listening before the caller reads the current state
            yield changed
        finally:
            await end(upcoming)


async def _no_games() -> Sequence[Body]:
    return ()


def _events(changes: Changes) -> bytes:
    over = "event: over\ndata: {}\n\n" if changes.over else ""
    events = "".join(f"id: {Seen.of(m)}\ndata: {_event(m)}\n\n" for m in changes.messages)
    return (over + events).encode()


def _event(message: Message) -> str:
    body = payloads.read(message.body) or None
    return json.dumps({"id": message.id, "order": message.order, "body": body})


def _newest(changes: Changes, seen: Seen) -> Seen:
    """Return the last change seen after `changes`, whose newest message comes last."""
    if changes.messages:
        return Seen.of(changes.messages[-1])
    return Seen() if changes.over else seen
