"""Hints of Parchís: those that apply to a position, and no others."""

import pytest

from bot.table.table import Table
from tests.bot.games.parchis.tables import table
from tests.bot.show.offer import GAMES


def hints(table: Table) -> list[str]:
    """Return the keys of the hints for a table."""
    return [hint.key.removeprefix("parchis.hint.") for hint in GAMES.hints(table)]


PLAIN = "a3 h,h,7,40+ h,h,h,31+ x x"


@pytest.mark.parametrize(
    ("seat", "colour"), [("a", "yellow"), ("b", "blue"), ("c", "red"), ("d", "green")]
)
def test_the_colour_comes_first(seat: str, colour: str) -> None:
    """The first hint says which pieces are the player's own."""
    board = f"{seat}3 h,h,7,40+ h,h,30,31+ h,h,44,60+ h,h,2,58+"
    assert hints(table("parchis seats=4", board))[0] == colour


def test_two_players() -> None:
    """In a game of two, the second player is red."""
    assert hints(table("parchis seats=2", "b3 h,h,7,40+ h,h,44,60+"))[0] == "red"


def test_a_plain_number() -> None:
    """For a plain number, the hint after the colour says what the letters are."""
    assert hints(table("parchis seats=4", PLAIN)) == ["yellow", "letters"]


def test_a_capture() -> None:
    """A hint explains captures if one is possible."""
    near = "a3 h,h,7,40+ h,h,h,10+ x x"
    assert "capture" in hints(table("parchis seats=4", near))
    assert "capture" not in hints(table("parchis seats=4", PLAIN))


def test_a_six() -> None:
    """A hint says that a six throws again."""
    assert hints(table("parchis seats=4", PLAIN.replace("a3", "a6*"))) == [
        "yellow",
        "six",
        "letters",
    ]


def test_a_six_that_counts_more() -> None:
    """A hint says what a six counts with no piece at home."""
    outside = "a12* 15,33,50,62+ x x x"
    assert hints(table("parchis seats=4", outside))[:3] == ["yellow", "worth", "six"]


def test_a_six_that_opens() -> None:
    """If a six must open one of two barriers, a hint says so instead of what a six is."""
    barriers = "a6* 12,12,30,30+ h,h,h,31+ x x"
    shown = hints(table("parchis seats=4 six=6", barriers))
    assert {"opens", "barrier"} <= {*shown}
    assert "six" not in shown


def test_a_barrier_of_ones_own() -> None:
    """A hint explains barriers to a player who has one, or can make one."""
    assert "barrier" in hints(table("parchis seats=4", "a3 h,12,12,40+ x x x"))
    assert "pair" in hints(table("parchis seats=4", "a3 h,h,9,12+ x x x"))
    assert not {"barrier", "pair"} & {*hints(table("parchis seats=4", PLAIN))}


@pytest.mark.parametrize(
    ("number", "ruleset", "hint"),
    [
        (20, "parchis", "bonus"),
        (20, "parchis-spain", "bonus-once"),
        (10, "parchis", "arrived"),
        (10, "parchis-spain", "arrived"),
    ],
)
def test_a_bonus(number: int, ruleset: str, hint: str) -> None:
    """A hint says what a bonus is for, and that it throws again only if it does."""
    board = PLAIN.replace("a3", f"a{number}")
    assert hints(table(f"{ruleset} seats=4", board))[1] == hint


def test_no_player_to_move() -> None:
    """Without a decision to make there are no hints."""
    assert hints(table("parchis seats=4", PLAIN.replace("a3", "a"))) == []
