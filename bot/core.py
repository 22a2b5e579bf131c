"""What runs, put together once: the service, the outbox, and a handler for whatever falls due.

The wiring gives it a store, a clock and the platforms that the settings ask for. Tests give it a
store in memory, and a clock and throws of their own.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Self

from bot.acts import linking, places
from bot.acts.announcing import Announcing
from bot.acts.caretaker import Caretaker
from bot.acts.computers import Computers
from bot.acts.preferences.cities import find_zones
from bot.acts.scheduler import Handler, Scheduler
from bot.acts.service import Service
from bot.acts.tables import Tables
from bot.acts.telling import Telling
from bot.acts.timekeeper import Timekeeper
from bot.config import Config
from bot.games.catalogue import Games
from bot.inbound.platform import Connection, Open, Services
from bot.inbound.tasks import within
from bot.show.barred import BARRED
from bot.show.outbound import Outbound
from bot.show.outbox import Outbox
from bot.show.presenter import Presenter, worker_renderer
from bot.show.reposting import REPOST
from bot.show.retiring import DROP, RETIRE
from bot.show.threads import ARCHIVE, CAPTION
from bot.table.chats import Chats
from bot.table.due import (
    ANNOUNCED,
    BEGIN,
    CALL,
    DEADLINE,
    ENDED,
    FORGET,
    FORGOTTEN,
    NEXT,
    NOTIFY,
    REFUSED,
    TELL,
    THINK,
    UNCALLED,
    UNLINK,
    UNSHOWN,
    VACATION,
)
from bot.table.ids import TableId
from bot.table.invites import Invites
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Clock, Store
from bot.table.turns import Hands
from bot.table.upkeep import UPKEEP
from bot.texts.catalogue import Catalogue
from bot.work.ending import end
from bot.work.workshop import Urgency, Work

FINISH_SECONDS = 0.8
"""At shutdown, how long to wait for requests, and then for boards, in progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """The parts of a process, connected with each other; it keeps no games between two requests."""

    tables: Tables
    service: Service
    outbox: Outbox
    handlers: Mapping[str, Handler]
    """What handles each kind of due."""
    scheduler: Scheduler
    services: Services
    outbounds: dict[Platform, Outbound]
    """Where boards are shown; `connected` adds the platforms to it."""

    @classmethod
    def of(
        cls,
        store: Store,
        games: Games,
        *,
        clock: Clock,
        hands: Hands,
        key: bytes,
        work: Work,
        catalogue: Catalogue,
        outbounds: Mapping[Platform, Outbound] | None = None,
        chats: Chats | None = None,
        url: str | None = None,
        plays_on_pages: bool = False,
    ) -> Self:
        """Connect the parts.

        `clock` tells the time by which games are played, `key` is the secret from which the ids of
        tables are derived, and `work` runs what needs the processor. `outbounds` are those that
        need no connection. `chats` has what the web chat stores about people, and `url` is the base
        of the public pages, without a trailing slash, where people can also play if
        `plays_on_pages`.
        """
        shown = dict(outbounds or {})
        presenter = Presenter(worker_renderer(games, work), store.record)
        outbox = Outbox(store, presenter, shown, clock, url)
        tables = Tables(games, store, clock, outbox.show_now, hands)
        presence = partial(_presence, shown)
        invites = Invites(key, url if plays_on_pages else None)
        service = Service(
            tables,
            hands,
            outbox.pressed,
            key=key,
            find_zones=partial(work, Urgency.REPLAY, find_zones),
            presence=presence,
            chats=chats,
            url=url,
            invites=invites,
        )
        services = Services.of(
            games,
            service,
            outbox.barrier,
            lift=outbox.barred.lift,
            store=store,
            presenter=presenter,
            work=work,
            catalogue=catalogue,
            url=url,
            invites=invites,
        )
        # The sweep shows what falls due, so that many dues do not delay presses.
        in_background = Tables(games, store, clock, _show_later, hands)
        handlers = _handlers(
            service,
            outbox,
            Computers(tables, hands, work),
            Caretaker(in_background),
            Timekeeper(in_background, presence),
            Announcing(in_background),
            partial(places.end_unshown, in_background),
            Telling(in_background),
            partial(linking.give_back, in_background),
        )
        scheduler = Scheduler(store, clock, handlers)
        return cls(
            tables=tables,
            service=service,
            outbox=outbox,
            handlers=handlers,
            scheduler=scheduler,
            services=services,
            outbounds=shown,
        )

    @asynccontextmanager
    async def connected(
        self, settings: Config, platforms: Iterable[Open]
    ) -> AsyncIterator[Sequence[Connection]]:
        """Log in to the platforms that the settings ask for, and show boards there.

        At the end, requests in progress are drained first, then the boards that they changed.
        Raises what `Open` says.
        """
        opened = (each(settings, self.services) for each in platforms)
        wanted = [context for context in opened if context is not None]
        async with AsyncExitStack() as stack:
            connections = [await stack.enter_async_context(context) for context in wanted]
            self.outbounds.update({each.platform: each.outbound for each in connections})
            stack.push_async_callback(within, FINISH_SECONDS, self.outbox.close)
            for each in connections:
                stack.push_async_callback(within, FINISH_SECONDS, each.drain)
            yield connections

    async def run(self) -> None:
        """Show overdue boards and handle what falls due, until cancelled."""
        await asyncio.gather(self.outbox.run(), self.scheduler.run())


async def receive(connections: Sequence[Connection]) -> None:
    """Receive events until cancelled. If a connection is permanently lost, raises its exception."""
    tasks = [asyncio.create_task(each.run()) for each in connections]
    try:
        await asyncio.gather(*tasks)
        await asyncio.Event().wait()
    finally:
        await end(*tasks)


def _handlers(
    service: Service,
    outbox: Outbox,
    computers: Computers,
    caretaker: Caretaker,
    timekeeper: Timekeeper,
    announcing: Announcing,
    end_unshown: Handler,
    telling: Telling,
    give_back: Handler,
) -> Mapping[str, Handler]:
    """Return what handles each kind of due."""
    return {
        THINK: computers.think,
        ENDED: caretaker.clean_up,
        NEXT: service.next_games.post,
        BEGIN: service.next_games.begin,
        REPOST: outbox.reposting.handle,
        NOTIFY: outbox.notifying.handle,
        BARRED: outbox.barred.handle,
        RETIRE: outbox.retiring.handle,
        DROP: outbox.retiring.handle,
        CAPTION: outbox.threads.caption,
        ARCHIVE: outbox.threads.archive,
        DEADLINE: timekeeper.deadline,
        CALL: timekeeper.call,
        VACATION: timekeeper.vacation,
        REFUSED: timekeeper.refused,
        UNCALLED: timekeeper.uncalled,
        UNSHOWN: end_unshown,
        FORGET: service.forgetting.handle,
        FORGOTTEN: service.forgetting.look_again,
        UNLINK: give_back,
        ANNOUNCED: announcing.expire,
        TELL: telling.tell,
        UPKEEP: caretaker.maintain,
    }


async def _presence(outbounds: Mapping[Platform, Outbound], place: Place, user: User) -> Presence:
    """Ask a platform about a person; if another process serves it, nothing is known."""
    outbound = outbounds.get(place.platform)
    return Presence.UNKNOWN if outbound is None else await outbound.presence(place, user)


def _show_later(_table: TableId, _place: Place) -> None:
    """Do nothing: the sweep will show the board."""
