"""The foresighted player of Parchís: it looks two throws ahead of every move (expectimax).

After its own move, with all bonuses, it takes the average over the next throws. After those, every
seat plays the move after which it stands best. What it reaches is valued by `standing`.
"""

from collections.abc import Sequence
from typing import Final

from engine.game import Choose, Over, Pass, Places
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis.standing import Standing, standing

THROWS: Final = 2
"""How many throws it looks ahead."""

WON: Final = 1000.0
"""Value of the first place: more than any position has."""

ANOTHER_THROW: Final = 5.0
"""Value of a further throw in the same turn."""


def choose(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    search = _Search(game, standing(game.ruleset), position.turn)
    return max(moves, key=lambda move: search.value(game.play(position, move), THROWS))


class _Search:
    """The value of positions to one seat."""

    def __init__(self, game: ParchisGame, standing: Standing, seat: int) -> None:
        self._game = game
        self._standing = standing
        self._seat = seat
        self._casts = tuple(game.throws.outcomes())

    def value(self, position: Position, throws: int) -> float:
        """Return the expected value of `position` after so many more throws."""
        game, phase = self._game, self._game.phase(position)
        match phase:
            case Over(places):
                return self._result(places)
            case Choose(_, moves) if throws == THROWS:  # a bonus of the move itself
                return max(self.value(game.play(position, move), throws) for move in moves)
            case Choose(seat, moves):
                return self.value(self._reply(position, seat, moves), throws)
            case Pass():
                return self.value(game.skip(position), throws)
        if not throws:
            again = ANOTHER_THROW if phase.seat == self._seat else 0.0
            return self._standing.of(position.board, self._seat) + again
        values = [self.value(game.cast(position, cast), throws - 1) for cast in self._casts]
        return sum(values) / len(values)

    def _result(self, places: Places) -> float:
        """Return WON for the first place, -WON for the last one, and less for those between."""
        for number, seats in enumerate(places):
            if self._seat in seats:
                return WON - 2 * WON * number / (self._game.sides - 1)
        return -WON  # only the first place has been decided

    def _reply(self, position: Position, seat: int, moves: Sequence[Move]) -> Position:
        """Return the position after the move after which `seat` stands best."""
        after = [self._game.play(position, move) for move in moves]
        return max(after, key=lambda each: self._standing.of(each.board, seat))
