"""The possible outcomes of the next throws, with their probabilities."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from engine.game import Game, Throw

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


def cast_out(game: Game[P, M], position: P) -> Mapping[P, Fraction]:
    """Return every position that the throws due in `position` can lead to, with its probability.

    If no throw is due, the only outcome is `position` itself.
    """
    phase = game.phase(position)
    if not isinstance(phase, Throw):
        return {position: Fraction(1)}
    likely: defaultdict[P, Fraction] = defaultdict(Fraction)
    for cast, odds in phase.table.chances.items():
        for after, share in cast_out(game, game.cast(position, cast)).items():
            likely[after] += odds * share
    return likely
