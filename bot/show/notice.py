"""Private messages about a table: a reminder to the player who is to act, or how it ended."""

from collections.abc import Iterator
from dataclasses import replace

from bot.show.addressees import asks_to_go_on
from bot.show.page import Mention, Page
from bot.show.time_lines import is_nudge, offer_line, waited
from bot.table.button import Url
from bot.table.clock import Stop
from bot.table.endings import hearing
from bot.table.naming import named, names_of
from bot.table.people import User
from bot.table.table import SMALLEST_GAME, Status, Table
from engine.text import Moment, Text


def notice(page: Page, table: Table, link: str | None) -> Page:
    """Return the reminder of a table or how it ended, with the picture of its board's `page`.

    `link` is the URL of the board's message, None if it has none. A button leads there; moves are
    made on the board.
    """
    go = () if link is None else (Url(Text("notice.go"), link),)
    over = table.status is Status.OVER
    reader = None if table.calls.place is None else table.calls.place.reader
    lines = (page.title, *(page.lines if over else _lines(table, reader)))
    return replace(
        page, lines=lines, buttons=go, mentions=(), asks=False, calls=True, commitment=None
    )


def notification(page: Page, table: Table, reader: User) -> Page | None:
    """Return what notifies a person of what a table calls them for, given its board's `page`.

    None if it doesn't call them any more.
    """
    over = table.status is Status.OVER
    told = () if table.told is None else table.told.seats
    called = hearing(table.seats).get(reader) in told if over else _mentions(page, reader)
    if not called:
        return None
    return replace(page, lines=_why(page, table, reader), mentions=(Mention(reader, ""),))


def _mentions(page: Page, user: User) -> bool:
    return any(each.user == user for each in page.mentions)


def _why(page: Page, table: Table, reader: User) -> tuple[Text, ...]:
    """Return in a line or two what a person is called for."""
    match table.status:
        case Status.OVER:
            return page.standing or page.lines[:1]
        case Status.OFFERED:
            return page.lines[:2]
    for asking in table.offers:
        if asking.revision == table.revision:
            return (offer_line(table, asking),)
    if asks_to_go_on(table):
        return (Text("idle.question", days=table.idle_days),)
    return tuple(_lines(table, reader))


def _lines(table: Table, reader: User | None) -> Iterator[Text]:
    """Yield why the reader is called, how much time they have, and what they are asked."""
    seat = None if reader is None else table.seat_of(reader)
    if table.forfeit is None:
        yield from _turn(table, seat)
    else:
        yield _decision(table, table.forfeit)
    yield from (offer_line(table, each) for each in table.offers if each.seat != seat)


def _turn(table: Table, seat: int | None) -> Iterator[Text]:
    """Yield that it is the turn of `seat`, and until when they have time."""
    clock = table.clock
    yield _team_call(table) if len(table.seats) > SMALLEST_GAME else _call(table, seat)
    if clock is not None and clock.stopped is Stop.PAUSED:
        yield Text("notice.paused")
    elif table.deadline is not None:
        yield Text("notice.until", moment=Moment(table.deadline))


def _call(table: Table, seat: int | None) -> Text:
    """Return why the player in `seat` is called, in a game of two."""
    others = names_of(holder for each, holder in enumerate(table.seats) if each != seat)
    clock, calls = table.clock, table.calls
    if is_nudge(calls):
        return Text("notice.nudged", name=others, count=len(others))
    if clock is None or clock.left or not calls.count:
        return Text("notice.turn", name=others)
    return Text("notice.waiting", name=others, time=waited(clock, calls))


def _team_call(table: Table) -> Text:
    """Return why a player is called in a larger game, whose players are in the page's title."""
    clock, calls = table.clock, table.calls
    if is_nudge(calls):
        return Text("notice.nudged-team")
    if clock is None or clock.left or not calls.count:
        return Text("notice.turn-team")
    return Text("notice.waiting-team", time=waited(clock, calls))


def _decision(table: Table, forfeit: int) -> Text:
    """Return that the reader decides, because `forfeit` has run out of time or left."""
    up = table.clock is not None and table.clock.stopped is Stop.UP
    name = named(table, forfeit)
    if len(table.seats) > SMALLEST_GAME:
        return Text("notice.claim-team" if up else "notice.claim-gone-team", name=name)
    return Text("notice.claim" if up else "notice.claim-gone", name=name)
