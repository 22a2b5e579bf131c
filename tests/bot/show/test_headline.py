"""A table in a line: who plays whom, and how it ended."""

from dataclasses import replace

import pytest

from bot.show.headline import sides, verdict
from bot.table.seats import Computer, Free, Person
from bot.table.steps import end
from bot.table.table import Ending
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY, begun


def test_sides_are_named_against_each_other() -> None:
    """Partners stand together, and a free seat is anyone's."""
    carla, dan = (Person(BEN.user, name) for name in ("Carla", "Dan"))
    teams = "aj-sayil road=19 warriors=1 table=kernels casts=each seats=4"
    four = replace(OFFER, header=teams, seats=(ANA, carla, BEN, dan))
    assert SAY(sides(GAMES, four)) == "Ana and Carla vs Ben and Dan"
    assert SAY(sides(GAMES, replace(OFFER, seats=(ANA, Free())))) == "Ana vs anyone"
    assert SAY(sides(GAMES, replace(OFFER, seats=(ANA, Computer("easy"))))) == (
        "Ana vs Computer (easy)"
    )


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        (Ending.DECLINED, "Ben declined Ana's challenge."),
        (Ending.CANCELLED, "Ana cancelled the challenge."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_every_end_is_told(ending: Ending, told: str) -> None:
    """A table that never began says who ended it."""
    assert SAY(verdict(end(OFFER, ending, 0).table)) == told


def test_who_gave_up_is_told() -> None:
    """A result names who resigned, and who has won by that."""
    over = end(begun().table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    assert SAY(verdict(over)) == "Ana resigned. Ben wins."
