"""Seats that change hands in a game of several: players give theirs up, others take them over."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.table import steps
from bot.table.calls import NO_CALLS
from bot.table.clock import Clock, Stop
from bot.table.former import Departure, Former
from bot.table.people import User
from bot.table.seats import Computer, Holder, Person
from bot.table.step import Step, changed, thinking
from bot.table.table import Table
from engine import AnyGame

STAND_IN_LEVEL: Final = "medium"
"""The level of computers that stand in for people; a game without it has its strongest."""

MAX_CHANGES: Final = 100
"""The number of changes of players after which nobody can take over a seat.

Every change is stored with the table, and posts a board.
"""

PASSED_SECONDS: Final = 2.0
"""How long a board shows who has left before the computer in their seat takes its turn."""


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
    return _pass_on(table, game, position, successors, why, now)


def take_over(
    table: Table, game: AnyGame, position: Any, seat: int, person: Person, now: float
) -> Step:
    """Let `person` take over a seat in which a computer stands in (`Table.vacated`)."""
    return _pass_on(table, game, position, {seat: person}, Departure.RELIEVED, now)


def _pass_on(
    table: Table,
    game: AnyGame,
    position: Any,
    successors: Mapping[int, Holder],
    why: Departure,
    now: float,
) -> Step:
    """Pass seats on to `successors`, by seat, during a game.

    The position stays as it is, and so does the time of each seat. Only a person who is to move now
    is worth a new message. An open offer ends with the players who made it and who were to answer.
    If only one person is left, time no longer runs until others come.
    """
    mover, at = steps.to_move(table, game, position), int(now)
    left = (
        Former(number, holder, why, table.moves, at)
        for number, holder in enumerate(table.seats)
        if number in successors and isinstance(holder, Person | Computer)
    )
    seats = tuple(successors.get(number, seat) for number, seat in enumerate(table.seats))
    passed = replace(table, seats=seats, former=(*table.former, *left))
    successor = None if mover is None else successors.get(mover)
    turn, alone = successor is not None, passed.is_practice
    spares = mover is not None and _starts_for(table, passed, game, mover, successors)
    running = None
    if mover is not None:
        running = _passed_clock(table, passed, game, mover, now, turn=turn, spares=spares)
    clock, resting = (None, running) if alone else (running, None)
    # If the time of the player to move is up, the one who left may have been called to decide.
    undecided = table.forfeit is not None and why is not Departure.RELIEVED
    step = changed(
        table,
        silent=not isinstance(successor, Person),
        seats=seats,
        former=passed.former,
        clock=clock,
        resting=resting,
        calls=NO_CALLS if clock is None or clock != table.clock or undecided else table.calls,
        asking=None,
        viewing=None,
        refused=() if clock is None else table.outlasting,
        absence=None if turn or clock is None else table.absence,
        undone=None,
        hint="" if turn else table.hint,
        touched=at,
        idle_days=0,
    )
    step = replace(step, spares=spares)
    # A computer to move may have been waiting for the end of a pause.
    waited = alone and table.clock is not None and table.clock.stopped is Stop.PAUSED
    return (
        thinking(step, mover, now + PASSED_SECONDS)
        if mover is not None and (turn or waited)
        else step
    )


def _starts_for(
    before: Table, after: Table, game: AnyGame, mover: int, successors: Mapping[int, Holder]
) -> bool:
    """Return whether a person of another side starts the clock of the one who was alone.

    That one may not be there when others come, and must not lose on time because of it.
    """
    meets = before.clock is None and not after.is_practice
    others = all(game.side(seat) != game.side(mover) for seat in successors)
    return meets and others and isinstance(after.seats[mover], Person)


def _passed_clock(
    before: Table,
    after: Table,
    game: AnyGame,
    mover: int,
    now: float,
    *,
    turn: bool,
    spares: bool,
) -> Clock | None:
    """Return the clock after seats were passed on, if it is the `turn` of one of them or not.

    It rests while one person is left, and runs on when others come.
    """
    running, alone = before.clock or before.resting, after.is_practice
    if running is None:  # the game began with one person
        return None if alone else Clock.start(after.terms.pace, game.seats, mover, now)
    if turn:
        running = running.passed_on(now)
    if alone:
        return running.rested(now)
    if before.clock is None:
        running = running.resumed(now)
    return running.replenished() if spares else running


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
