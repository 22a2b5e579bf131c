"""Engine speed. A ply is the throws due, the legal moves, and a move or a pass."""

import pytest
from engine.road.bench import plies_per_second
from pytest_benchmark.fixture import BenchmarkFixture

from engine.road.game import RoadGame
from engine.road.header import ruleset_with
from engine.road.rulesets import RULESETS

PLIES = 50_000


@pytest.mark.parametrize("words", ["puluc road=9", "puluc road=31", *RULESETS, "aj-sayil seats=6"])
def test_random_play(benchmark: BenchmarkFixture, words: str) -> None:
    """Random legal play, game after game; `plies_per_second` is for the best round."""
    key, *options = words.split()
    game = RoadGame(ruleset_with(key, dict(option.split("=") for option in options)))
    speeds: list[float] = []
    benchmark.pedantic(lambda: speeds.append(plies_per_second(game, PLIES)), rounds=10)
    speeds.sort()
    benchmark.extra_info["plies_per_second"] = round(speeds[-1])
    benchmark.extra_info["plies_per_second_median"] = round(speeds[len(speeds) // 2])
