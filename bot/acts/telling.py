"""Telling people later that a table is over, after their quiet hours or vacation."""

import structlog

from bot.acts.tables import Tables
from bot.table import steps
from bot.table.calls import first_moment, private_place
from bot.table.due import Due
from bot.table.ports import Operation
from bot.table.preferences import Reminders
from bot.table.seats import Kept, Person
from bot.table.table import Status, Told

log = structlog.get_logger()


class Telling:
    """Tells those who could not be called when a table ended. Idempotent."""

    def __init__(self, tables: Tables) -> None:
        self._store = tables.store
        self._tables = tables

    async def tell(self, due: Due) -> float | None:
        """Tell the person in a seat that the table is over, unless they know or don't want to."""
        seat, now = int(due.what.partition(":")[2]), self._tables.now()
        table = await self._tables.of_due(due)
        holder = None if table is None else table.seats[seat]
        if table is None or not isinstance(holder, Person | Kept) or holder.user.is_deleted:
            return None
        preferences = await self._store.preferences(holder.user)
        if table.status is not Status.OVER or preferences.reminders is Reminders.OFF:
            return None
        at = first_moment(now, preferences)
        if at > now:
            return at
        before = table.told or Told(table.revision)
        place = private_place(holder.user, preferences)
        if place in before.places or (place is None and seat in before.seats):
            return None
        seats, places = ((seat,), ()) if place is None else ((), (place,))
        told = Told(table.revision + 1, seats, (*before.places, *places))
        operation = Operation(f"tell:{seat}:{table.id}:{table.revision}")
        if (await self._tables.commit(table, steps.tell(table, told), operation)).applied:
            log.info("table.told", table=table.id, private=place is not None)
        return None
