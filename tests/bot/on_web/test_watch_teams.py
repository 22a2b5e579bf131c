"""Game pages of team games: who plays on which side, and who took over which seat."""

import html
import re
from typing import TYPE_CHECKING

import pytest

from bot.acts.gather.begin import How, Start
from bot.acts.gather.join import Join
from bot.acts.gather.word import GiveWord
from bot.acts.play.resign import Resign
from bot.acts.play.take import TakeSeat
from bot.table.agreement import agreement
from bot.table.ids import TableId

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House


@pytest.fixture
async def game(ana: "Browser", ben: "Browser", house: "House") -> TableId:
    """A game for four: Ana and Ben play jade, computers red."""
    await ana.say("/puluc open aj-sayil seats=4")
    table = (await house.table()).id
    await ben.press(Join(table, 0).code)
    await ana.press(GiveWord(table, "").code, word="maize")
    agreed = agreement(await house.table())
    await ana.press(Start(table, How.FILL, agreed).code)
    await house.settled()
    return table


async def page(browser: "Browser", house: "House", rest: str = "/text") -> str:
    """Return the text of the game page."""
    answer = await browser.get(f"/g/{(await house.table()).code}{rest}")
    assert answer.status == 200
    return html.unescape(answer.text)


def section(text: str) -> str:
    """Return the section about the players."""
    (found,) = re.findall(r'<section id="players".*?</section>', text, re.DOTALL)
    return str(found)


def changes(text: str) -> list[str]:
    """Return the entries about seats that were taken over."""
    (listed,) = re.findall(r'<ul class="former".*?</ul>', text, re.DOTALL)
    return [re.sub("<.*?>", "", entry) for entry in re.findall("<li>.*?</li>", listed)]


async def test_sides(ana: "Browser", house: "House", game: TableId) -> None:
    """The players are listed by side."""
    sides = re.findall(r"<h3>(.*?)</h3>\s*<ol>(.*?)</ol>", section(await page(ana, house)))
    named = {side: re.findall("<li>(.*?)</li>", players) for side, players in sides}
    assert named == {"Jade": ["Ana", "Ben"], "Red": ["Computer (medium)"] * 2}


async def test_no_teams(ana: "Browser", ben: "Browser", house: "House") -> None:
    """A game for two has no section about the players."""
    await ana.say("/puluc challenge @Ben")
    await ben.press_button("Accept")
    assert section(await page(ana, house)).startswith('<section id="players" hidden>')


async def test_lobby(ana: "Browser", house: "House") -> None:
    """Before play begins, only the board's lines tell who has joined."""
    await ana.say("/puluc open aj-sayil seats=4")
    assert section(await page(ana, house)).startswith('<section id="players" hidden>')


async def test_nobody_left(ana: "Browser", house: "House", game: TableId) -> None:
    """As long as everyone has stayed, there is no list of changes."""
    assert '<ul class="former" hidden>' in await page(ana, house)


async def test_taken_over(ana: "Browser", ben: "Browser", house: "House", game: TableId) -> None:
    """The page says who gave up which seat and when, and who took it over."""
    moves = (await house.table()).moves
    await ben.press(Resign(game, sure=True).code)
    await house.settled()
    await ben.press(TakeSeat(game).code)
    text = await page(ana, house)
    gave_up, took_over = changes(text)
    assert gave_up.startswith("Ben (jade 2) gave up their seat, and Computer (medium) took over.")
    assert re.search(rf"After {moves} moves?, .*12 Jan.*\.$", gave_up)
    assert took_over.startswith("Ben took over jade 2 from Computer (medium).")


async def test_words(ana: "Browser", ben: "Browser", house: "House", game: TableId) -> None:
    """The fairness page has the words of those who played at the beginning."""
    await ana.press(Resign(game, sure=True).code)
    await house.settled()
    text = await page(ben, house, "/fair")
    rows = re.findall(r'<th scope="row">([^<]*)</th><td><code>(.*?)</code></td></tr>', text)
    assert rows[0] == ("Ana", "maize")


async def test_markup_stays_text(ana: "Browser", house: "House") -> None:
    """Markup in a player's name is shown as text."""
    await ana.be("<b>Eve")
    await ana.say("/puluc open aj-sayil seats=4")
    table = (await house.table()).id
    agreed = agreement(await house.table())
    await ana.press(Start(table, How.FILL, agreed).code)
    await house.settled()
    answer = await ana.get(f"/g/{(await house.table()).code}/text")
    assert "<b>" not in answer.text
    assert "&lt;b&gt;Eve" in answer.text
