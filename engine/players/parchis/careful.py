"""The careful computer player of Parchís: the best standing after its move, without looking ahead.

It captures, keeps out of reach, stands in the way and comes forward: `standing` has the values.
"""

from collections.abc import Sequence

from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position
from engine.players.parchis.standing import standings


def choose(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    if len(moves) == 1:
        return moves[0]
    ends = [game.play(position, move) for move in moves]
    at, _ = best(game, ends, position.turn)
    return moves[at]


def best(
    game: ParchisGame, ends: Sequence[Position], seat: int
) -> tuple[int, tuple[float, ...]]:
    """Return which of `ends` is the best for `seat`, and the standings of all seats there."""
    rated = [standings(game, end) for end in ends]
    at = max(range(len(ends)), key=lambda at: rated[at][seat])
    return at, rated[at]
