"""How fast the engine plays: a ply is a cast, the legal moves and a move."""

from itertools import cycle, islice
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.road.game import RoadGame
from engine.road.position import Position, Stage
from engine.road.ruleset import Ruleset

PLIES = 50_000


@pytest.mark.parametrize("road", [9, 11, 31])
def test_random_play(benchmark: BenchmarkFixture, road: int) -> None:
    """Random legal play, one game after the other; `plies_per_second` tells the best round."""
    game = RoadGame(Ruleset(key="puluc", road=road))
    chance = Random(1)
    casts = chance.choices(list(game.ruleset.throws.outcomes()), k=4096)
    draws = [chance.random() for _ in range(5003)]

    def play() -> Position:
        position = game.begin(0)
        for cast, draw in islice(zip(cycle(casts), cycle(draws), strict=True), PLIES):
            position = game.cast(position, cast)
            moves = game.moves(position)
            if moves:
                position = game.play(position, moves[int(draw * len(moves))])
            else:
                position = game.skip(position)
            if position.stage is Stage.OVER:
                position = game.begin(0)
        return position

    benchmark.pedantic(play, rounds=20, warmup_rounds=2)
    benchmark.extra_info["plies_per_second"] = round(PLIES / benchmark.stats["min"])
    benchmark.extra_info["plies_per_second_median"] = round(PLIES / benchmark.stats["median"])
