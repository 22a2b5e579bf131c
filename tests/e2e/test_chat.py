"""People play on the page of real processes, which are killed, stopped and restarted."""

import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from bot.store.embedded import EmbeddedServer
from tests.pages.people import Come, Person, begin, move, mover, play_out

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = pytest.mark.browser


@pytest.fixture
def two(come: Come) -> tuple[Person, Person]:
    """Ana and Ben, without any games."""
    return come("Ana"), come("Ben")


@pytest.fixture
def playing(two: tuple[Person, Person]) -> tuple[Person, Person]:
    """Ana and Ben, in the middle of a game."""
    begin(*two)
    move(*two)
    return two


def go_on(people: Sequence[Person]) -> None:
    """Play a move for each of two people, and check that no other came between."""
    before = people[0].revision
    for _ in people:
        move(*people)
    assert [person.revision for person in people] == [before + 2] * 2


def test_two_people_play_a_whole_game(two: tuple[Person, Person]) -> None:
    """Two players see a challenge, a whole game and its winner."""
    begin(*two, options="road=5 warriors=1")
    play_out(*two)
    for person in two:
        expect(person.board).to_contain_text("wins.")


def test_the_bot_is_killed_in_the_middle(playing: tuple[Person, Person], bot: "Bot") -> None:
    """After kill -9 of the bot between two moves, the same windows continue the game."""
    before = playing[0].revision
    bot.end(signal.SIGKILL)
    bot.start()
    assert playing[0].revision == before
    go_on(playing)


def test_the_store_is_killed_in_the_middle(playing: tuple[Person, Person], bot: "Bot") -> None:
    """After kill -9 of the store between two moves, the game continues without loss."""
    bot.kill_server()
    go_on(playing)


@pytest.mark.night
def test_bot_and_store_are_killed(playing: tuple[Person, Person], bot: "Bot") -> None:
    """After both bot and store are killed, the game continues."""
    before = playing[0].revision
    bot.end(signal.SIGKILL)
    bot.kill_server()
    bot.start()
    for person in playing:
        person.page.reload()
        person.sees(before)
    go_on(playing)


def test_two_processes_serve_one_game(come: Come, bot: "Bot") -> None:
    """Players whose pages are served by two different processes see the same boards."""
    other = type(bot)(bot.data)
    other.start()
    two = come("Ana"), come("Ben", other)
    begin(*two)
    go_on(two)
    go_on(two)
    assert other.end(signal.SIGTERM) == 0


def test_a_store_that_is_away_for_a_while(tmp_path: Path, come: Come, bot: "Bot") -> None:
    """While the store is down, presses are answered with "try again"; then play goes on."""
    store = EmbeddedServer.start(tmp_path / "store")
    server = type(bot)(tmp_path / "store", settings={"REDIS_URL": store.url})
    server.start()
    two = come("Ana", server), come("Ben", server)
    begin(*two)
    person = mover(*two)
    before = person.revision
    server.kill_server()
    person.moves.first.click()
    expect(person.private).to_contain_text("try again in a moment")
    store.ensure()
    move(*two)
    assert two[0].revision == before + 1
    server.end(signal.SIGTERM)
    store.release()
