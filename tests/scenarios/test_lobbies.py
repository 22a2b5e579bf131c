"""Lobbies: people choose a side, and the host decides about the rest."""

import pytest

from tests.scenarios.lobby import join, opened, rush
from tests.scenarios.on_telegram import TelegramTown
from tests.scenarios.town import Message, Town


def challenged(town: Town) -> Message:
    """Let Ana challenge Ben, Cara and Dan, and return the lobby."""
    ana, ben, cara, dan, _ = town.people
    town.command(ana, "challenge", ben, cara, dan, ruleset="aj-tiwil")
    return town.offers("Join red")


def test_a_lobby(town: Town) -> None:
    """A game with four seats is posted without a mention: anyone can join a side."""
    lobby = opened(town)
    assert lobby.pinged == []
    assert "Jade: Ana and 1 free seat\nRed: 2 free seats" in lobby.words
    assert lobby.labels[:5] == ["Join jade", "Join red", "Leave", "Add a computer", "Start"]


def test_changing_sides(town: Town) -> None:
    """A player who joins the other side changes sides."""
    _, ben, *_ = town.people
    opened(town)
    join(town, ben, "red")
    town.sees("Red: Ben and 1 free seat")
    join(town, ben, "jade")
    town.sees("Jade: Ana and Ben\nRed: 2 free seats")


def test_a_full_side(telegram_town: TelegramTown) -> None:
    """Where buttons can't be disabled, a full side refuses a player, and names the way out."""
    town = telegram_town
    _, ben, cara, *_ = town.people
    lobby = opened(town)
    join(town, ben, "jade")
    town.press(cara, lobby, "Join jade")
    said = town.hears(cara, "All seats for jade are taken.")
    assert said.words == "All seats for jade are taken. Join another side instead."
    town.program.settle()
    assert "Cara" not in lobby.words


def test_the_host_leaves(town: Town) -> None:
    """If the host leaves, the next player becomes the host."""
    ana, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "red")
    town.press(ana, lobby, "Leave")
    lobby = town.sees("Ben is looking for players.")
    assert "Ana" not in lobby.words


def test_the_only_player_leaves(town: Town) -> None:
    """The only player is told to cancel the game instead, which one more press does."""
    ana, *_ = town.people
    lobby = opened(town)
    town.press(ana, lobby, "Leave")
    town.hears(ana, "You're the only player so far.")
    town.follow(ana, "Cancel")
    town.wait(lambda: not lobby.labels)


def test_a_computer(town: Town) -> None:
    """Computers that the host adds count as players, and the last one starts the game."""
    ana, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "red")
    town.press(ana, lobby, "Add a computer")
    town.sees("Computer (medium)")
    town.press(ana, lobby, "Add a computer")
    assert town.plays() is not lobby
    assert lobby.deleted


def test_starting_with_fewer(town: Town) -> None:
    """The host can start with fewer players than seats."""
    ana, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "red")
    town.press(ana, lobby, "Start")
    how = town.hears(ana, button="Start with 2 seats")
    assert how.labels == ["Start with 2 seats", "Fill with computers"]
    town.press(ana, how, "Start with 2 seats")
    town.plays()
    assert town.mover in (ana, ben)


def test_unequal_sides(town: Town) -> None:
    """A game of unequal sides isn't started; computers can fill the free seats."""
    ana, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "jade")
    town.press(ana, lobby, "Start")
    town.hears(ana, "Both sides need the same number of players.")
    town.follow(ana, "Fill with computers")
    town.plays()


def test_a_guest_starts(town: Town) -> None:
    """Only the host can start the game; another player is told who that is."""
    _, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "red")
    town.press(ben, lobby, "Start")
    town.hears(ben, "Only Ana, the host of this game, can do that.")


def test_inviting(town: Town) -> None:
    """The host invites several people; only they are mentioned."""
    ana, ben, cara, *_ = town.people
    opened(town)
    town.invite(ana, ben, cara)
    town.hears(ana, "Invited: Ben and Cara")
    assert {*town.sees("Cara (invited)").pinged} == {ben, cara}


def test_inviting_a_bot(town: Town) -> None:
    """A bot can't be invited."""
    ana, *_ = town.people
    lobby = opened(town)
    town.invite(ana, town.bot)
    town.hears(ana, "is a bot and can't play.")
    town.program.settle()
    assert "invited" not in lobby.words


def test_inviting_without_names(telegram_town: TelegramTown) -> None:
    """`/invite` without names says how to name people."""
    ana, *_ = telegram_town.people
    opened(telegram_town)
    telegram_town.invite(ana)
    telegram_town.hears(ana, "To invite players, send /invite with their names")


def test_a_challenge_to_three(town: Town) -> None:
    """A challenge to three people is for four: the three are mentioned, and can join."""
    _, ben, cara, dan, _ = town.people
    lobby = challenged(town)
    assert {*lobby.pinged} == {ben, cara, dan}
    assert "Jade: Ana and Cara (invited)\nRed: Ben (invited) and Dan (invited)" in lobby.words


def test_declining_a_team(town: Town) -> None:
    """The seat of an invited player who declines is free for anyone."""
    *_, dan, eve = town.people
    town.press(dan, challenged(town), "Decline")
    town.sees("Red: Ben (invited) and 1 free seat")
    join(town, eve, "red")
    town.sees("Red: Ben (invited) and Eve")


def test_accepting(town: Town) -> None:
    """An invited player who accepts by command takes the reserved seat."""
    _, _, cara, *_ = town.people
    challenged(town)
    town.command(cara, "game accept")
    town.sees("Jade: Ana and Cara\nRed: Ben (invited) and Dan (invited)")


@pytest.mark.parametrize(
    ("buttons", "words"),
    [
        (("Remove player", "Remove Ben"), "Red: 2 free seats"),
        (("Hand over", "Make Ben the host"), "or when Ben presses Start."),
    ],
)
def test_the_menu_of_the_host(town: Town, buttons: tuple[str, ...], words: str) -> None:
    """By the menu, the host frees the seat of a player, or makes a player the host."""
    ana, ben, *_ = town.people
    lobby = opened(town)
    join(town, ben, "red")
    town.press(ana, lobby, "…")
    town.follow(ana, *buttons)
    town.sees(words)


def test_a_crowd(town: Town) -> None:
    """Of twenty people who press Join at once, fifteen get a seat, and five are told why not."""
    opened(town, options="seats=16")
    rush(town, town.guests(20))
    board = town.plays()
    assert town.messages == [board]
