"""Boards that this process may have shown without noting it, perhaps over a newer revision.

A process that hangs loses its lease, so another one shows and notes the next revision. If the first
one then edits the same message, but can't note that, nobody else learns that the message is out of
date. So the process remembers such boards, and has them shown again. If it has posted a message,
and another process has posted the board meanwhile, it takes its own away.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import structlog

from bot.show.pressed import Pressed
from bot.table.people import Platform
from bot.table.ports import Clock, Overdue, Showing, Shown, Store, StoreDown

SETTLE_SECONDS = 5.0
"""After how long a board is compared with what others noted.

Until then, another process may be about to note what it has shown.
"""

MAX_BOARDS = 1000
"""How many boards are remembered; beyond that, the oldest is dropped."""

log = structlog.get_logger()


class UncertainBoards:
    """Remembers boards that a process failed to show or to note, and settles each once."""

    def __init__(self, store: Store, clock: Clock, pressed: Pressed) -> None:
        self._store = store
        self._clock = clock
        self._pressed = pressed
        self._uncertain: dict[Overdue, tuple[float, Shown | None]] = {}
        self._some = asyncio.Event()  # whether there are any

    @contextmanager
    def unless_noted(self, overdue: Overdue, showing: Showing) -> Iterator[None]:
        """Remember a board if the block, which shows and notes it, raises anything."""
        try:
            yield
        except BaseException:
            shown = showing.shown and replace(showing.shown, revision=showing.table.revision)
            self._remember(overdue, shown)
            raise

    def _remember(self, overdue: Overdue, shown: Shown | None) -> None:
        self._uncertain.pop(overdue, None)
        self._uncertain[overdue] = self._clock() + SETTLE_SECONDS, shown
        if len(self._uncertain) > MAX_BOARDS:
            del self._uncertain[next(iter(self._uncertain))]
        self._some.set()

    async def any(self) -> None:
        """Return as soon as any board is remembered."""
        await self._some.wait()

    async def settle(self, platform: Platform) -> None:
        """Mark boards overdue that others have edited to a newer revision meanwhile.

        Messages that others have replaced are retired. If the store doesn't answer, as on a failed
        node, that board comes last the next time.
        """
        now = self._clock()
        for overdue, (at, shown) in tuple(self._uncertain.items()):
            if overdue.place.platform is not platform or at > now:
                continue
            try:
                await self._settle(overdue, shown)
                await self._pressed.retire_strays(overdue)
            except StoreDown:
                self._remember(overdue, shown)
                return
            if self._uncertain.get(overdue) == (at, shown):
                del self._uncertain[overdue]
        if not self._uncertain:
            self._some.clear()

    async def _settle(self, overdue: Overdue, shown: Shown | None) -> None:
        if shown is None:
            return
        noted = await self._store.shown(overdue.table, overdue.place)
        if noted is None or noted.message != shown.message or noted.revision <= shown.revision:
            return
        older = replace(noted, revision=shown.revision)
        await self._store.mark_shown(overdue.table, overdue.place, older)
        log.info("show.uncertain", table=overdue.table, rev=shown.revision)
