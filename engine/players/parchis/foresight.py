"""The foresighted player of Parchís: it looks two throws ahead of every move (expectimax).

After its own move, with all bonuses, it takes the average over the next throws. After those, every
seat plays the move after which it stands best. What it reaches is valued by `standing`.
"""

from collections.abc import Sequence
from typing import Final

from engine.game import Over, Places
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis.standing import Standing, standing
from engine.stage import Stage

THROWS: Final = 2
"""How many throws it looks ahead."""

WON: Final = 1000.0
"""Value of the first place: more than any position has."""

ANOTHER_THROW: Final = 5.0
"""Value of a further throw in the same turn."""

MOVE = Stage.MOVE  # a module global is faster to look up than an enum member


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
        game, worth = self._game, None
        while position.stage is MOVE:
            worth = None
            moves = game.moves(position)
            if not moves:
                position = game.skip(position)
                continue
            after = [game.play(position, move) for move in moves]
            if throws == THROWS:  # a bonus of the move itself
                return max(self.value(each, throws) for each in after)
            position, worth = self._reply(position.turn, after)
        phase = game.phase(position)
        if isinstance(phase, Over):
            return self._result(phase.places)
        if throws:
            values = [self.value(game.cast(position, cast), throws - 1) for cast in self._casts]
            return sum(values) / len(values)
        if worth is None:
            worth = self._standing.worth(position.board)
        again = ANOTHER_THROW if position.turn == self._seat else 0.0
        return self._standing.ahead(worth, self._seat) + again

    def _result(self, places: Places) -> float:
        """Return WON for the first place, -WON for the last one, and less for those between."""
        for number, seats in enumerate(places):
            if self._seat in seats:
                return WON - 2 * WON * number / (self._game.sides - 1)
        return -WON  # only the first place has been decided

    def _reply(
        self, seat: int, after: Sequence[Position]
    ) -> tuple[Position, Sequence[float] | None]:
        """Return the position where `seat` stands best and what the seats are worth there.

        That is None if there was nothing to choose.
        """
        if len(after) == 1:
            return after[0], None
        standing = self._standing
        worths = [standing.worth(each.board) for each in after]
        ahead = [standing.ahead(worth, seat) for worth in worths]
        best = ahead.index(max(ahead))
        return after[best], worths[best]
