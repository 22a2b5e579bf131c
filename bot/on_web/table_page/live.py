"""What happens at a table, told to the pages that show it, as it happens.

A page asks for what has happened since it was last told (`state.Seen`). It hears of it as
server-sent events or, where a proxy swallows those, in answers that wait for the next change.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final, NamedTuple, TypeAlias

from aiohttp import web

from bot.acts.service import Service
from bot.games.page import Json
from bot.on_web.by_code import ByCode
from bot.on_web.streams import Streams, event, write
from bot.on_web.table_page.company import Company, Presence, page_id
from bot.on_web.table_page.state import JUMP, Seen
from bot.on_web.table_page.teller import Teller
from bot.table.notes import changes_of
from bot.table.ports import Store, StoreDown
from bot.table.table import Status, Table
from bot.work.ending import end

QUIET_SECONDS: Final = 25.0
"""How long a page waits without hearing anything: proxies drop connections after 30 seconds."""

Changed: TypeAlias = Callable[[], Awaitable[None]]
"""Waits until the table may have changed, or for QUIET_SECONDS."""

TellerOf: TypeAlias = Callable[[web.Request], Awaitable[Teller]]


class _Glance(NamedTuple):
    """A table, and the one where its players go on."""

    table: Table
    following: Table | None


class Live:
    """Serves what happens at tables."""

    def __init__(
        self,
        store: Store,
        tables: ByCode,
        teller_of: TellerOf,
        service: Service,
        streams: Streams,
    ) -> None:
        self._store = store
        self._service = service
        self._tables = tables
        self._teller_of = teller_of
        self._streams = streams

    async def events(self, request: web.Request) -> web.StreamResponse:
        """Stream what has happened since the page was last told, and whatever happens next."""
        async with self._at_table(request) as (teller, presence, changed), leaving(presence):
            seen = await self._glance(request)
            told = await _missed(request, teller, seen)
            company = await _look(teller, presence, seen)
            async with self._streams.opened(request) as response:
                while True:
                    await write(response, _events(told, company))
                    await changed()
                    before, seen = seen, await self._glance(request)
                    teller = await teller.since(before.table, seen.table)
                    told = await _told(teller, before, seen)
                    company = await _look(teller, presence, seen)
        return response

    async def update(self, request: web.Request) -> web.Response:
        """Return what has happened since the page was last told, as soon as there is something.

        204 says that nothing has.
        """
        async with self._at_table(request) as (teller, presence, changed):
            seen = await self._glance(request)
            told = await _missed(request, teller, seen)
            company = await _look(teller, presence, seen)
            news = None
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET_SECONDS):
                    while told is None and news is None:
                        await changed()
                        now = await self._glance(request)
                        later = await teller.since(seen.table, now.table)
                        told = await _told(later, seen, now)
                        news = await _look(later, presence, now)
            company = news or company
        if told is None and company is None:
            return web.Response(status=204)
        return web.json_response({"update": told, "company": company and company._asdict()})

    @asynccontextmanager
    async def _at_table(
        self, request: web.Request
    ) -> AsyncIterator[tuple[Teller, Presence, Changed]]:
        """Let a page be at its table for as long as the request lasts."""
        table = await self._tables.table(request.match_info["code"])
        teller = await self._teller_of(request)
        page = page_id(request.query.get("page", ""))
        viewer = teller.viewer
        personas = tuple(each.id for each in viewer.personas)
        presence = Presence(self._store, table.id, bool(viewer.hands(table)), page, personas)
        async with self._changes(table) as changed:
            yield teller, presence, changed

    async def _glance(self, request: web.Request) -> _Glance:
        table = await self._tables.table(request.match_info["code"])
        over = table.status is Status.OVER
        return _Glance(table, await self._service.following(table) if over else None)

    @asynccontextmanager
    async def _changes(self, table: Table) -> AsyncIterator[Changed]:
        """Listen for changes of a table; yield a function that waits for the next one."""
        name = changes_of(table.id)
        upcoming = asyncio.ensure_future(self._store.hears(name, QUIET_SECONDS))

        async def changed() -> None:
            nonlocal upcoming
            await upcoming
            upcoming = asyncio.ensure_future(self._store.hears(name, QUIET_SECONDS))
            await asyncio.sleep(0)  # start listening before the caller reads the table

        try:
            await asyncio.sleep(0)
            yield changed
        finally:
            await end(upcoming)


@asynccontextmanager
async def leaving(presence: Presence) -> AsyncIterator[None]:
    """Let a page leave its table at the end. One that asks again and again doesn't: it stays."""
    try:
        yield
    finally:
        await asyncio.shield(_leave(presence))


async def _leave(presence: Presence) -> None:
    """Say that a page is gone. Nobody may wait any more to hear that the store is down."""
    with suppress(StoreDown):
        await presence.leave()


async def _look(teller: Teller, presence: Presence, seen: _Glance) -> Company | None:
    """Say that a page is there, as what its people are at the table now."""
    return await presence.look(plays=bool(teller.viewer.hands(seen.table)))


async def _missed(request: web.Request, teller: Teller, seen: _Glance) -> Json | None:
    """Return what a page has missed, None if that is nothing."""
    table, following = seen
    known = request.headers.get("Last-Event-ID") or request.query.get("since", "")
    last = Seen.read(known)
    if last == Seen.of(table) and following is None:
        return None
    before = await teller.seen(table, last)
    if before is None:
        return await teller.whole(table, following) | JUMP
    return await teller.changes(before, table, following)


async def _told(teller: Teller, before: _Glance, seen: _Glance) -> Json | None:
    """Return what has changed, None if nothing has."""
    if seen == before:
        return None
    return await teller.changes(before.table, seen.table, seen.following)


def _events(told: Json | None, company: Company | None) -> bytes:
    """Return events about the table and its company, or one that shows the stream lives."""
    update = b"" if told is None else event("update", told, told["seen"])
    those = b"" if company is None else event("company", company._asdict())
    return update + those or event("quiet", None)
