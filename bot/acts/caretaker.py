"""The caretaker: expires challenges, reminds players of idle games, ends and deletes tables."""

import structlog

from bot.acts.tables import Tables, offers_of
from bot.table import steps
from bot.table.due import Due
from bot.table.pace import DAY
from bot.table.ports import Operation
from bot.table.table import Ending, Status, Table
from bot.table.upkeep import ABANDONED_DAYS, REMINDED_DAYS, upkeep_at

log = structlog.get_logger()


class Caretaker:
    """Handles a table's upkeep dues (`bot/table/upkeep.py`). Idempotent."""

    def __init__(self, tables: Tables) -> None:
        self._store = tables.store
        self._tables = tables

    async def maintain(self, due: Due) -> float | None:
        """Clean up a finished table, renew an open one, or remind its players or end it if idle.

        A finished one that was never played is deleted in the end.
        """
        table = await self._tables.of_due(due)
        if table is None:
            return None
        if table.was_never_played and self._tables.now() >= upkeep_at(table):
            await self._store.erase(table)
            log.info("table.erased", table=table.id)
        elif table.status is Status.OVER:
            await self._unlist(table)
        elif self._tables.now() < (at := upkeep_at(table)):
            await self._store.index(table)  # which renews its entries
            return at
        elif table.status is Status.OFFERED:
            await self._tables.load(table.id)  # which expires it
        else:
            await self._remind_or_end(table)
        return None

    async def clean_up(self, due: Due) -> None:
        """Remove a finished table from the indexes and the count of open challenges."""
        table = await self._tables.of_due(due)
        if table is not None and table.status is Status.OVER:
            await self._unlist(table)

    async def _unlist(self, table: Table) -> None:
        await self._store.unindex(table)
        await self._store.give_back(offers_of(table.host.user), table.id)

    async def _remind_or_end(self, table: Table) -> None:
        """Remind players of an idle game, or end it."""
        now = self._tables.now()
        days = int(now - table.touched) // DAY
        if days >= ABANDONED_DAYS:
            step = steps.end(table, Ending.ABANDONED, now)
        else:
            announced = max(day for day in REMINDED_DAYS if day <= days)
            step = steps.remind(table, announced)
            await self._store.index(table)
        operation = Operation(f"idle:{table.id}:{table.revision}")
        await self._tables.commit(table, step, operation)  # STALE only if a player has acted
        log.info("table.idle", table=table.id, days=days)
