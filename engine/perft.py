"""Counting every way a game can go on, to hold one engine against another."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TypeVar

from engine.chance import cast_out
from engine.game import Choose, Game, Over, Pass

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """Return how many sequences of `depth` moves there are from `position`.

    Numbers are counted once each, whatever their odds; a pass is a move; a turn with two
    numbers is two moves; a game that is over counts 1.
    """
    ways = Counter({position: 1})
    for _ in range(depth):
        further: Counter[P] = Counter()
        for reached, count in ways.items():
            for after in _one_move_on(game, reached):
                further[after] += count
        ways = further
    return ways.total()


def _one_move_on(game: Game[P, M], position: P) -> Iterator[P]:
    for cast in cast_out(game, position):
        match game.phase(cast):
            case Choose(moves=moves):
                for move in moves:
                    yield game.play(cast, move)
            case Pass():
                yield game.skip(cast)
            case Over():
                yield cast
