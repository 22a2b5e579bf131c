"""Reposts boards that were edited while moves came quickly, once play has slowed down."""

from bot.table.calls import is_due_soon
from bot.table.due import Due
from bot.table.endings import QUICK_SECONDS
from bot.table.people import Place
from bot.table.ports import Clock, Store
from bot.table.table import Status, Table

REPOST = "repost"
"""The kind of due that reposts a board whose last edit is too long ago."""


class Reposting:
    """Plans reposts, and handles those that fall due."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def plan(self, table: Table, place: Place, edited: float) -> None:
        """Schedule a repost of a board that was edited during a game."""
        if table.status is Status.PLAYING:
            at = edited + QUICK_SECONDS
            await self._store.schedule(Due(table.id, f"{REPOST}:{place}", at))

    async def handle(self, due: Due) -> float | None:
        """Repost a board that was edited a while ago, if it still waits for a press.

        A reminder that is due soon makes this unnecessary.
        """
        place = Place.read(due.what.partition(":")[2])
        table, shown = await self._store.load(due.table), await self._store.shown(due.table, place)
        if table is None or table.status is not Status.PLAYING or table.place != place:
            return None
        if shown is None or shown.at == shown.posted:
            return None  # already in a new message
        now = self._clock()
        edited = shown.at if shown.revision == table.revision else now  # about to be edited
        if edited + QUICK_SECONDS > now:
            return edited + QUICK_SECONDS
        if table.clock is None or not is_due_soon(table.clock, now, QUICK_SECONDS):
            # Left to the sweep, so that many reposts at once do not delay presses.
            await self._store.mark_overdue(table.id, place)
        return None
