"""How large pictures of games really played are."""

from random import Random
from statistics import median

import pytest

from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from renderer.road.picture import draw
from tests.benchmarks.test_renderer import plain, played

SMALLEST = 40
"""Fewer positions tell nothing about a median."""


@pytest.mark.parametrize(
    ("key", "road", "usual", "most"),
    [("puluc", 11, 22, 25), ("a-kaakil", 19, 25, 29), ("boolik", 31, 36, 40)],
)
def test_files_are_small(key: str, road: int, usual: int, most: int) -> None:
    """A picture of a road of this length has so many kilobytes in the median, and at most."""
    game = RoadGame(ruleset_with(key, {"road": str(road)}))
    sizes = [len(draw(view, plain)) / 1000 for view in played(game, Random(20))]
    assert len(sizes) >= SMALLEST
    assert median(sizes) <= usual
    assert max(sizes) <= most
