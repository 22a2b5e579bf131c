"""People play at tables of real processes, which are killed, stopped and restarted."""

import re
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.store.embedded import EmbeddedServer
from tests.pages.at_table import AtTable, mover, play, play_out
from tests.pages.people import Come, Person, begin

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = pytest.mark.browser


Table = tuple[AtTable, AtTable]


@pytest.fixture
def two(come: Come) -> tuple[Person, Person]:
    """Ana and Ben, without any games."""
    return come("Ana"), come("Ben")


@pytest.fixture
def playing(two: tuple[Person, Person]) -> Table:
    """Ana and Ben at a table, in the middle of a game."""
    tables = begin(*two)
    play(*tables, moves=1)
    return tables


def go_on(tables: Table) -> None:
    """Play two moves, and check that no other came between."""
    before = tables[0].revision
    play(*tables, moves=2)
    assert [table.revision for table in tables] == [before + 2] * 2


def test_two_people_play_a_whole_game(two: tuple[Person, Person]) -> None:
    """Two players see a challenge, a whole game and its winner, whom its card names, too."""
    play_out(*begin(*two, options="road=5 warriors=1"))
    for person in two:
        person.page.go_back()
        expect(person.card).to_contain_text(re.compile("(Ana|Ben) beat (Ana|Ben)"))


def test_the_bot_is_killed_in_the_middle(playing: Table, bot: "Bot") -> None:
    """After kill -9 of the bot between two moves, the same windows continue the game."""
    before = playing[0].revision
    bot.end(signal.SIGKILL)
    bot.start()
    assert playing[0].revision == before
    go_on(playing)


def test_the_store_is_killed_in_the_middle(playing: Table, bot: "Bot") -> None:
    """After kill -9 of the store between two moves, the game continues without loss."""
    bot.kill_server()
    go_on(playing)


@pytest.mark.night
def test_bot_and_store_are_killed(playing: Table, bot: "Bot") -> None:
    """After both bot and store are killed, the game continues."""
    bot.end(signal.SIGKILL)
    bot.kill_server()
    bot.start()
    for table in playing:
        table.page.reload()
        table.shown()
    go_on(playing)


def test_two_processes_serve_one_game(come: Come, bot: "Bot") -> None:
    """Players whose pages are served by two different processes see the same game."""
    other = type(bot)(bot.data)
    other.start()
    tables = begin(come("Ana"), come("Ben", other))
    go_on(tables)
    go_on(tables)
    assert other.end(signal.SIGTERM) == 0


def test_a_store_that_is_away_for_a_while(tmp_path: Path, come: Come, bot: "Bot") -> None:
    """While the store is down, presses are answered with "try again"; then play goes on."""
    store = EmbeddedServer.start(tmp_path / "store")
    server = type(bot)(tmp_path / "store", settings={"REDIS_URL": store.url})
    server.start()
    tables = begin(come("Ana", server), come("Ben", server))
    turn = mover(*tables)
    assert turn is not None
    before = turn.revision
    assert turn.throw()
    server.kill_server()
    turn.moves.first.click()
    expect(turn.page.locator(".toast")).to_contain_text("try again in a moment")
    store.ensure()
    play(*tables, moves=1)
    assert turn.revision == before + 1
    server.end(signal.SIGTERM)
    store.release()
