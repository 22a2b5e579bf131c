"""File sizes of pictures from real games."""

from itertools import islice
from random import Random
from statistics import median

import pytest

from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from renderer.road.picture import draw
from tests.benchmarks.test_renderer import plain, played

SMALLEST = 40
"""The fewest positions that make a median meaningful."""


@pytest.mark.parametrize(
    ("key", "road", "usual", "most"),
    [("puluc", 11, 22, 25), ("a-kaakil", 19, 25, 29), ("boolik", 31, 36, 40)],
)
def test_files_are_small(key: str, road: int, usual: int, most: int) -> None:
    """The median and the maximum size of a picture, in kilobytes, stay within these limits."""
    game = RoadGame(ruleset_with(key, {"road": str(road)}))
    sizes = [len(draw(view, plain)) / 1000 for view in played(game, Random(20))]
    assert len(sizes) >= SMALLEST
    assert median(sizes) <= usual
    assert max(sizes) <= most


def test_files_of_large_teams_are_small() -> None:
    """Pictures of sixteen players are at most about twice as large as those of two."""
    game = RoadGame(ruleset_with("a-kaakil", {"seats": "16", "warriors": "5"}))
    sizes = [len(draw(view, plain)) / 1000 for view in islice(played(game, Random(20)), 0, 800, 10)]
    assert len(sizes) >= SMALLEST
    assert median(sizes) <= 57
    assert max(sizes) <= 63
