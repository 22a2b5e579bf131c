"""Games and lobbies for teams, for the tests of what boards say about them."""

from dataclasses import replace

from bot.acts.act import Act
from bot.acts.play.move import Move
from bot.show.page import Page
from bot.show.presenter import make_page
from bot.table import departures, steps
from bot.table.button import Button
from bot.table.clock import Clock
from bot.table.former import Departure
from bot.table.pace import DAY, Pace
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Person, Seat
from bot.table.table import Table
from bot.table.terms import Terms
from tests.bot.options import options
from tests.bot.show.offer import ANA, BEN, GAMES, HANDS, OFFER, SAY
from tests.bot.show.timed import NOW

CARLA, DAN, EVA, FAY = (
    Person(User(Platform.WEB, name.lower()), name) for name in ("Carla", "Dan", "Eva", "Fay")
)
MEDIUM = Computer("medium")
FREE = Free()


def header(seats: int, ruleset: str = "aj-sayil") -> str:
    """The header of a game with so many seats; the first half of them is jade."""
    return GAMES.header(options(ruleset, seats=seats))


def lobby(*seats: Seat, **changes: object) -> Table:
    """A table with these seats, which has not begun."""
    return replace(OFFER, header=header(len(seats)), seats=seats, **changes)  # type: ignore[arg-type] # the types match the fields


def game(*seats: Seat) -> Table:
    """A game with these seats, without a pace, of which the first turn has begun."""
    return steps.begin(lobby(*seats), GAMES.game(header(len(seats))), HANDS, NOW).table


def four() -> Table:
    """A game of Ana and Carla, jade, against Ben and Dan."""
    return game(ANA, CARLA, BEN, DAN)


def on_move(table: Table, person: Person) -> Table:
    """The game with the seats rotated within its sides so that it is the turn of `person`."""
    rules = GAMES.game(table.header)
    mover = rules.phase(GAMES.position(table)).seat
    theirs = table.seats.index(person)
    if rules.side(mover) != rules.side(theirs):
        half = len(table.seats) // 2
        table = replace(table, seats=(*table.seats[half:], *table.seats[:half]))
        theirs = table.seats.index(person)
    seats = list(table.seats)
    seats[mover], seats[theirs] = seats[theirs], seats[mover]
    clock = Clock.start(Pace(3 * DAY), len(seats), mover, NOW)
    return replace(table, seats=tuple(seats), clock=clock, terms=Terms(Pace(3 * DAY)))


def leave(table: Table, person: Person, why: Departure = Departure.RESIGNED) -> Table:
    """Let a computer take over a person's seats."""
    rules, position = GAMES.game(table.header), GAMES.position(table)
    seat = table.seats.index(person)
    return departures.give_up(table, rules, position, seat, why, MEDIUM, NOW).table


def take(table: Table, seat: int, person: Person) -> Table:
    """Let a person take over a seat."""
    rules, position = GAMES.game(table.header), GAMES.position(table)
    return departures.take_over(table, rules, position, seat, person, NOW).table


def made(table: Table) -> Page:
    """The page of a table."""
    return make_page(GAMES, table, SAY)


def said(table: Table) -> list[str]:
    """The lines of a table's page."""
    return [SAY(line) for line in made(table).lines]


def offered(table: Table) -> dict[str, Act]:
    """The intents of a page's buttons besides the moves, by label."""
    buttons = (each for each in made(table).buttons if isinstance(each, Button))
    return {SAY(each.text): each.act for each in buttons if not isinstance(each.act, Move)}
