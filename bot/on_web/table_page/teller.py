"""Tells pages about a table: makes their JSON in worker processes, that of players first."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

import structlog
from aiohttp import web

from bot.games.page import Json
from bot.inbound.platform import Services
from bot.on_web.language import Languages
from bot.on_web.people import channel_at, channel_of
from bot.on_web.qr_codes import qr_code
from bot.on_web.sessions import Sessions
from bot.on_web.table_page import state
from bot.on_web.table_page.state import Following, Seeing, Seen
from bot.on_web.table_page.viewer import Viewer, view
from bot.table.invites import Invites
from bot.table.naming import named
from bot.table.ports import Clock
from bot.table.table import Table
from bot.work.workshop import Busy, Urgency
from engine.text import Text

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Teller:
    """Tells one page about its table, in its language and from its seats."""

    services: Services
    viewer: Viewer
    request: web.Request
    language: str
    can_play: bool
    invites: Invites | None
    """Makes links to seats, None where everybody who sees the page can take one."""
    clock: Clock
    sent: set[str] = field(default_factory=set)
    """The drawings that the page has."""

    @classmethod
    async def of(
        cls,
        services: Services,
        languages: Languages,
        sessions: Sessions | None,
        clock: Clock,
        request: web.Request,
    ) -> Self:
        """Return what tells the page that makes a request.

        Nobody can play without `sessions`.
        """
        invites = services.invites if services.invites.url is not None else None
        viewer, can_play = await Viewer.of(request, sessions, services.store), sessions is not None
        return cls(services, viewer, request, languages.of(request), can_play, invites, clock)

    async def since(self, before: Table, table: Table) -> Self:
        """Return what tells the page from now on.

        If its seats have changed hands, they may have moved to an account that has been linked
        since the page was opened, or back from one that no longer is.
        """
        if self.viewer.hands(before) == self.viewer.hands(table):
            return self
        known = await Viewer.known(self.viewer.personas, self.services.store)
        return replace(self, viewer=known)

    async def whole(self, table: Table, following: Table | None = None) -> Json:
        """Return everything about a table, and the one where its players go on."""
        record = await self.services.store.record(table.id)
        seeing = self._seeing(table, following)
        told = await self._made(seeing, state.whole, table, record, seeing)
        return self._with_actor(told, table)

    async def changes(self, before: Table, table: Table, following: Table | None) -> Json:
        """Return what has happened since the table was as it was `before`."""
        if self.viewer.hands(before) != self.viewer.hands(table):  # it is seen from another side
            return await self.whole(table, following) | state.JUMP
        needed = state.needs_record(before, table)
        record = await self.services.store.record(table.id) if needed else ()
        seeing = self._seeing(table, following)
        told = await self._made(seeing, state.changes, before, table, record, seeing)
        return self._with_actor(told, table)

    async def seen(self, table: Table, seen: Seen | None) -> Table | None:
        """Return the table as it was when the page saw it, None if that is not known."""
        if seen is None:
            return None
        if Seen.of(table) == seen:
            return table
        record = await self.services.store.record(table.id)
        found: Table | None = await self.services.work(
            Urgency.PICTURE, state.seen_moment, self.services.games, table, record, seen
        )
        return found

    def _seeing(self, table: Table, following: Table | None) -> Seeing:
        hands = self.viewer.hands(table)
        seen = view(self.request, self.services.games, table, hands)
        wanted = replace(seen, lost=self.viewer.lost(table))
        by_link = self.invites is not None
        if following is None:
            return Seeing(wanted, self.language, by_link=by_link)
        follows = Following.of(following, self.viewer.hands(following))
        return Seeing(wanted, self.language, follows, by_link)

    async def _made(self, seeing: Seeing, make: Callable[..., Json], *about: Any) -> Json:
        """Make JSON in a worker process; that of players in a thread if the process is busy."""
        games, plays = self.services.games, bool(seeing.view.hands)
        try:
            urgency = Urgency.BOARD if plays else Urgency.PICTURE
            return await self.services.work(urgency, make, games, *about)
        except Busy:
            if not plays:
                raise
            log.warning("page.fell-back")
            return await asyncio.to_thread(make, games, *about)

    def _with_actor(self, told: Json, table: Table) -> Json:
        """Add who acts when something is pressed, and where, and how much time they have left.

        Leave out drawings told before.
        """
        sprites = told["board"]["sprites"]
        told["board"]["sprites"] = {k: s for k, s in sprites.items() if k not in self.sent}
        self.sent.update(sprites)
        ends = table.deadline
        told["left"] = None if ends is None else max(0, ends - int(self.clock()))
        told |= self._invited(table)
        is_open = self.invites is None and channel_of(table) is not None
        acts = is_open or told["mine"] or self.viewer.lost(table) is not None
        if not self.can_play or not acts:
            return told | {"as": None}
        persona = self.viewer.acting(table, told["turn"])
        id_ = None if persona is None else persona.id
        return told | {"as": {"persona": id_, "channel": channel_at(table)}}

    def _invited(self, table: Table) -> Json:
        """Return the links that the host hands on, or who somebody is who comes by one."""
        if self.invites is None:
            return {}
        hands = self.viewer.hands(table)
        if hands and not table.gathers:
            return {}
        if hands:
            return {"links": [*self._links(table)] if table.hosted_by in hands else []}
        me = next(iter(self.viewer.personas), None)
        return {"me": None if me is None else {"persona": me.id, "name": me.name}}

    def _links(self, table: Table) -> Iterator[Json]:
        """Yield links that the host hands on; one to the seat of a guest says so."""
        assert self.invites is not None  # noqa: S101 - else there are no links
        for url in self.invites.links(table):
            yield {"url": url, "qr": qr_code(url)}
        say = self.services.catalogue.voice(self.language)
        for guest, url in self.invites.renewed(table):
            about = say(Text("renew.link", name=named(table, table.seat_of(guest))))
            yield {"url": url, "qr": qr_code(url), "about": about}
