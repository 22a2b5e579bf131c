"""The caretaker: looks after tables when it is time to, so that none ends or lasts unsaid."""

import structlog

from bot.acts.tables import Tables, offers_of
from bot.table import steps
from bot.table.due import Due
from bot.table.ports import CorruptRecord, Operation
from bot.table.table import Ending, Status, Table
from bot.table.upkeep import ABANDONED_DAYS, DAY, REMINDED_DAYS, upkeep, upkeep_at

log = structlog.get_logger()


class Caretaker:
    """Does what falls due at a table (`bot/table/upkeep.py`). Idempotent."""

    def __init__(self, tables: Tables) -> None:
        self._store = tables.store
        self._tables = tables

    async def look_after(self, due: Due) -> None:
        """See that a table is where it belongs, and tell or end what has waited for too long."""
        table = await self._load(due)
        if table is None:
            return
        if table.status is Status.OVER:
            await self._let_go(table)
        elif self._tables.now() < upkeep_at(table):
            await self._keep(table)
        elif table.status is Status.OFFERED:
            await self._tables.load(table.id)  # which ends it
        else:
            await self._tell_idle(table)

    async def let_go(self, due: Due) -> None:
        """Take a table that has ended out of where open ones are found and counted."""
        table = await self._load(due)
        if table is not None and table.status is Status.OVER:
            await self._let_go(table)

    async def _load(self, due: Due) -> Table | None:
        """The table; None if it was never posted, has had its year, or cannot be read."""
        try:
            return await self._store.load(due.table)
        except CorruptRecord:
            log.exception("table.corrupt", table=due.table)  # and is left as it is
            return None

    async def _let_go(self, table: Table) -> None:
        await self._store.unindex(table)
        await self._store.give_back(offers_of(table.host.user), table.id)

    async def _keep(self, table: Table) -> None:
        """Renew an open table's entries, and come again."""
        await self._store.index(table)
        await self._store.schedule(upkeep(table))

    async def _tell_idle(self, table: Table) -> None:
        """Say that nobody has moved for long, or end the game."""
        now = self._tables.now()
        days = int(now - table.touched) // DAY
        if days >= ABANDONED_DAYS:
            step = steps.end(table, Ending.ABANDONED, now)
        else:
            told = max(day for day in REMINDED_DAYS if day <= days)
            step = steps.remind(table, told)
            await self._store.index(table)
        operation = Operation(f"idle:{table.id}:{table.revision}")
        await self._tables.commit(table, step, operation)  # where somebody was quicker, well
        log.info("table.idle", table=table.id, days=days)
