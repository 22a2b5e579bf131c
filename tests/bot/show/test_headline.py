"""A table in one line: who plays whom, and how the game ended."""

from dataclasses import replace

import pytest

from bot.show.headline import sides, verdict
from bot.table.pace import HOUR
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Person
from bot.table.steps import end
from bot.table.table import Ending
from bot.table.terms import Terms
from tests.bot.show.offer import ANA, BEN, GAMES, OFFER, SAY, begun


def test_sides() -> None:
    """Partners are listed together, and a free seat is "anyone"."""
    carla, dan = (Person(User(Platform.WEB, name), name) for name in ("Carla", "Dan"))
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
        (Ending.EXPIRED, "Nobody accepted Ana's challenge within 2 days."),
        (Ending.CLOSED, "A moderator closed this game. Nobody wins."),
    ],
)
def test_endings(ending: Ending, sentence: str) -> None:
    """For a table that never began, the line says who ended it."""
    assert SAY(verdict(GAMES, end(OFFER, ending, 0).table)) == sentence


def test_a_challenge_with_a_lifetime() -> None:
    """A challenge that expired says how long it was open."""
    expired = end(replace(OFFER, terms=Terms(expires=6 * HOUR)), Ending.EXPIRED, 0).table
    assert SAY(verdict(GAMES, expired)) == "Nobody accepted Ana's challenge within 6 hours."


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.RESIGNED, "Ana resigned. Ben wins."),
        (Ending.TIMEOUT, "Ana ran out of time. Ben wins."),
        (Ending.LEFT, "Ana has left. Ben wins."),
    ],
)
def test_a_lost_game(ending: Ending, sentence: str) -> None:
    """A result names the player who lost, why, and the winner."""
    over = end(begun().table, ending, 0, by=0, places=((1,), (0,))).table
    assert SAY(verdict(GAMES, over)) == sentence


def test_an_agreement() -> None:
    """A draw by agreement names both players."""
    over = end(begun().table, Ending.AGREED, 0, by=0, places=((0, 1),)).table
    assert SAY(verdict(GAMES, over)) == "Ana and Ben agreed to a draw."


def test_computers_of_one_name() -> None:
    """Of several computers with the same name, the winner is named with its colour."""
    seats = (ANA, Computer("easy"), Computer("easy"))
    three = replace(OFFER, header="parchis seats=3", seats=seats)
    won = end(three, Ending.WON, 0, places=((2,), (0,), (1,))).table
    assert SAY(verdict(GAMES, won)) == "Red (Computer (easy)) wins."


def test_several_winners() -> None:
    """If the last person resigns, all the others share the first place."""
    seats = (ANA, BEN, Computer("easy"))
    three = replace(OFFER, header="parchis seats=3", seats=seats)
    left = end(three, Ending.RESIGNED, 0, by=0, places=((1, 2), (0,))).table
    assert SAY(verdict(GAMES, left)) == "Ana resigned. Ben and Computer (easy) win."
