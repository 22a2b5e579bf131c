"""The possible outcomes of the next throws, with their probabilities."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Final, TypeVar

from engine.game import Corrupt, Game, Throw

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")

OPENING: Final = "this position is in the opening; give one in which a throw or a move is due"
"""The refusal of a position whose outcomes are too many: equal throws are thrown again."""


def cast_out(game: Game[P, M], position: P) -> Mapping[P, Fraction]:
    """Return every position that the throws due in `position` can lead to, with its probability.

    If no throw is due, the only outcome is `position` itself. Raises Corrupt in the opening.
    """
    phase = game.phase(position)
    if not isinstance(phase, Throw):
        return {position: Fraction(1)}
    if phase.opening:
        raise Corrupt(OPENING)
    likely: defaultdict[P, Fraction] = defaultdict(Fraction)
    for cast, odds in phase.table.chances.items():
        for after, share in cast_out(game, game.cast(position, cast)).items():
            likely[after] += odds * share
    return likely
