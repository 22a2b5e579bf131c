"""Every way in which a table can end has its words, on boards and in pictures."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.acts.access import must_be_offered
from bot.show.headline import verdict
from bot.show.page import Page
from bot.show.presenter import make_page
from bot.table.request import Refusal
from bot.table.steps import end
from bot.table.table import Ending, Table
from engine.game import Places
from tests.bot.options import options
from tests.bot.show.offer import GAMES, OFFER, SAY, begun

LOST: Places = ((1,), (0,))
DRAWN: Places = ((0, 1),)

OF_GAMES: Mapping[Ending, tuple[str, Places]] = {
    Ending.WON: ("puluc", LOST),
    Ending.DRAWN: ("aj-tiwil", DRAWN),
    Ending.AGREED: ("puluc", DRAWN),
    Ending.RESIGNED: ("puluc", LOST),
    Ending.TIMEOUT: ("puluc", LOST),
    Ending.LEFT: ("puluc", LOST),
    Ending.ABORTED: ("puluc", ()),
    Ending.CLOSED: ("puluc", ()),
    Ending.ABANDONED: ("puluc", ()),
    Ending.STOPPED: ("puluc", ()),
}
"""How games can end, and a ruleset and a result for each."""

OF_CHALLENGES = (
    Ending.DECLINED,
    Ending.CANCELLED,
    Ending.EXPIRED,
    Ending.CLOSED,
    Ending.MATCH_LEFT,
)


def ended(ending: Ending) -> Table:
    """A game that has ended in this way, because of Ana if it was because of a player."""
    ruleset, places = OF_GAMES[ending]
    offer = replace(OFFER, header=GAMES.header(options(ruleset)))
    return end(begun(offer).table, ending, 0, by=0, places=places).table


def made(table: Table) -> Page:
    return make_page(GAMES, table, SAY)


def test_all_endings() -> None:
    """Games and challenges end in all the ways that there are."""
    assert {*OF_GAMES, *OF_CHALLENGES} == set(Ending)


@pytest.mark.parametrize("ending", OF_GAMES)
def test_the_board_of_a_game(ending: Ending) -> None:
    """The board says how a game ended, and so does its picture's description."""
    page = made(ended(ending))
    assert all(map(SAY, page.lines))
    assert page.picture is not None
    assert page.picture.png
    assert "Reason: " in page.picture.alt


@pytest.mark.parametrize("ending", OF_CHALLENGES)
def test_the_message_of_a_challenge(ending: Ending) -> None:
    """The message says how a challenge ended."""
    assert [SAY(line) for line in made(end(OFFER, ending, 0).table).lines]


@pytest.mark.parametrize("ending", OF_GAMES)
def test_the_headline_of_a_game(ending: Ending) -> None:
    """A few words say how a game ended, wherever only they are shown."""
    assert SAY(verdict(GAMES, ended(ending)))


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        (Ending.AGREED, "Game over: a draw. Reason: both sides agreed."),
        (Ending.TIMEOUT, "Game over: Ben wins. Reason: Ana ran out of time."),
        (Ending.LEFT, "Game over: Ben wins. Reason: Ana has left."),
    ],
)
def test_the_result_in_a_picture(ending: Ending, result: str) -> None:
    """The picture of a finished game says who won and why."""
    picture = made(ended(ending)).picture
    assert picture is not None
    assert picture.alt.startswith(result)


@pytest.mark.parametrize("ending", Ending)
def test_a_button_of_a_challenge(ending: Ending) -> None:
    """A player who presses a button of a challenge that is over is told so."""
    with pytest.raises(Refusal) as refusal:
        must_be_offered(end(OFFER, ending, 0).table)
    assert SAY(refusal.value.text)
