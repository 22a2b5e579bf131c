"""Games with a clock, for the tests of what boards say and offer about time."""

from dataclasses import replace

from bot.show.page import Page
from bot.show.presenter import make_page
from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.pace import DAY, Pace
from bot.table.seats import Person
from bot.table.table import Table
from bot.table.terms import Terms
from tests.bot.show.offer import ANA, BEN, GAMES, SAY, begun

NOW = 1_795_543_200
"""2026-11-24 18:00 UTC."""

THREE_DAYS = Pace(3 * DAY)


def timed(pace: Pace | None = THREE_DAYS, **changes: object) -> Table:
    """Return a game in which it is Ana's turn since NOW."""
    table = begun().table
    mover = GAMES.game(table.header).phase(GAMES.position(table)).seat
    seats: tuple[Person, ...] = (ANA, BEN) if mover == 0 else (BEN, ANA)
    clock = Clock.start(pace, 2, mover, NOW)
    return replace(table, seats=seats, terms=Terms(pace), clock=clock, **changes)


def seat_of(table: Table, person: Person) -> int:
    """Return the seat of Ana or Ben."""
    return table.seats.index(person)


def called(table: Table, **calls: object) -> Table:
    """Return the table with its player to move called by this revision."""
    return replace(table, calls=Calls(revision=table.revision, **calls))  # type: ignore[arg-type] # the types match the fields


def made(table: Table) -> Page:
    """Return the page of a table."""
    return make_page(GAMES, table, SAY)


def said(table: Table) -> list[str]:
    """Return the lines of a table's page."""
    return [SAY(line) for line in made(table).lines]
