"""Sixteen players with long names fit everywhere that a board is shown."""

from dataclasses import replace

import pytest

from bot.acts.play.move import Move
from bot.on_discord.words import MAX_ALT_LENGTH, MAX_LENGTH
from bot.on_telegram.captions import caption
from bot.on_telegram.words import Voice, visible
from bot.show.page import Page
from bot.table.asking import Asking, Wish
from bot.table.button import Button
from bot.table.match import Match
from bot.table.people import Platform, User
from bot.table.seats import Person
from bot.table.steps import end
from bot.table.table import Ending, Table
from bot.texts.catalogue import Catalogue
from tests.bot.show.offer import GAMES, SAY, move_on
from tests.bot.show.teams import game, header, leave, made, on_move, take

MOVES = 24
PEOPLE = tuple(Person(User(Platform.TELEGRAM, f"{n}"), f"{n:x}" * 32) for n in range(16))
STANDBY = Person(User(Platform.TELEGRAM, "99"), "z" * 32)


def sixteen() -> Table:
    """A game of a match between sixteen people."""
    return replace(game(*PEOPLE), match=Match((header(16),), wins=5))


def must_fit(page: Page) -> None:
    """Check the limits of the platforms' messages."""
    text = "\n".join(map(SAY, page.lines))
    assert len(text) + 24 * len(page.mentions) <= MAX_LENGTH
    assert len(SAY(page.title)) <= 400
    moves = [b for b in page.buttons if isinstance(b, Button) and isinstance(b.act, Move)]
    assert len(page.buttons) - len(moves) <= 12
    if page.picture is not None:
        assert len(page.picture.alt) <= MAX_ALT_LENGTH
    shown = visible(caption(page, Voice(Catalogue(), "en"), mention=True))
    assert SAY(page.lines[-1]).split(".")[0] in shown


def test_the_moves_of_a_game() -> None:
    """Every board of a game fits, with its score and everything that happened."""
    table = sixteen()
    for _ in range(MOVES):
        must_fit(made(table))
        table = move_on(table, GAMES.scene(table, SAY).moves[-1].move).table


def test_a_player_who_leaves() -> None:
    """A board fits on which many have left or been relieved."""
    table = sixteen()
    for person in PEOPLE[1:8]:
        table = leave(table, person)
    for seat in (1, 2):
        table = take(table, seat, STANDBY)
    must_fit(made(table))


@pytest.mark.parametrize("person", [PEOPLE[0], PEOPLE[9]])
def test_a_decision(person: Person) -> None:
    """A board fits on which the time is up while a draw is on offer."""
    table = on_move(sixteen(), person)
    assert table.clock is not None
    asking = Asking(Wish.DRAW, 3, table.revision - 1, tuple(range(4, 12)))
    must_fit(made(replace(table, clock=table.clock.up(), asking=asking)))


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.AGREED, Ending.CLOSED])
def test_the_end(ending: Ending) -> None:
    """The last board of a match fits."""
    sides = tuple(range(8)), tuple(range(8, 16))
    places = {Ending.RESIGNED: sides, Ending.AGREED: ((*sides[0], *sides[1]),)}.get(ending, ())
    table = replace(sixteen(), match=Match((header(16),), wins=1))
    must_fit(made(end(table, ending, 0, by=9, places=places).table))
