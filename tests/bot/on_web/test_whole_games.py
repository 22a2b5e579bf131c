"""Whole games, played by what tabs send."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from bot.table.table import Ending
from engine.road.rulesets import RULESETS
from tests.parchis import MOST_PRESSES, SHORT, Asker, proves

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Browser, House, Open

OPTIONS = (
    "bul after-capture=advance far-end=walk-back warriors=2",
    "kekchi after-capture=open road=9 throw=sapper warriors=2",
    "footprints exact=yes warriors=2",
)

NAMES = ("Ana", "Ben", "Cara")

Choose = Callable[[Sequence[str]], str]
"""Chooses among the codes of moves."""


@pytest.fixture
async def people(open_browser: "Open") -> "list[Browser]":
    """Ana, Ben and Cara, each in a browser of their own."""
    browsers = [open_browser() for _ in NAMES]
    for browser, name in zip(browsers, NAMES, strict=True):
        await browser.be(name)
    return browsers


async def play_out(house: "House", people: "Sequence[Browser]", choose: Choose) -> None:
    """Let the person whom the card calls press a move at the table, until the game is over."""
    for _ in range(MOST_PRESSES):
        await house.settled()
        card = (await house.bodies("card"))[-1]
        if not card["live"]:
            return
        (mover,) = (one for one in people if one.me in card["mentions"])
        assert (await mover.press(choose(await mover.moves()))).status == 200
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("options", [*(f"{each} road=7 warriors=1" for each in RULESETS), *OPTIONS])
async def test_every_ruleset_is_played(
    people: "list[Browser]", house: "House", options: str
) -> None:
    """A game of every ruleset can be played from the challenge to a win or a draw."""
    ana, ben, _ = people
    await ana.say(f"/puluc challenge @Ben {options}")
    await ben.press_button("Accept")
    await play_out(house, (ana, ben), lambda moves: moves[0])
    assert (await house.table()).ending in (Ending.WON, Ending.DRAWN)


async def test_a_whole_game_of_the_usual_size(people: "list[Browser]", house: "House") -> None:
    """Five warriors each on eleven spaces can be played to the end."""
    ana, ben, _ = people
    await ana.say("/puluc challenge @Ben")
    await ben.press_button("Accept")
    await play_out(house, (ana, ben), lambda moves: moves[0])
    assert (await house.table()).ending is Ending.WON


async def players(house: "House", people: "Sequence[Browser]", seed: int) -> list[str]:
    """Play Parchís to the end, check the record, and return who began, by seat."""
    asker = Asker.seeded(seed)
    await play_out(house, people, asker.choose)
    answer = await people[0].get(f"/g/{(await house.table()).code}/record.txt")
    return [*proves(answer.text, asker.asked, NAMES).tags.players]


async def test_parchis_of_two(people: "list[Browser]", house: "House") -> None:
    """Two people play a game of Parchís."""
    ana, ben, _ = people
    await ana.say(f"/puluc challenge @Ben parchis {SHORT}")
    await ben.press_button("Accept")
    assert await players(house, (ana, ben), 3) == ["Ana", "Ben"]


@pytest.mark.night
async def test_parchis_of_three(people: "list[Browser]", house: "House") -> None:
    """Three people play in a lobby for four, in which one of the colours is left out."""
    ana, ben, cara = people
    await ana.say(f"/puluc open parchis seats=4 {SHORT}")
    await ben.press_button("Join blue")
    await cara.press_button("Join green")
    await press_twice(ana, "Start", "Start with 3 seats")
    assert await players(house, people, 4) == ["Ana", "Ben", "Cara"]


@pytest.mark.night
async def test_parchis_with_computers(people: "list[Browser]", house: "House") -> None:
    """Two people play against two computers."""
    ana, ben, _ = people
    await ana.say(f"/puluc open parchis seats=4 {SHORT}")
    await ben.press_button("Join red")
    await press_twice(ana, "Start", "Fill with computers")
    names = await players(house, (ana, ben), 5)
    assert [name.split()[0] for name in names] == ["Ana", "Computer", "Ben", "Computer"]


@pytest.mark.night
async def test_practice_of_parchis(people: "list[Browser]", house: "House") -> None:
    """One person plays against three computers."""
    ana, *_ = people
    await ana.say(f"/puluc practice easy parchis seats=4 {SHORT}")
    await ana.press_button("Start")
    assert await players(house, (ana,), 6) == ["Ana", *["Computer (easy)"] * 3]


async def press_twice(person: "Browser", button: str, answer: str) -> None:
    """Press a button of the table, and then one of the reply."""
    reply = (await person.press_button(button)).json
    (code,) = (each["code"] for each in reply["choices"] if each["label"] == answer)
    await person.press(code)
