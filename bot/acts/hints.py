"""Hints for people who play for the first time: one a turn, each once."""

from dataclasses import replace

from bot.games.catalogue import Games
from bot.table import steps
from bot.table.people import User
from bot.table.seats import Person
from bot.table.steps import Step
from bot.table.table import Status


def teaching(step: Step, novices: frozenset[User]) -> Step:
    """Have a game that has just begun give hints to those who have never played before."""
    table = step.table
    if table.status is not Status.PLAYING:
        return step
    seats = tuple(
        replace(seat, hints=()) if isinstance(seat, Person) and seat.user in novices else seat
        for seat in table.seats
    )
    return replace(step, table=replace(table, seats=seats))


def hinted(games: Games, step: Step) -> Step:
    """Choose the hint that stands on the board which a step leads to, if there is one.

    It is the first that applies there and that the person to move has not been given yet.
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
