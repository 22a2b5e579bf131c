"""`python -m engine bench`: playing speed, and statistics of random games."""

from collections.abc import Callable
from typing import Any

from engine.games import FAMILIES, open_game
from engine.road.header import write_header
from engine.road.rulesets import RULESETS

Lines = Callable[..., list[Any]]


def test_bench_measures_every_ruleset(lines: Lines) -> None:
    """Without names, `bench` prints one line for each ruleset, with its header and speed."""
    rows = lines("bench --plies 20")
    played = {open_game(line["game"]).header.partition(" ")[0]: line["game"] for line in rows}
    assert list(played) == list(FAMILIES)
    assert played["puluc"] == write_header(RULESETS["puluc"])
    assert all(set(line) == {"game", "plies_per_second"} for line in rows)
    assert all(line["plies_per_second"] > 0 for line in rows)


def test_bench_measures_what_is_named(lines: Lines) -> None:
    """`bench` takes names of rulesets, and the same options as the other commands."""
    rows = lines("bench bul puluc --plies 20 --road 9")
    assert [line["game"] for line in rows] == [
        "bul road=9 warriors=5 table=kernels casts=one",
        "puluc road=9 warriors=5 table=kernels casts=one",
    ]


def test_bench_has_statistics_of_random_games(lines: Lines) -> None:
    """`--games` adds statistics: length, and shares of results, forced moves and passes."""
    (line,) = lines("bench aj-tiwil --plies 20 --games 10")
    shares = [line[name] for name in ("first", "drawn", "forced", "passed")]
    assert line["plies"] > 10
    assert all(0 <= share <= 1 for share in shares)
    assert line["first"] + line["drawn"] <= 1


def test_bench_counts_passes(lines: Lines) -> None:
    """Nobody passes in puluc; in footprints about one throw in nine allows no move."""
    puluc, footprints = lines("bench puluc footprints --plies 20 --games 20")
    assert puluc["passed"] == 0
    assert 0.05 < footprints["passed"] < 0.2


def test_bench_plays_the_same_games_again(lines: Lines) -> None:
    """The statistics of random games are reproducible."""
    command = "bench bul --plies 20 --games 5"
    first, second = (lines(command)[0] for _ in range(2))
    assert {**first, "plies_per_second": 0} == {**second, "plies_per_second": 0}
