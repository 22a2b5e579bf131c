"""Matches: several games in a row between the same players, and what is said about them."""

from bot.table.next_game import BEGIN_SECONDS
from tests.scenarios.match import SCORE, next_game, play_on
from tests.scenarios.town import Town


def test_the_next_game(town: Town) -> None:
    """The next game of a match is posted by itself: sides swapped, both players mentioned."""
    ana, ben, *_ = town.people
    message = next_game(town)
    assert SCORE in message.words
    assert "Ben plays jade.\nAna plays red." in message.words
    assert {*message.pinged} == {ana, ben}


def test_both_are_ready(town: Town) -> None:
    """The next game starts in its message when both players are ready."""
    ana, ben, *_ = town.people
    message = next_game(town)
    town.press(ana, message, "Ready")
    town.sees("Not ready yet: Ben.")
    assert not message.picture
    town.press(ben, message, "Ready")
    town.wait(lambda: message.picture)
    assert town.plays() is message


def test_nobody_is_ready(town: Town) -> None:
    """The next game starts by itself after a minute, and not before."""
    message = next_game(town)
    town.program.advance(BEGIN_SECONDS - 1)
    assert not message.picture
    town.program.advance(2)
    assert message.picture


def test_a_spectator_is_ready(town: Town) -> None:
    """Only the players of a match can start its next game."""
    *_, eve = town.people
    town.press(eve, next_game(town), "Ready")
    town.hears(eve, "Only the players of this match can start its next game.")


def test_the_match_is_won(town: Town) -> None:
    """A player who gives up the game by the menu loses only that; here it decides the match."""
    _, ben, *_ = town.people
    board = play_on(town, next_game(town))
    town.press(ben, board, "…")
    assert {"Resign game", "Leave match"} <= {*town.hears(ben, button="Resign game").labels}
    town.follow(ben, "Resign game", "Yes, resign")
    town.sees("Ana wins the match.", "Rematch")


def test_a_game_won_back(town: Town) -> None:
    """After a game each, a third game follows."""
    ana, *_ = town.people
    play_on(town, next_game(town))
    town.resign(ana)
    town.sees("Game 3, first to 2 · Ana 1 \N{EN DASH} Ben 1", "Ready")


def test_leaving_a_match(town: Town) -> None:
    """A player who leaves a match between two games loses it, once they have confirmed it."""
    _, ben, *_ = town.people
    message = next_game(town)
    town.press(ben, message, "Leave match")
    town.hears(ben, "Do you really want to leave the match? Your opponent wins it.")
    town.program.settle()
    assert "Ready" in message.labels
    town.follow(ben, "Yes, leave the match")
    town.sees("Ana wins the match.", "Rematch")


def test_a_rematch(town: Town) -> None:
    """A rematch after a match is a match again."""
    ana, ben, *_ = town.people
    town.press(ben, next_game(town), "Leave match")
    town.follow(ben, "Yes, leave the match")
    town.press(ana, town.offers("Rematch"), "Rematch")
    town.sees("the first to reach 2 points wins", "Accept")


def test_the_series(town: Town) -> None:
    """`series` shows a player the running match: score, games so far, and the next one."""
    ana, *_ = town.people
    next_game(town)
    town.command(ana, "series")
    said = town.hears(ana, "about to start.")
    assert said.words.splitlines() == [
        SCORE,
        "Game 1, Puluc: Ana won.",
        "Game 2, Puluc: about to start.",
    ]


def test_what_was_played(town: Town) -> None:
    """`series` shows everyone else what has ended here in the last 24 hours."""
    *_, eve = town.people
    next_game(town)
    town.command(eve, "series")
    said = town.hears(eve, "Played here in the last 24 hours:")
    assert said.words.splitlines()[1:] == ["1. Puluc: Ana won against Ben."]


def test_different_rulesets(town: Town) -> None:
    """Each game of a series has its own ruleset."""
    _, ben, *_ = town.people
    board = town.begin(options="series=bul,puluc")
    assert "Game 1 of 2 · Ana 0 \N{EN DASH} Ben 0" in board.words
    town.resign(ben)
    town.sees("Game 2 of 2 · Ana 1 \N{EN DASH} Ben 0\nPuluc: 11 spaces", "Ready")
