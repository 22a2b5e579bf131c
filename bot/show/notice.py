"""Private reminders: a board's page, turned into a message to the player who is to act."""

from collections.abc import Iterator
from dataclasses import replace

from bot.show.page import Page
from bot.show.time_lines import is_nudge, waited
from bot.table.button import Url
from bot.table.clock import Stop
from bot.table.naming import named, names_of
from bot.table.table import Table
from engine.text import Moment, Text


def notice(page: Page, table: Table, link: str | None) -> Page:
    """Return the reminder of a table, with the picture of its board's `page`.

    `link` is the URL of the board's message, None if it has none. A button leads there; moves are
    made on the board.
    """
    go = () if link is None else (Url(Text("notice.go"), link),)
    lines = (page.title, *_lines(table))
    return replace(page, lines=lines, buttons=go, mentions=(), asks=False, calls=True)


def _lines(table: Table) -> Iterator[Text]:
    """Yield why the reader is reminded, how much time they have, and what they are asked."""
    reader = None if table.calls.place is None else table.calls.place.reader
    seat = None if reader is None else table.seat_of(reader)
    asking = table.asking
    yield from _turn(table, seat) if table.forfeit is None else _decision(table, table.forfeit)
    if asking is not None and asking.seat != seat:
        yield Text(f"asking.{asking.wish}", name=names_of([table.seats[asking.seat]]))


def _turn(table: Table, seat: int | None) -> Iterator[Text]:
    """Yield that it is the turn of `seat`, and until when they have time."""
    others = names_of(holder for each, holder in enumerate(table.seats) if each != seat)
    clock, calls = table.clock, table.calls
    if is_nudge(calls):
        yield Text("notice.nudged", name=others, count=len(others))
    elif clock is None or clock.left:
        yield Text("notice.turn", name=others)
    else:
        yield Text("notice.waiting", name=others, time=waited(clock, calls))
    if clock is not None and clock.stopped is Stop.PAUSED:
        yield Text("notice.paused")
    elif table.deadline is not None:
        yield Text("notice.until", moment=Moment(table.deadline))


def _decision(table: Table, forfeit: int) -> Iterator[Text]:
    """Yield that an opponent decides, because `forfeit` has run out of time or left."""
    up = table.clock is not None and table.clock.stopped is Stop.UP
    yield Text("notice.claim" if up else "notice.claim-gone", name=named(table, forfeit))
