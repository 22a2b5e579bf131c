"""Leaving a running game or a match."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.acts.next_games import NextGames
from bot.games.catalogue import Games
from bot.table import departures, steps
from bot.table.former import Departure
from bot.table.next_game import without
from bot.table.people import User
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Ending, Table

_ENDINGS: Final[Mapping[Departure, Ending]] = {
    Departure.RESIGNED: Ending.RESIGNED,
    Departure.TIMEOUT: Ending.TIMEOUT,
    Departure.LEFT: Ending.LEFT,
    Departure.MATCH_LEFT: Ending.RESIGNED,
}
"""How a game ends when nobody plays on without the person who leaves, by the reason."""


def depart(games: Games, table: Table, seat: int, why: Departure, now: float) -> Step:
    """Return the step by which the person in `seat` leaves a running game.

    A computer takes over all their seats, or the game ends (`departures.play_on`).
    """
    game, position = games.game(table.header), games.position(table)
    if departures.play_on(game, table, seat):
        stand_in = departures.stand_in(games.levels_of(table.header))
        return departures.give_up(table, game, position, seat, why, stand_in, now)
    places = game.resigned(position, seat).places
    return steps.end(table, _ENDINGS[why], now, by=seat, places=places)


def has_partners(games: Games, table: Table, user: User) -> bool:
    """Return whether a player has partners who would play on without them."""
    seat = table.seat_of(user)
    return seat is not None and bool(departures.play_on(games.game(table.header), table, seat))


async def step_out(
    games: Games, next_games: NextGames, table: Table, seat: int, now: float
) -> Step:
    """Return the step by which the person in `seat` leaves a match, in one of its games."""
    person, match = table.seats[seat], table.match
    assert isinstance(person, Person)  # noqa: S101 - a precondition
    assert match is not None  # noqa: S101 - likewise
    game = games.game(table.header)
    partners = departures.play_on(game, table, seat)
    if table.is_next_game and partners:
        stand_in = departures.stand_in(games.levels_of(table.header))
        after = without(table, table.seats_of(person.user), stand_in, now)
        return await next_games.changed(after)
    if not partners:
        party = match.party_of(game.side(seat), game.sides)
        table = replace(table, match=replace(match, left_by=party))
    if table.is_next_game:
        return steps.end(table, Ending.MATCH_LEFT, now, by=seat)
    return depart(games, table, seat, Departure.MATCH_LEFT, now)
