"""The foresighted player of Parchís: it looks two throws ahead of every move (`search`).

What it reaches is valued in steps, by `standing`.
"""

from collections.abc import Sequence
from typing import Final

from engine.game import Places
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis.search import Search
from engine.players.parchis.standing import standing

WON: Final = 1000.0
"""Value of the first place: more than any position has."""

ANOTHER_THROW: Final = 5.0
"""Value of a further throw in the same turn."""


def choose(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    search = Search(game, Points(game, position.turn))
    return max(moves, key=lambda move: search.value(game.play(position, move)))


class Points:
    """The scale of the player: how far a seat is ahead of its enemies."""

    def __init__(self, game: ParchisGame, seat: int) -> None:
        self._ahead = standing(game.ruleset).ahead
        self._seat = seat
        self._sides = game.sides

    def at_throw(self, position: Position, worth: Sequence[float], /) -> float:
        """Return how far the seat is ahead, given what each seat is worth."""
        again = ANOTHER_THROW if position.turn == self._seat else 0.0
        return self._ahead(worth, self._seat) + again

    def result(self, places: Places, /) -> float:
        """Return WON for the first place, -WON for the last one, and less for those between."""
        for number, seats in enumerate(places):
            if self._seat in seats:
                return WON - 2 * WON * number / (self._sides - 1)
        return -WON  # only the first place has been decided

    def mean(self, values: Sequence[float], /) -> float:
        """Return the average."""
        return sum(values) / len(values)
