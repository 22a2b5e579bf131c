"""The dues of a clock: when its deadline and the next reminder fall due."""

from dataclasses import replace

from bot.games.catalogue import Games
from bot.table import departures
from bot.table.calls import next_call, next_decision
from bot.table.clock import Clock, Stop
from bot.table.due import CALL, DEADLINE, VACATION, Due
from bot.table.pace import DAY
from bot.table.people import User
from bot.table.preferences import Preferences, Reminders
from bot.table.quiet import quiet_ends
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Status, Table

ABSENCE_SECONDS = DAY
"""How long after a player's absence was noticed the opponents may claim the win."""


def mover(table: Table) -> Person | None:
    """Return the person to move in a game between people, None if it is a computer's turn."""
    if table.status is not Status.PLAYING or table.clock is None:
        return None
    holder = table.seats[table.clock.seat]
    return holder if isinstance(holder, Person) else None


def waited_for(games: Games, table: Table) -> Person | None:
    """Return whom a game between people waits for.

    That is the person to move or, if they have run out of time or gone, a player who decides what
    follows.
    """
    if table.forfeit is None:
        return mover(table)
    deciding = deciders(games, table)
    holder = table.seats[deciding[0]] if deciding else None
    return holder if isinstance(holder, Person) else None


def deciders(games: Games, table: Table) -> tuple[int, ...]:
    """Return the seats of the people who may decide what follows when a player doesn't come back.

    Those are everyone else in the game, the partners first, who would rather play on. Empty if
    there is nothing to decide.
    """
    if table.forfeit is None:
        return ()
    partners = departures.play_on(games.game(table.header), table, table.forfeit)
    return tuple(dict.fromkeys((*partners, *games.opponents(table, table.forfeit))))


def reads_preferences(games: Games, table: Table) -> User | None:
    """Return whose preferences `timed` needs, None if the defaults do.

    Without a pace, nothing depends on the minute, and the reminder's handler reads them.
    """
    person, clock = waited_for(games, table), table.clock
    untimed = clock is None or (not clock.left and table.forfeit is None)
    return None if person is None or untimed else person.user


def timed(step: Step, preferences: Preferences, now: float) -> Step:
    """Return a step with the dues of its clock.

    `preferences` are those of the person whom the table waits for.
    """
    table = step.table
    if mover(table) is None:
        return step
    if table.forfeit is None:
        table = replace(table, clock=considerate(table, preferences, now))
    if step.spares:
        table = replace(table, clock=_spared(table.clock, preferences, now))
    others = tuple(due for due in step.dues if due.what not in (DEADLINE, CALL, VACATION))
    return replace(step, table=table, dues=(*others, *_dues(table, preferences, now)))


def considerate(table: Table, preferences: Preferences, now: float) -> Clock | None:
    """Return the table's clock, which stands still while the player to move is on vacation."""
    vacation, clock = preferences.vacation, table.clock
    if clock is None or not table.terms.allows_vacation:
        return clock
    if vacation is None:  # it ended as soon as it had begun, and left no trace
        waits = clock.stopped is Stop.VACATION and now < clock.since
        return (clock.held(int(now), int(now)) if waits else clock).woken(now)
    if now < vacation.start:
        return clock  # a vacation that is planned has no effect yet
    return clock.held(vacation.start, vacation.until).woken(now)


def _spared(clock: Clock | None, preferences: Preferences, now: float) -> Clock | None:
    """Return a clock that somebody else has started, which waits for the end of quiet hours."""
    if clock is None or clock.pace is None or not clock.pace.is_correspondence:
        return clock
    return clock.delayed(int(quiet_ends(now, preferences.quiet, preferences.zone)))


def next_look(table: Table, preferences: Preferences, now: float) -> float | None:
    """Return when to call the person whom the table waits for, None if that is not necessary.

    If they have gone or want no reminders, it is when to look whether they are there.
    """
    if table.forfeit is not None:
        return next_decision(table.calls, preferences, now)
    if table.absence is not None:
        return table.absence.since + ABSENCE_SECONDS
    if table.clock is None:
        return None
    # Who wants no reminders may have gone all the same, and the opponent waits.
    off = preferences.reminders is Reminders.OFF
    looked_for = replace(preferences, reminders=Reminders.LESS) if off else preferences
    return next_call(table.clock, table.calls, looked_for)


def _dues(table: Table, preferences: Preferences, now: float) -> tuple[Due, ...]:
    clock = table.clock
    rests = clock is not None and clock.stopped is Stop.VACATION and table.forfeit is None
    times = (
        (DEADLINE, table.deadline),
        (CALL, next_look(table, preferences, now)),
        (VACATION, clock.since if clock is not None and rests else None),
    )
    return tuple(Due(table.id, what, at) for what, at in times if at is not None)
