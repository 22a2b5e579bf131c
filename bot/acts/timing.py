"""The dues of a clock: when its deadline and the next reminder fall due."""

from dataclasses import replace

from bot.table.calls import next_call
from bot.table.clock import Clock
from bot.table.due import CALL, DEADLINE, Due
from bot.table.pace import DAY
from bot.table.people import User
from bot.table.preferences import Preferences
from bot.table.seats import Person
from bot.table.steps import Step
from bot.table.table import Status, Table

ABSENCE_SECONDS = DAY
"""How long after a player's absence was noticed the opponents may claim the win."""


def waited_for(table: Table) -> Person | None:
    """Return the person whose turn it is in a game between people."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    holder = table.seats[table.clock.seat]
    return holder if isinstance(holder, Person) else None


def reads_preferences(step: Step) -> User | None:
    """Return whose preferences `timed` needs: the player's to move, if time is limited."""
    person, clock = waited_for(step.table), step.table.clock
    return person.user if person is not None and clock is not None and clock.left else None


def timed(step: Step, preferences: Preferences, now: float) -> Step:
    """Return a step with the dues of its clock, given the preferences of the player to move."""
    table = step.table
    if waited_for(table) is None or table.clock is None:
        return step
    table = replace(table, clock=considerate(table, preferences, now))
    others = tuple(due for due in step.dues if due.what not in (DEADLINE, CALL))
    return replace(step, table=table, dues=(*others, *_dues(table, preferences)))


def considerate(table: Table, preferences: Preferences, now: float) -> Clock | None:
    """Return the table's clock, which stands still while the player to move is on vacation."""
    vacation, clock = preferences.vacation, table.clock
    if clock is None or vacation is None or not table.terms.allows_vacation:
        return clock
    if now < vacation.start:
        return clock  # a vacation that is planned has no effect yet
    return clock.held(vacation.start, vacation.until)


def next_look(table: Table, preferences: Preferences) -> float | None:
    """Return when to call the player to move or, if they have gone, to look for them again."""
    if table.clock is None or (table.absence is not None and table.absence.claimable):
        return None
    if table.absence is not None:
        return table.absence.since + ABSENCE_SECONDS
    return next_call(table.clock, table.calls, preferences)


def _dues(table: Table, preferences: Preferences) -> tuple[Due, ...]:
    times = ((DEADLINE, table.deadline), (CALL, next_look(table, preferences)))
    return tuple(Due(table.id, what, at) for what, at in times if at is not None)
