"""Counting every way a game can go on, to hold one engine against another."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Final, TypeVar

from engine.game import Choose, Game, Over, Pass, Throw

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")

MOST_KEPT: Final = 1 << 19
"""How many counted positions are kept at once; a bound on memory."""


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """Return how many sequences of `depth` moves there are from `position`.

    Numbers are counted once each, whatever their odds; a pass is a move; a turn with two
    numbers is two moves; a game that is over counts 1.
    """

    @lru_cache(maxsize=MOST_KEPT)
    def count(position: P, depth: int) -> int:
        if depth == 0:
            return 1
        match game.phase(position):
            case Throw(table=table):
                # a set: numbers that come to the same position are the same number
                cast = {game.cast(position, example) for example in table.examples.values()}
                return sum(count(after, depth) for after in cast)
            case Choose(moves=moves):
                if depth == 1:
                    return len(moves)
                return sum(count(game.play(position, move), depth - 1) for move in moves)
            case Pass():
                return count(game.skip(position), depth - 1)
            case Over():
                return 1

    return count(position, depth)
