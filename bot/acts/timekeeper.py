"""The timekeeper: acts on deadlines, reminds players to move, and notices who has gone."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import structlog

from bot.acts.leaving import depart
from bot.acts.tables import Tables
from bot.acts.timing import considerate, deciders, mover, next_look, waited_for
from bot.table import steps
from bot.table.calls import Calls, may_call, private_place
from bot.table.due import CALL, TELL, Due
from bot.table.endings import hearing
from bot.table.forgetting import names
from bot.table.former import Departure
from bot.table.pace import HOUR
from bot.table.people import Place, Presence, User
from bot.table.ports import Operation
from bot.table.preferences import Preferences, Reminders, Where
from bot.table.quiet import quiet_ends
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Absence, Table
from bot.table.terms import Flag

PresenceOf: TypeAlias = Callable[[Place, User], Awaitable[Presence]]
"""Asks a platform whether a person is still a member of a place."""

LOOK_AGAIN_SECONDS = HOUR
"""When to ask again about a person who had gone, if the platform does not tell."""

log = structlog.get_logger()


class Timekeeper:
    """Handles the dues of clocks. Idempotent: commits only to the revision that it read."""

    def __init__(self, tables: Tables, presence: PresenceOf) -> None:
        self._games = tables.games
        self._store = tables.store
        self._tables = tables
        self._presence = presence

    async def deadline(self, due: Due) -> float | None:
        """Declare the time of the player to move to be up.

        If the terms say so, the game ends at once or, in a team, a computer takes the turn.
        """
        table = await self._tables.of_due(due)
        person = None if table is None else mover(table)
        if table is None or person is None or table.deadline is None:
            return None
        preferences = await self._store.preferences(person.user)
        now = self._tables.now()
        clock = considerate(table, preferences, now)
        if clock is not None and clock != table.clock:
            await self._commit(table, steps.retime(table, clock), "retime")
        elif now < table.deadline:
            return table.deadline
        else:
            step = self._flagged(table, now)
            if await self._commit(table, step, "deadline"):
                late = round(now - table.deadline, 3)
                log.info("table.time-up", table=table.id, rev=step.table.revision, late=late)
        return None

    async def call(self, due: Due) -> float | None:
        """Call the person whom a table waits for.

        If they have gone, the board says so instead.
        """
        table, person = await self._waiting(due)
        if table is None or person is None:
            return None
        if table.forfeit is not None:
            person = await self._decider(table) or person
        preferences, now = await self._store.preferences(person.user), self._tables.now()
        at = next_look(table, preferences, now)
        late = table.deadline is not None and now >= table.deadline
        if at is None or (late and table.forfeit is None):
            return None
        if now < at:
            return at
        if table.absence is not None and table.forfeit is None:
            return await self._look_again(table, table.absence, person)
        return await self._call(table, person, preferences)

    async def vacation(self, due: Due) -> None:
        """Stop or start the clock of a player whose vacation has changed."""
        table, person = await self._waiting(due)
        if table is None or person is None:
            return
        preferences, now = await self._store.preferences(person.user), self._tables.now()
        clock = table.clock if table.forfeit is not None else considerate(table, preferences, now)
        if clock is not None and clock != table.clock:
            await self._commit(table, steps.retime(table, clock), "vacation")
        elif (at := next_look(table, preferences, now)) is not None:
            await self._store.schedule(Due(table.id, CALL, at))

    async def refused(self, due: Due) -> None:
        """Call a player on the board whose platform has refused a private message."""
        place = Place.read(due.what.partition(":")[2])
        table, person = await self._waiting(due)
        if table is None or place.reader is None or not names(table, (place.reader,)):
            return  # perhaps their data has been deleted
        await self._store.prefer(place.reader, Preferences(where=Where.REFUSED))
        if table.told is not None and place in table.told.places:
            if (seat := hearing(table.seats).get(place.reader)) is not None:
                await self._store.schedule(Due(table.id, f"{TELL}:{seat}", self._tables.now()))
            return
        if person is None or table.calls.place != place:
            return
        if await self._presence(table.place_of(place.reader), place.reader) is Presence.GONE:
            await self._miss(table)
        else:
            calls = replace(table.calls, place=None, refused=True)
            await self._commit(table, steps.call(table, calls), "refused")

    async def uncalled(self, due: Due) -> None:
        """Call a player in private whom the board could not call, unless that was refused before.

        Nothing can be posted by itself where the bot only answers interactions.
        """
        table, person = await self._waiting(due)
        if table is None or person is None or table.calls.revision != table.revision:
            return  # whoever plays has seen the board
        if table.forfeit is not None:
            person = await self._decider(table) or person
        where = (await self._store.preferences(person.user)).where
        if table.calls.refused or table.calls.place is not None or where is Where.REFUSED:
            return
        calls = replace(table.calls, place=Place.private(person.user))
        await self._commit(table, steps.call(table, calls), "uncalled")

    async def _waiting(self, due: Due) -> tuple[Table | None, Person | None]:
        """Return a due's table and the person it waits for; None where there is none."""
        table = await self._tables.of_due(due)
        return table, None if table is None else waited_for(self._games, table)

    async def _decider(self, table: Table) -> Person | None:
        """Return the first of those who decide what follows who hasn't gone, None if all have."""
        for seat in deciders(self._games, table):
            holder = table.seats[seat]
            if isinstance(holder, Person):
                presence = await self._presence(table.place_of(holder.user), holder.user)
                if presence is not Presence.GONE:
                    return holder
        return None

    def _flagged(self, table: Table, now: float) -> Step:
        if table.terms.flag is Flag.ASK or table.clock is None:
            return steps.time_out(table)
        return depart(self._games, table, table.clock.seat, Departure.TIMEOUT, now)

    async def _call(self, table: Table, person: Person, preferences: Preferences) -> float | None:
        """Call a person; return when to look again if they can't be called now."""
        presence = await self._presence(table.place_of(person.user), person.user)
        now = self._tables.now()  # quiet hours may have begun while the platform was asked
        if presence is Presence.GONE:
            await self._miss(table)
            return None
        if preferences.reminders is Reminders.OFF:
            return None
        if not may_call(preferences, now):
            return _postponed(table, preferences, now)
        calls = Calls(
            count=table.calls.count + 1,
            last=int(now),
            nudged=table.calls.nudged,
            place=private_place(person.user, preferences),
        )
        if await self._commit(table, steps.call(table, calls), "call"):
            private = calls.place is not None
            log.info("table.called", table=table.id, count=calls.count, private=private)
        return None

    async def _miss(self, table: Table) -> None:
        """Note that the player to move has gone. A player who is to decide just isn't called."""
        if table.clock is None or table.forfeit is not None:
            return
        absence = Absence(table.clock.seat, int(self._tables.now()))
        if await self._commit(table, steps.miss(table, absence), "gone"):
            log.info("table.player-gone", table=table.id, seat=absence.seat)

    async def _look_again(self, table: Table, absence: Absence, person: Person) -> float | None:
        """Let the other players decide what follows if the player is still gone after a day.

        Returns when to look again if the platform doesn't tell.
        """
        match await self._presence(table.place_of(person.user), person.user):
            case Presence.GONE:
                claimable = replace(absence, claimable=True)
                await self._commit(table, steps.miss(table, claimable), "gone")
            case Presence.PRESENT:
                await self._commit(table, steps.miss(table, None), "back")
            case Presence.UNKNOWN:
                return self._tables.now() + LOOK_AGAIN_SECONDS
        return None

    async def _commit(self, table: Table, step: Step, why: str) -> bool:
        """Commit a step; return False if a player or another process has changed the table."""
        operation = Operation(f"{why}:{table.id}:{table.revision}")
        return (await self._tables.commit(table, step, operation)).applied


def _postponed(table: Table, preferences: Preferences, now: float) -> float | None:
    """Return when a late reminder comes that would now come in quiet hours or during a vacation.

    None if the player's time is up by then.
    """
    away = preferences.vacation
    back = away.until if away is not None and away.covers(now) else now
    at = quiet_ends(back, preferences.quiet, preferences.zone)
    return at if table.deadline is None or at < table.deadline else None


async def unknown_presence(_place: Place, _user: User) -> Presence:
    """Tell nothing about anyone."""
    return Presence.UNKNOWN
