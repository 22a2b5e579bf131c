"""The caretaker: looks after tables when it is time to, so that none ends or lasts unsaid."""

import structlog

from bot.acts.tables import Tables, offers_of
from bot.table import steps
from bot.table.due import Due
from bot.table.ports import CorruptRecord, Operation, Store
from bot.table.table import Ending, Status, Table
from bot.table.upkeep import ABANDONED_DAYS, DAY, REMINDED_DAYS, upkeep, upkeep_at

log = structlog.get_logger()


class Caretaker:
    """Does what falls due at a table (`bot/table/upkeep.py`). Idempotent."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def look_after(self, due: Due) -> None:
        """See that a table is where it belongs, and tell or end what has waited for too long."""
        try:
            table = await self._store.load(due.table)
        except CorruptRecord:
            log.exception("table.corrupt", table=due.table)  # and is left as it is
            return
        if table is None:
            return  # it was never posted, or has had its year
        if table.status is Status.OVER:
            await self._store.unindex(table)
            await self._store.give_back(offers_of(table.host.user), table.id)
        elif self._tables.now() < upkeep_at(table):
            await self._keep(table)
        elif table.status is Status.OFFERED:
            await self._tables.load(table.id)  # which ends it
        else:
            await self._tell_idle(table)

    async def _keep(self, table: Table) -> None:
        """Renew an open table's entries, and come again."""
        await self._store.index(table)
        await self._store.schedule(upkeep(table, self._tables.now()))

    async def _tell_idle(self, table: Table) -> None:
        """Say that nobody has moved for long, or end the game."""
        now = self._tables.now()
        days = (now - table.touched) // DAY
        if days >= ABANDONED_DAYS:
            step = steps.end(table, Ending.ABANDONED, now, by=None, winner=None)
        else:
            told = max(day for day in REMINDED_DAYS if day <= days)
            step = steps.remind(table, told)
            await self._store.index(table)
        operation = Operation(f"idle:{table.id}:{table.revision}")
        await self._tables.commit(table, step, operation)  # where somebody was quicker, well
        log.info("table.idle", table=table.id, days=days)
