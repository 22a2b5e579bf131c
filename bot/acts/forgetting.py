"""Deleting what is stored about a person.

What belongs to them alone is deleted at once. Their tables follow in the background, each as a due
of its own, so that a crash only delays it: they leave open games, and finished ones lose their
name.
"""

from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog

from bot.acts.leaving import depart, step_out
from bot.acts.next_games import NextGames
from bot.acts.tables import ATTEMPTS, Tables, settled
from bot.table import lobby, steps
from bot.table.due import FORGET, FORGOTTEN, Due
from bot.table.forgetting import everyone_in, names, names_only, without_name
from bot.table.former import Departure
from bot.table.ids import TableId
from bot.table.lobby import NoRoom
from bot.table.pace import HOUR, MINUTE
from bot.table.people import Platform, User
from bot.table.ports import CorruptRecord, Operation, Verdict
from bot.table.seats import Kept, Person
from bot.table.step import Step
from bot.table.table import Ending, Status, Table

ERASED_AFTER: Final = HOUR
"""How long a game that its only player has left stays, so that its board can show the end."""

FOLLOWS_SECONDS: Final = 30
"""When to look for the next game of a match that had just ended."""

SETTLED_SECONDS: Final = 2 * MINUTE
"""When to remove again what points from a person to a table.

Meanwhile other processes may have written it, as they read the table before the person's data was
deleted, or showed their private chat a board.
"""

log = structlog.get_logger()


class Forgetting:
    """Takes people out of their tables. Idempotent."""

    def __init__(self, tables: Tables, next_games: NextGames) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._next_games = next_games

    async def handle(self, due: Due) -> float | None:
        """Delete the account and name of the person whom a due names from its table."""
        user = User.read(due.what.partition(":")[2])
        for _ in range(ATTEMPTS):
            try:
                table = await self._store.load(due.table)
            except CorruptRecord:
                log.exception("table.corrupt", table=due.table)  # not overwritten
                return None
            if table is None or not names(table, (user,)):
                await self._disconnect(due.table, user)
                return None
            if _is_erased(table, user):
                return await self._erase(table, user)
            await self._take_out(table, user)
        raise TimeoutError(f"{due.table} never stood still")

    async def look_again(self, due: Due) -> None:
        """Remove what has pointed again to a table that doesn't name the person any more."""
        user = User.read(due.what.partition(":")[2])
        try:
            table = await self._store.load(due.table)
        except CorruptRecord:
            table = None
        if table is None or not names(table, (user,)):  # otherwise they have come back
            await self._store.disconnect(due.table, user)

    async def _disconnect(self, table: TableId, user: User) -> None:
        """Remove what points from a person to a table, now and once more a little later."""
        await self._store.disconnect(table, user)
        at = self._tables.now() + SETTLED_SECONDS
        await self._store.schedule(Due(table, f"{FORGOTTEN}:{user}", at))

    async def _take_out(self, table: Table, user: User) -> None:
        """Let a person leave a table if it is open, and remove their name. May come too late."""
        operation = Operation(f"forget:{table.id}:{table.revision}")
        left = await self._left(table, user)
        if left is not None:
            after, dues = left.table, left.dues
            if not _is_erased(after, user):
                after = without_name(after, (user,))
                dues += self._erasing(left.table, after, user)
            step = replace(left, table=after, dues=dues)
            if (await self._tables.commit(table, step, operation, by=(user,))).applied:
                log.info("table.left", table=table.id, rev=after.revision)
            return
        unnamed = without_name(table, (user,))
        after = replace(unnamed, revision=table.revision + 1, silent=True)
        dues = self._erasing(table, after, user)
        # Boards in other chats may be a year old, and each edit counts against their limits.
        shown = table.status is not Status.OVER or _is_stored_here(table)
        home = (table.place,) if shown and table.place == after.place else ()
        copies = (copy.place for copy in table.copies if copy not in after.copies)
        places = (*home, *copies)

        async def commit() -> Verdict:
            return await self._store.commit(after, (), operation, places, dues)

        if table.match is not None:  # the next game may have been posted at this moment
            follows = self._next_games.id_after(table.id)
            at = self._tables.now() + FOLLOWS_SECONDS
            await self._store.schedule(Due(follows, f"{FORGET}:{user}", at))
        await settled(commit)

    async def _left(self, table: Table, user: User) -> Step | None:
        """Return the step by which a person leaves an open table; None if they have left it."""
        now, seat = self._tables.now(), table.seat_of(user)
        match table.status:
            case Status.OVER:
                return None
            case Status.OFFERED if not table.is_next_game:
                return _withdrawn(table, user, now)
        if table.posted_by is not None and table.posted_by.user == user:
            return steps.end(table, Ending.STOPPED, now)
        if seat is None:
            return None
        if table.match is not None:
            return await step_out(self._games, self._next_games, table, seat, now)
        return depart(self._games, table, seat, Departure.RESIGNED, now)

    def _erasing(self, table: Table, after: Table, user: User) -> tuple[Due, ...]:
        """Return what erases a finished table of a person alone after it has lost their name."""
        if table.status is not Status.OVER or not names_only(table, (user,)):
            return ()
        nobody = {each.user for each in everyone_in(after)}
        at = self._tables.now() + ERASED_AFTER
        return tuple(Due(table.id, f"{FORGET}:{each}", at) for each in nobody)

    async def _erase(self, table: Table, user: User) -> float | None:
        """Delete a finished table in which nobody else took part, once its end has been shown.

        Returns when that is, if it is yet to come.
        """
        at = table.touched + ERASED_AFTER
        if self._tables.now() < at:
            return at
        await self._store.erase(table)
        await self._disconnect(table.id, user)
        log.info("table.erased", table=table.id)
        return None


def _is_stored_here(table: Table) -> bool:
    """Return whether the store has the boards of a table, and not another company's chat."""
    return table.place.platform is Platform.WEB


def _is_erased(table: Table, user: User) -> bool:
    """Return whether a finished table in which nobody else took part is erased as it is.

    First it loses the person's name if its board is stored here.
    """
    alone = table.status is Status.OVER and names_only(table, (user,))
    return alone and (user.is_deleted or not _is_stored_here(table))


def _withdrawn(table: Table, user: User, now: float) -> Step:
    """Return the step by which a person leaves a challenge or a lobby, which goes on if it can."""
    hosts = table.host.user == user
    if table.is_lobby:
        with suppress(NoRoom):  # without another person, it ends
            for number, seat in enumerate(table.seats):
                if isinstance(seat, Person | Kept) and seat.user == user:
                    table = lobby.free(table, number)
            return steps.gather(table, now)
    if hosts:
        return steps.end(table, Ending.CANCELLED, now, by=table.hosted_by)
    return steps.end(table, Ending.DECLINED, now)
