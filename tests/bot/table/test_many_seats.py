"""Tables for up to sixteen: seated, played, shown and stored like tables for two."""

from dataclasses import replace

import pytest

from bot.show.presenter import make_page
from bot.store import codec
from bot.table import codes, steps
from bot.table.button import Button
from bot.table.intents import ShowMenu
from bot.table.people import Platform, User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Status, Table
from engine.road.header import write_header
from engine.road.rulesets import AJ_SAYIL
from engine.text import Text
from tests.bot.show.offer import GAMES, HANDS, OFFER, SAY, gone_on

MOVES = 40


def offered(*further: Seat) -> Table:
    """A table for the host and so many others."""
    ruleset = replace(AJ_SAYIL, seats=1 + len(further))
    return replace(OFFER, header=write_header(ruleset), seats=(OFFER.host, *further))


def guest(number: int) -> Person:
    return Person(User(Platform.WEB, f"guest{number}"), f"Guest {number}")


def seated(table: Table) -> Table:
    """Everybody takes their seat."""
    game = GAMES.game(table.header)
    for number in range(1, len(table.seats)):
        assert table.status is Status.OFFERED
        table = steps.sit(table, game, number, guest(number), HANDS, 0).table
    return table


@pytest.mark.parametrize("seats", [2, 4, 16])
def test_play_begins_with_the_last_seat(seats: int) -> None:
    """A table is an offer until every seat is taken, and then a game."""
    table = seated(offered(*[Free()] * (seats - 1)))
    assert table.status is Status.PLAYING
    assert table.position


@pytest.mark.parametrize("seats", [4, 16])
def test_everybody_plays(seats: int) -> None:
    """Each board is told, drawn and stored; whoever is to move is called and has the buttons."""
    table = seated(offered(*[Free()] * (seats - 1)))
    for _ in range(MOVES):
        page = make_page(GAMES, table, SAY)
        assert page.mention in table.people
        assert all(len(codes.encode(button.intent)) <= 64 for button in page.buttons)
        assert page.picture is not None
        assert codec.read(codec.write(table)) == table
        scene = GAMES.scene(table, SAY)
        table = gone_on(table, scene.moves[-1].move).table


def test_an_offer_for_many() -> None:
    """The seats that are kept and those that are taken are told; anyone may have the free ones."""
    table = offered(guest(1), Kept(guest(2).user, "Guest 2"), Free())
    first, second, *_ = make_page(GAMES, table, SAY).lines
    assert SAY(first) == "Ana challenges Guest 2."
    assert SAY(second) == "Joined so far: Guest 1."


def test_a_computer_among_people() -> None:
    """For a computer that is to move in a team no move is offered, and nobody is called."""
    table = seated(offered(*[Free()] * 3))
    scene = GAMES.scene(table, SAY)
    assert scene.mover is not None
    seats = [*table.seats]
    seats[scene.mover] = Computer("easy")
    page = make_page(GAMES, replace(table, seats=tuple(seats)), SAY)
    assert page.mention is None
    assert page.buttons == (Button(Text("button.menu"), ShowMenu(table.id)),)
