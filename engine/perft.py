"""Perft: counting all move sequences from a position, to compare engines with each other."""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TypeVar

from engine.chance import cast_out
from engine.game import Choose, Game, Over, Pass

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


def perft(game: Game[P, M], position: P, depth: int) -> int:
    """Return the number of sequences of `depth` moves from `position`.

    Each number is counted once, whatever its probability. A pass counts as a move, and a turn with
    two numbers as two. A game that ends early counts as one sequence.
    """
    counts = Counter({position: 1})
    for _ in range(depth):
        next_counts: Counter[P] = Counter()
        for reached, count in counts.items():
            for after in _one_move_on(game, reached):
                next_counts[after] += count
        counts = next_counts
    return counts.total()


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
