"""Game pages of a match's games: the score, and links to the games before and after."""

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.acts.play.resign import Resign
from bot.table.ids import TableId
from bot.table.match import LOSS, WIN, Finished, Match
from bot.table.ports import Operation
from bot.table.table import Status, Table

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House

FIRST = Finished(TableId("aaaaaaaaaa"), "first", "puluc", (LOSS, WIN))
PAGES = ("/text", "/fair")
REFRESH = '<meta http-equiv="refresh"'


@pytest.fixture
async def ended(ana: "Browser", house: "House") -> Table:
    """A game that Ana has lost to the computer."""
    await ana.say("/puluc practice road=5 warriors=1")
    await ana.press_button("Start")
    table = await house.table()
    await ana.press(Resign(table.id, sure=True).code)
    await house.settled()
    return await house.table()


def keep(house: "House", table: Table) -> None:
    """Put a table into the store as it is."""
    vars(house.store)["_tables"][table.id] = table


def following(house: "House", ended: Table) -> Table:
    """Return the table that follows an ended one in its match."""
    id_ = house.cores[0].service.next_games.id_after(ended.id)
    return replace(ended, id=id_, code="third", status=Status.OFFERED, position="", places=())


async def links(browser: "Browser", code: str, rest: str = "/text") -> dict[str, str]:
    """Return the addresses of the games before and after that a page links to."""
    answer = await browser.get(f"/g/{code}{rest}")
    assert answer.status == 200
    return {
        relation: html.unescape(address)
        for address, relation in re.findall(r'<a href="([^"]*)" rel="(\w+)">', answer.text)
    }


@pytest.mark.parametrize("rest", PAGES)
async def test_single_game(ana: "Browser", ended: Table, rest: str) -> None:
    """The pages of a game that belongs to no match don't mention one."""
    assert '<p id="match" hidden>' in (await ana.get(f"/g/{ended.code}{rest}")).text


@pytest.mark.parametrize("rest", PAGES)
async def test_neighbours(ana: "Browser", house: "House", ended: Table, rest: str) -> None:
    """A game's page links to those of the games before and after it, and so do fairness pages."""
    second = replace(ended, match=Match((ended.header,), wins=2, games=(FIRST,)))
    keep(house, second)
    await house.store.create(following(house, second), Operation("next"))
    found = await links(ana, second.code, rest)
    assert found == {"prev": f"/g/first{rest}", "next": f"/g/third{rest}"}


async def test_score(ana: "Browser", house: "House", ended: Table) -> None:
    """The page has the score, which includes this game once it is over."""
    keep(house, replace(ended, match=Match((ended.header,), wins=2, games=(FIRST,))))
    text = (await ana.get(f"/g/{ended.code}/text")).text
    assert "<span>Game 2, first to 2 · Computer (medium) 1 \N{EN DASH} Ana 1" in text


async def test_winner(ana: "Browser", house: "House", ended: Table) -> None:
    """The page of the last game says who has won the match, and awaits no further game."""
    keep(house, replace(ended, match=Match((ended.header,), wins=1)))
    text = (await ana.get(f"/g/{ended.code}/text")).text
    assert "Computer (medium) wins the match." in text
    assert REFRESH not in text
    assert await links(ana, ended.code) == {}


async def test_awaited(ana: "Browser", house: "House", ended: Table) -> None:
    """Until the next game has been posted, the page looks for it."""
    first = replace(ended, match=Match((ended.header,), wins=2))
    keep(house, first)
    assert REFRESH in (await ana.get(f"/g/{first.code}/text")).text
    await house.store.create(following(house, first), Operation("next"))
    assert REFRESH not in (await ana.get(f"/g/{first.code}/text")).text
    assert await links(ana, first.code) == {"next": "/g/third/text"}


async def test_no_result(ana: "Browser", house: "House", ended: Table) -> None:
    """A match that was called off awaits no further game."""
    keep(house, replace(ended, match=Match((ended.header,), wins=2), places=()))
    assert REFRESH not in (await ana.get(f"/g/{ended.code}/text")).text
