"""How Parchís is played unless people ask otherwise, and what they have asked for."""

from random import Random

import pytest

from bot.games.parchis import FAMILY
from engine.parchis.header import OPTIONS
from tests.bot.games.parchis.tables import any_header


@pytest.mark.parametrize(
    ("chosen", "options"),
    [
        ({}, "seats=2"),
        ({"seats": "3"}, "seats=3 end=first"),
        ({"seats": "4"}, "seats=4 end=first"),
        ({"seats": "4", "end": "last"}, "seats=4"),
        ({"end": "pairs"}, "seats=4 end=pairs"),
        ({"pieces": "2", "colours": "blue-red"}, "seats=2 pieces=2 colours=blue-red"),
    ],
)
def test_headers(chosen: dict[str, str], options: str) -> None:
    """Two play unless others are asked, and more than two until the first has finished."""
    assert FAMILY.header("parchis-spain", chosen) == f"parchis-spain {options}"


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ("seats=2", {}),
        ("seats=2 end=first", {"end": "first"}),
        ("seats=4 end=first", {"seats": "4"}),
        ("seats=4", {"seats": "4", "end": "last"}),
        ("seats=4 end=pairs", {"seats": "4", "end": "pairs"}),
        ("seats=2 start=home", {"start": "home"}),
    ],
)
def test_what_has_been_chosen(options: str, chosen: dict[str, str]) -> None:
    """An option is chosen if it differs from what is usual here, not from the engine's default."""
    assert FAMILY.chosen(f"parchis-spain {options}") == chosen


@pytest.mark.parametrize("seed", range(30))
def test_the_same_game_again(seed: int) -> None:
    """With the options that have been chosen in a game, the next one is the same."""
    header = any_header(Random(seed))
    key = header.partition(" ")[0]
    assert FAMILY.header(key, FAMILY.chosen(header)) == header
    assert FAMILY.chosen(header).keys() <= OPTIONS.keys()
