"""Every random game ends."""

from collections.abc import Callable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import Over
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Ruleset
from tests.costly import COSTLY

Journey = Callable[[RoadGame, Random, int], list[Position]]

MOST_PLIES = 20_000
"""Upper limit on the plies of a random game; the longest of 12,000 took 2,638."""


def is_long_enough(ruleset: Ruleset) -> bool:
    """Tell whether the road is at least as long as the largest number.

    Games on shorter roads have no practical limit: nearly every number crosses the whole road, so
    warriors hardly ever meet, and where lone warriors liberate their comrades, captives are hardly
    ever kept.
    """
    return ruleset.road >= max(ruleset.numbers)


@COSTLY
@given(st.from_type(Ruleset).filter(is_long_enough), st.integers(0, 1 << 32).map(Random))
def test_random_games_end(journey: Journey, ruleset: Ruleset, chance: Random) -> None:
    """A random game ends, with a winner; only where captors leave the road can it be a draw."""
    game = RoadGame(ruleset)
    phase = game.phase(journey(game, chance, MOST_PLIES)[-1])
    assert isinstance(phase, Over)
    assert phase.winners(game.seats) or ruleset.after_capture is AfterCapture.LEAVE
