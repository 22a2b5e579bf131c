"""Announcements of the operator, such as a maintenance: one line below every running board."""

import structlog

from bot.acts.tables import ATTEMPTS, Tables
from bot.table import steps
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.ports import CorruptRecord, Operation, Verdict
from bot.table.table import Announcement, Status

log = structlog.get_logger()


class Announcing:
    """Puts announcements on tables, and takes them off when their time is over. Idempotent.

    The board is edited and mentions nobody. A press on the board before it still counts.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def announce(self, id_: TableId, announcement: Announcement | None) -> bool:
        """Show an announcement below the board of a running game, or remove the one there.

        Returns whether the board has changed. Raises StoreDown, and CorruptRecord if the table
        can't be read.
        """
        for _ in range(ATTEMPTS):
            table = await self._tables.store.load(id_)
            if table is None or table.status is not Status.PLAYING:
                return False
            if table.announcement == announcement:
                return False
            step = steps.announce(table, announcement)
            operation = Operation(f"announce:{id_}:{table.revision}")
            if await self._tables.commit(table, step, operation) is not Verdict.STALE:
                return True
        return False

    async def expire(self, due: Due) -> None:
        """Remove an announcement whose time is over."""
        try:
            table = await self._tables.store.load(due.table)
        except CorruptRecord:
            log.exception("table.corrupt", table=due.table)  # not overwritten
            return
        shown = None if table is None else table.announcement
        if shown is not None and shown.until <= self._tables.now():
            await self.announce(due.table, None)
