"""Engine speed. A ply is the throws due, the legal moves, and a move or a pass."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.bench import plies_per_second
from engine.games import FAMILIES
from engine.road.rulesets import RULESETS

PLIES = 50_000


@pytest.mark.parametrize(
    "words", ["puluc road=9", "puluc road=31", *RULESETS, "aj-sayil seats=6", "parchis seats=4"]
)
def test_random_play(benchmark: BenchmarkFixture, words: str) -> None:
    """Random legal play, game after game; `plies_per_second` is for the best round."""
    key, *options = words.split()
    game = FAMILIES[key].game_with(key, dict(option.split("=") for option in options))
    speeds: list[float] = []
    benchmark.pedantic(lambda: speeds.append(plies_per_second(game, PLIES)), rounds=10)
    speeds.sort()
    benchmark.extra_info["plies_per_second"] = round(speeds[-1])
    benchmark.extra_info["plies_per_second_median"] = round(speeds[len(speeds) // 2])
