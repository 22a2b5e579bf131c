"""What casts can bring: every position that may come of them, with its odds."""

from collections import defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import TypeVar

from engine.game import Game, Throw

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")


def cast_out(game: Game[P, M], position: P) -> Mapping[P, Fraction]:
    """Return every position after the casts that are due in `position`, and how likely it is."""
    phase = game.phase(position)
    if not isinstance(phase, Throw):
        return {position: Fraction(1)}
    likely: defaultdict[P, Fraction] = defaultdict(Fraction)
    for cast, odds in phase.table.chances.items():
        for after, share in cast_out(game, game.cast(position, cast)).items():
            likely[after] += odds * share
    return likely
