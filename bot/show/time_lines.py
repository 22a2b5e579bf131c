"""What boards say about time: the terms of a challenge, clocks, reminders and open offers."""

from collections.abc import Iterator
from dataclasses import replace

from bot.acts.timing import ABSENCE_SECONDS
from bot.games.catalogue import Games
from bot.show.addressees import asks_to_go_on, is_vacation, opponents
from bot.show.placement import calls_on_board
from bot.table.calls import Calls
from bot.table.clock import Clock, Stop
from bot.table.durations import duration, pace_text
from bot.table.naming import named, names_of
from bot.table.pace import DAY
from bot.table.table import Table
from bot.table.terms import Flag
from bot.table.upkeep import upkeep_at
from engine.text import Moment, Name, Text


def terms_lines(table: Table) -> Iterator[Text]:
    """Yield the terms of a challenge that differ from the defaults."""
    terms = table.terms
    if terms.pace is not None:
        yield Text("offer.pace", pace=pace_text(terms.pace))
        if terms.flag is Flag.AUTO:
            yield Text("offer.flag-auto")
        if terms.allows_vacation != replace(terms, vacation=None).allows_vacation:
            yield Text("offer.vacation" if terms.allows_vacation else "offer.no-vacation")
    if terms.expires:
        yield Text("offer.expires", moment=Moment(upkeep_at(table)))


def past_lines(table: Table) -> Iterator[Text]:
    """Yield what happened in a game apart from its moves: one was taken back, or none made."""
    if table.undone is not None:
        yield Text("told.undone", name=named(table, table.undone))
    if table.declined is not None:
        yield Text("told.declined", name=named(table, table.declined))
    if asks_to_go_on(table):
        yield Text("idle.question", days=table.idle_days)
    elif table.idle_days:
        yield Text("idle.reminder", days=table.idle_days)


def time_lines(games: Games, table: Table, mover: int) -> Iterator[Text]:
    """Yield how the time of a game stands while `mover` is to move, and which offer is open."""
    name, other = named(table, mover), names_of(opponents(games, table, mover))
    if calls_on_board(table) and table.forfeit is None:
        yield from _reminder(table, name, other)
    yield from _clock(table, name, other)
    yield from _absence(table, other)
    if table.asking is not None:
        yield Text(f"asking.{table.asking.wish}", name=named(table, table.asking.seat))


def _reminder(table: Table, name: Name | Text, other: tuple[Text, ...]) -> Iterator[Text]:
    """Yield why the board calls the player to move; with a pace, the deadline says enough."""
    calls, clock = table.calls, table.clock
    if calls.refused:
        yield Text("call.refused", name=name)
    if is_nudge(calls):
        yield Text("call.nudged", name=name, other=other, count=len(other))
    elif clock is not None and not clock.left:
        yield Text("call.waiting", name=name, time=waited(clock, calls))


def is_nudge(calls: Calls) -> bool:
    """Return whether the last call came from an opponent."""
    return calls.nudged > calls.last


def waited(clock: Clock, calls: Calls) -> Text:
    """Return how long a turn had lasted when its last reminder was due, in whole days."""
    days = max((calls.last - clock.began) // DAY, 1)
    return duration(days * DAY)


def _clock(table: Table, name: Name | Text, other: tuple[Text, ...]) -> Iterator[Text]:
    """Yield until when the player to move has time, or why their time doesn't run."""
    clock, deadline = table.clock, table.deadline
    if clock is None:
        return
    if clock.stopped is Stop.UP:
        yield Text("time.up", name=name, other=other)
    elif clock.stopped is Stop.PAUSED:
        yield Text("time.paused")
    elif deadline is not None and is_vacation(table):
        back = Moment(clock.since)
        yield Text("time.vacation", name=name, back=back, moment=Moment(deadline))
    elif deadline is not None and clock.pace is not None:
        pace = pace_text(clock.pace)
        yield Text("time.until", name=name, moment=Moment(deadline), pace=pace)


def _absence(table: Table, other: tuple[Text, ...]) -> Iterator[Text]:
    """Yield that a player has gone, unless their time is up anyway."""
    gone = table.absence
    if gone is None or (table.clock is not None and table.clock.stopped is Stop.UP):
        return
    name = named(table, gone.seat)
    if gone.claimable:
        yield Text("time.gone-claim", name=name, other=other)
    else:
        claim = Moment(gone.since + ABSENCE_SECONDS)
        yield Text("time.gone", name=name, other=other, moment=claim)
