"""The levels of the road games: `easy`, `medium` and `hard`, over the same networks.

`hard` searches two turns deep. The others look at the estimates after their own turn, and choose at
random, a better move more probably: a move that is worse than the best by a probability `p` of
winning is exp(p / TEMPERATURE) times less likely (softmax).
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final, Protocol, TypeAlias

from engine.players.road import search
from engine.players.road.network import network
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position

EASY: Final = 0.15
"""Temperature of `easy`, as a probability of winning."""

MEDIUM: Final = 0.05
"""Temperature of `medium`, as a probability of winning."""

EQUAL: Final = 0.0005
"""Moves whose values differ by less than this are equally good to `hard`."""


class Chance(Protocol):
    """A random number generator, such as `random.Random`; the engine has none of its own."""

    def random(self) -> float:
        """Return a random number from 0 up to, but not including, 1."""
        ...


Level: TypeAlias = Callable[[RoadGame, Position, Sequence[Move], Chance], Move]


def easy(game: RoadGame, position: Position, moves: Sequence[Move], chance: Chance) -> Move:
    """Return one of `moves`, often not the best."""
    return _soft(game, position, moves, chance, EASY)


def medium(game: RoadGame, position: Position, moves: Sequence[Move], chance: Chance) -> Move:
    """Return one of `moves`, seldom a bad one."""
    return _soft(game, position, moves, chance, MEDIUM)


def hard(game: RoadGame, position: Position, moves: Sequence[Move], _: Chance) -> Move:
    """Return the best of `moves`; of equally good ones, that which makes most progress.

    So two players who could wait for each other for ever do not.
    """
    if len(moves) == 1:
        return moves[0]
    found = search.deep(game, network(game.ruleset), position, moves)
    best = max(found.values())
    equal = [move for move in moves if found.get(move, -1) > best - EQUAL]
    return max(equal, key=progress)


def progress(move: Move) -> tuple[int, int]:
    """Return how far a move carries captives and how far it goes, for comparison with others."""
    return move.number * sum(move.captives), move.number


def _soft(
    game: RoadGame, position: Position, moves: Sequence[Move], chance: Chance, temperature: float
) -> Move:
    values = search.shallow(game, network(game.ruleset), position, moves)
    best = max(values)
    weights = [exp((value - best) / temperature) for value in values]
    drawn = chance.random() * sum(weights)
    for move, weight in zip(moves, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return move
    return moves[values.index(best)]
