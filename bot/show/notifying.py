"""Notifies people who are away of what a board calls them for.

That is in addition to the board, on platforms whose boards reach only those who look at them. A
notification is due a few seconds later, so that nobody is notified of a turn that they are playing,
or after their quiet hours or vacation. Then their private place becomes overdue, and the outbox
shows it like any other.
"""

from typing import Final

from bot.show.page import Page
from bot.table.calls import first_moment
from bot.table.due import NOTIFY, Due
from bot.table.endings import hearing
from bot.table.people import Place
from bot.table.ports import Clock, Shown, Store
from bot.table.seats import Kept, Person
from bot.table.table import Table

GRACE_SECONDS: Final = 5
"""How long people have to see for themselves what they are called for."""


class Notifying:
    """Plans notifications, and has those shown that fall due."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def plan(self, table: Table, page: Page, standing: Shown | None) -> None:
        """Schedule a notification for everyone whom a board calls that has just been shown.

        `page` is that of the board, and `standing` what was shown before it.
        """
        requested = standing is not None and standing.revision >= page.revision
        if table.is_practice or page.silent or page.called or requested:
            return
        seats = hearing(table.seats)
        for user in (each.user for each in page.mentions if each.user in seats):
            if await self._store.subscriptions(user):
                preferences = await self._store.preferences(user)
                at = first_moment(self._clock() + GRACE_SECONDS, preferences)
                await self._store.schedule(Due(table.id, f"{NOTIFY}:{seats[user]}", at))

    async def handle(self, due: Due) -> None:
        """Have the person in a seat notified. `bot.show.updating` knows if it is too late."""
        table = await self._store.load(due.table)
        seat = int(due.what.partition(":")[2])
        holders = () if table is None else table.seats[seat : seat + 1]  # lobbies can shrink
        for holder in holders:
            if isinstance(holder, Person | Kept) and not holder.user.is_deleted:
                # Left to the sweep, as whatever falls due by itself.
                await self._store.mark_overdue(due.table, Place.private(holder.user))
