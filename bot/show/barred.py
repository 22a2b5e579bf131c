"""Boards that a place doesn't let the bot show, such as without a permission.

What bars them may pass: somebody changes a permission, unlocks a thread, or adds the bot again. So
they are tried again after pauses that grow, and at once when the platform reports a change. A new
revision is tried at once, too, because nothing rests meanwhile.
"""

from collections.abc import Collection
from typing import Final

from bot.show.backoff import Backoff
from bot.show.outbound import Barrier
from bot.table.due import Due
from bot.table.pace import DAY
from bot.table.people import Place, Platform
from bot.table.ports import Clock, Overdue, Showing, Store
from bot.table.table import Status

BARRED = "barred"
"""The kind of due that tries a board again. Its detail is the place."""

FIRST_SECONDS: Final = 15.0
MOST_SECONDS: Final = 30 * 60.0
"""The pause after the first attempt, which doubles with each further one, and its maximum."""

KEPT_SECONDS: Final = 7 * DAY
"""After so long without a step, a board is tried again only when something changes."""


class Barred:
    """Plans further attempts, and handles them when they fall due."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._pauses: Backoff[Overdue] = Backoff(FIRST_SECONDS, MOST_SECONDS)

    async def plan(self, showing: Showing, place: Place, reason: Barrier) -> None:
        """Schedule another attempt to show a table at home, if that may help."""
        table = showing.table
        unposted = table.status is Status.OVER and showing.shown is None
        if reason is Barrier.PLACE_GONE or unposted:
            return
        now = self._clock()
        pause = self._pauses.failed(Overdue(table.id, place))
        if now - table.touched < KEPT_SECONDS:
            await self._store.schedule(Due(table.id, f"{BARRED}:{place}", now + pause))

    def shown(self, board: Overdue) -> None:
        """Note that nothing bars a board any more."""
        self._pauses.succeeded(board)

    async def handle(self, due: Due) -> None:
        """Let the sweep try a board again, unless it has been shown since."""
        place = Place.read(due.what.partition(":")[2])
        table, shown = await self._store.load(due.table), await self._store.shown(due.table, place)
        behind = table is not None and (shown is None or shown.revision < table.revision)
        if behind or Overdue(due.table, place) in self._pauses:
            await self._store.mark_overdue(due.table, place)

    async def lift(self, platform: Platform, where: Collection[str]) -> None:
        """Let the sweep try the boards of channels and threads where something has changed."""
        for board in tuple(self._pauses):
            place = board.place
            if place.platform is not platform or {place.channel, place.thread}.isdisjoint(where):
                continue
            self._pauses.succeeded(board)
            await self._store.mark_overdue(board.table, board.place)
