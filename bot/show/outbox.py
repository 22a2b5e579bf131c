"""The show: boards that some place has yet to see are sent there, at once or by the sweep.

A press nudges; a sweeper looks for whatever a crash, a dead store or another process left.
Two processes never send the same board: a short lease in the store decides.
"""

import asyncio
from collections.abc import Mapping
from typing import Protocol
from weakref import WeakValueDictionary

import structlog

from bot.show.page import Page
from bot.show.presenter import Presenter
from bot.table.people import Place, Platform
from bot.table.ports import CorruptRecord, Overdue, Shown, Store, StoreDown
from bot.table.table import TableId
from bot.texts.catalogue import DEFAULT_LANGUAGE
from engine import Corrupt

SWEEP_SECONDS = 1.0

log = structlog.get_logger()


class Outbound(Protocol):
    """How one platform shows a page."""

    @property
    def platform(self) -> Platform:
        """The platform that it speaks to."""
        ...

    async def show(self, place: Place, page: Page, shown: Shown | None) -> str:
        """Edit what `place` shows of the table, or post it; return the message it is in."""
        ...


class Outbox:
    """Shows what is overdue on the platforms that this process serves."""

    def __init__(
        self, store: Store, presenter: Presenter, outbounds: Mapping[Platform, Outbound]
    ) -> None:
        self._store = store
        self._presenter = presenter
        self._outbounds = outbounds
        self._showing: set[asyncio.Task[None]] = set()
        self._unreadable: set[Overdue] = set()
        self._turns: WeakValueDictionary[Overdue, asyncio.Lock] = WeakValueDictionary()

    def nudge(self, table: TableId, place: Place) -> None:
        """Show a table now, beside whatever the caller goes on with."""
        if place.platform in self._outbounds:
            task = asyncio.create_task(self._try(Overdue(table, place)))
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)

    async def run(self) -> None:
        """Sweep until cancelled."""
        while True:
            await self.sweep()
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Show everything that is overdue."""
        for platform in self._outbounds:
            try:
                waiting = await self._store.overdue(platform)
            except StoreDown:
                return  # whoever pressed was told; the next sweep finds what is left
            for overdue in waiting:
                if overdue not in self._unreadable:
                    await self._try(overdue)

    async def drain(self) -> None:
        """Wait for the boards that are being shown."""
        while self._showing:
            await asyncio.wait(tuple(self._showing))

    async def _try(self, overdue: Overdue) -> None:
        """Show one board, one at a time for a table and place: a nudge is never lost to a lease."""
        turn = self._turns.setdefault(overdue, asyncio.Lock())
        try:
            async with turn:
                await self._show(overdue)
        except StoreDown:
            log.warning("show.waiting", table=overdue.table, why="store")
        except (CorruptRecord, Corrupt):
            self._unreadable.add(overdue)
            log.exception("table.corrupt", table=overdue.table)
        except Exception:
            # One board that cannot be shown must not keep the others from being shown.
            log.exception("show.failed", table=overdue.table)

    async def _show(self, overdue: Overdue) -> None:
        """Show the newest revision; again while the table moves on meanwhile."""
        store, (id_, place) = self._store, (overdue.table, overdue.place)
        outbound = self._outbounds[place.platform]
        current = False
        while not current:
            async with store.showing(id_, place) as mine:
                if not mine:
                    return  # whoever holds the lease shows it, or the sweep does
                table = await store.load(id_)
                if table is None:
                    return
                page = await self._presenter.page(table, DEFAULT_LANGUAGE)
                message = await outbound.show(place, page, await store.shown(id_, place))
                current = await store.mark_shown(id_, place, Shown(table.revision, message))
                log.info("table.shown", table=id_, rev=table.revision)
