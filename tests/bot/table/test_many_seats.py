"""Tables for up to sixteen players are seated, played, shown and stored like tables for two."""

from dataclasses import replace

import pytest

from bot.acts.look.menu import ShowMenu
from bot.show.presenter import make_page
from bot.store import codec
from bot.table import steps
from bot.table.button import Button
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Status, Table
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from engine.text import Text
from tests.bot.show.offer import GAMES, HANDS, OFFER, SAY, move_on

MOVES = 40


def offered(*further: Seat) -> Table:
    """A table for the host and these further seats."""
    ruleset = replace(AJ_SAYIL, seats=1 + len(further))
    return replace(OFFER, header=write_header(ruleset), seats=(OFFER.host, *further))


def guest(number: int) -> Person:
    return Person(User(Platform.WEB, f"guest{number}"), f"Guest {number}")


def seated(table: Table) -> Table:
    """Seat a guest in every other seat."""
    game = GAMES.game(table.header)
    for number in range(1, len(table.seats)):
        assert table.status is Status.OFFERED
        table = steps.sit(table, game, number, guest(number), HANDS, 0).table
    return table


@pytest.mark.parametrize("seats", [2, 4, 16])
def test_play_begins_with_the_last_seat(seats: int) -> None:
    """The game begins when the last seat is taken."""
    table = seated(offered(*[Free()] * (seats - 1)))
    assert table.status is Status.PLAYING
    assert table.position


@pytest.mark.parametrize("seats", [4, 16])
def test_boards(seats: int) -> None:
    """Every board can be shown and stored, mentions a player, and has encodable buttons."""
    table = seated(offered(*[Free()] * (seats - 1)))
    for _ in range(MOVES):
        page = make_page(GAMES, table, SAY)
        assert page.mentions
        assert {each.user for each in page.mentions} <= table.people
        assert all(len(button.act.code) <= 64 for button in page.buttons)
        assert page.picture is not None
        assert codec.read(codec.write(table)) == table
        scene = GAMES.scene(table, SAY)
        table = move_on(table, scene.moves[-1].move).table


def test_an_offer_for_many() -> None:
    """An offer names the joined and invited players of each side, and counts the free seats."""
    table = offered(guest(1), Kept(guest(2).user, "Guest 2"), Free())
    invited, first, *sides, _ = map(SAY, make_page(GAMES, table, SAY).lines[:5])
    assert invited == "Ana invites Guest 2 to this game."
    assert first == "Ana is looking for players. Choose a side to join."
    assert sides == ["Jade: Ana and Guest 1", "Red: Guest 2 (invited) and 1 free seat"]


def test_a_computer_among_people() -> None:
    """When a computer is to move in a team game, no move is offered and nobody is mentioned."""
    table = seated(offered(*[Free()] * 3))
    scene = GAMES.scene(table, SAY)
    assert scene.mover is not None
    seats = [*table.seats]
    seats[scene.mover] = Computer("easy")
    page = make_page(GAMES, replace(table, seats=tuple(seats)), SAY)
    assert page.mentions == ()
    assert page.buttons == (Button(Text("button.menu"), ShowMenu(table.id)),)
