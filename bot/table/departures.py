"""Seats that change hands in a game of several: players give theirs up, others take them over."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.table import steps
from bot.table.people import User
from bot.table.seats import Computer, Person
from bot.table.steps import Step
from bot.table.table import Departure, Table
from engine import AnyGame

STAND_IN_LEVEL: Final = "medium"
"""The level of computers that stand in for people; a game without it has its strongest."""

MAX_CHANGES: Final = 100
"""The number of changes of players after which nobody can take over a seat.

Every change is stored with the table, and posts a board.
"""


def play_on(game: AnyGame, table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats of the people who play on if the person in `seat` leaves, in seat order.

    In a game of two sides these are the partners: without them, the side has lost. In a game of
    more sides, they are all others. The game ends if nobody plays on.
    """
    holder = table.seats[seat]
    return tuple(
        number
        for number, other in enumerate(table.seats)
        if isinstance(other, Person)
        and (game.sides > 2 or game.side(number) == game.side(seat))
        and not (isinstance(holder, Person) and other.user == holder.user)
    )


def sides_of(game: AnyGame, table: Table, user: User) -> frozenset[int]:
    """Return the sides that `user` plays for, or has played for before giving up a seat."""
    now = ((number, seat) for number, seat in enumerate(table.seats))
    before = ((each.seat, each.holder) for each in table.former)
    return frozenset(
        game.side(number)
        for number, holder in (*now, *before)
        if isinstance(holder, Person) and holder.user == user
    )


def give_up(
    table: Table,
    game: AnyGame,
    position: Any,
    seat: int,
    why: Departure,
    stand_in: Computer,
    now: float,
) -> Step:
    """Let a computer, the `stand_in`, take over all seats of the person in `seat`."""
    holder = table.seats[seat]
    assert isinstance(holder, Person)  # noqa: S101 - a precondition
    successors = dict.fromkeys(table.seats_of(holder.user), stand_in)
    return steps.pass_on(table, game, position, successors, why, now)


def take_over(
    table: Table, game: AnyGame, position: Any, seat: int, person: Person, now: float
) -> Step:
    """Let `person` take over a seat in which a computer stands in (`Table.vacated`)."""
    return steps.pass_on(table, game, position, {seat: person}, Departure.RELIEVED, now)


def as_of(table: Table, moves: int) -> Table:
    """Return a table with the players whom it had after so many moves.

    Of those who had a seat after the same number of moves, it is the first.
    """
    since = [each for each in table.former if each.moves >= moves]
    if not since:
        return table
    then = {each.seat: each.holder for each in reversed(since)}
    seats = tuple(then.get(number, seat) for number, seat in enumerate(table.seats))
    before = tuple(each for each in table.former if each.moves < moves)
    return replace(table, seats=seats, former=before)


def stand_in(levels: Sequence[str]) -> Computer:
    """Return the computer that stands in for a person, given a game's `levels`."""
    return Computer(STAND_IN_LEVEL if STAND_IN_LEVEL in levels else levels[-1])
