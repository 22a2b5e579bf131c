"""How long a review of a whole game takes, by networks and by a table."""

from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.games import AnyGame, family_of
from engine.players.judge import Judge
from engine.players.registry import judge, player
from engine.review import review
from engine.tables import BYTES, Table, write
from tests.engine.recorded import recorded

GAMES = 8


def reviews(benchmark: BenchmarkFixture, game: AnyGame, judge: Judge) -> None:
    """Measure reviews of games between easy players, each game once in a round."""
    chance, easy = Random(1), player("easy", game, None)
    games = [recorded(game, chance, easy) for _ in range(GAMES)]

    def look_back() -> int:
        return sum(len(review(game, entries, judge).decisions) for entries in games)

    decisions = benchmark.pedantic(look_back, rounds=5, warmup_rounds=1)
    each = 1000 * benchmark.stats.stats.median / GAMES
    benchmark.extra_info["milliseconds a review"] = round(each, 1)
    benchmark.extra_info["decisions a game"] = round(decisions / GAMES, 1)


@pytest.mark.parametrize("words", ["puluc road=11", "kekchi", "aj-sayil"])
def test_by_network(benchmark: BenchmarkFixture, words: str) -> None:
    """Reviews by the network of a game."""
    key, *options = words.split()
    game = family_of(key).game_with(key, dict(option.split("=") for option in options))
    reviews(benchmark, game, judge(game, None))


def test_by_table(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Reviews by a table of zeros, of Puluc on 9 spaces."""
    family = family_of("puluc")
    game = family.game_with("puluc", {"road": "9"})
    path = tmp_path / "zeros.values"
    with path.open("wb") as file:
        write(file, game.header, size := family.ranking(game).size, [bytes(BYTES * size)])
    reviews(benchmark, game, judge(game, Table(path)))
