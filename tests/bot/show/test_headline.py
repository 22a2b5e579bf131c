"""A table in one line: who plays whom, and how the game ended."""

from dataclasses import replace

import pytest

from bot.show.headline import sides, verdict
from bot.table.seats import Computer, Free, Person
from bot.table.steps import end
from bot.table.table import Ending
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY, begun


def test_sides() -> None:
    """Partners are listed together, and a free seat is "anyone"."""
    carla, dan = (Person(BEN.user, name) for name in ("Carla", "Dan"))
    teams = "aj-sayil road=19 warriors=1 table=kernels casts=each seats=4"
    four = replace(OFFER, header=teams, seats=(ANA, carla, BEN, dan))
    assert SAY(sides(GAMES, four)) == "Ana and Carla vs Ben and Dan"
    assert SAY(sides(GAMES, replace(OFFER, seats=(ANA, Free())))) == "Ana vs anyone"
    assert SAY(sides(GAMES, replace(OFFER, seats=(ANA, Computer("easy"))))) == (
        "Ana vs Computer (easy)"
    )


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.DECLINED, "Ben declined Ana's challenge."),
        (Ending.CANCELLED, "Ana cancelled the game."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_endings(ending: Ending, sentence: str) -> None:
    """For a table that never began, the line says who ended it."""
    assert SAY(verdict(end(OFFER, ending, 0).table)) == sentence


def test_a_resignation() -> None:
    """A result names the player who resigned and the winner."""
    over = end(begun().table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    assert SAY(verdict(over)) == "Ana resigned. Ben wins."
