"""Hints for first-time players: at most one a turn, each given once."""

from dataclasses import replace

from bot.games.catalogue import Games
from bot.table import steps
from bot.table.people import User
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Status


def start_hints(step: Step, novices: frozenset[User]) -> Step:
    """Enable hints for the `novices` at a table where play has just begun."""
    table = step.table
    if table.status is not Status.PLAYING:
        return step
    seats = tuple(
        replace(seat, hints=()) if isinstance(seat, Person) and seat.user in novices else seat
        for seat in table.seats
    )
    return replace(step, table=replace(table, seats=seats))


def choose_hint(games: Games, step: Step) -> Step:
    """Choose the hint for the board that a step leads to, if any.

    It is the first one that applies to the position and that the player to move has not been given.
    """
    table = step.table
    if not any(isinstance(seat, Person) and seat.hints is not None for seat in table.seats):
        return step
    mover = steps.to_move(table, games.game(table.header), games.position(table))
    person = None if mover is None else table.seats[mover]
    if mover is None or not isinstance(person, Person) or person.hints is None:
        return replace(step, table=replace(table, hint=""))
    given = person.hints
    hint = next((text.key for text in games.hints(table) if text.key not in given), "")
    seats = list(table.seats)
    seats[mover] = replace(person, hints=(*given, hint) if hint else given)
    return replace(step, table=replace(table, seats=tuple(seats), hint=hint))
