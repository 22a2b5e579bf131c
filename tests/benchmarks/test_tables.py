"""How long a look into a table of values takes."""

from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.games import family_of
from engine.road.game import RoadGame
from engine.tables import BYTES, Table, write
from tests.engine.solvable import random_play

POSITIONS = 10_000


@pytest.mark.parametrize("ruleset", ["puluc", "bul", "buul", "boolik"])
def test_probing(benchmark: BenchmarkFixture, tmp_path: Path, ruleset: str) -> None:
    """Positions of random play on 9 spaces, each once in a round, in a table of zeros."""
    family = family_of(ruleset)
    game = family.game_with(ruleset, {"road": "9", "warriors": "5"})
    assert isinstance(game, RoadGame)
    path, size = tmp_path / "zeros.values", family.ranking(game).size
    with path.open("wb") as file:
        write(file, game.header, size, [bytes(BYTES * size)])
    table = Table(path)
    positions = [*random_play(game, Random(1), POSITIONS)]
    probe = table.probe

    def look() -> None:
        for position in positions:
            probe(position)

    benchmark(look)
    benchmark.extra_info["microseconds"] = 1e6 * benchmark.stats.stats.median / len(positions)
