"""Choosing a game from pictures, and the fewest presses to common goals."""

import pytest

from bot.acts.act import Act
from bot.acts.beginnings import beginnings
from bot.acts.gather.choose import Choose
from bot.acts.gather.open import Open
from bot.acts.gather.practice import Practice
from bot.acts.look.play import Play
from bot.acts.registry import decode
from bot.table.button import Button
from bot.table.options import Options
from bot.table.request import Reply
from tests.bot.acts.room import ANA, Room, Why
from tests.bot.goals import GOALS, Goal

MOST_BUTTONS = 10
"""More on a page would be too many for a child."""


@pytest.fixture
def room() -> Room:
    return Room()


def buttons(reply: Reply) -> dict[str, Act]:
    """What the buttons of a reply do, by the keys of their labels, after a round trip."""
    found = {each.text: each for each in reply.choices if isinstance(each, Button)}
    return {Room().say(text): decode(each.act.code) for text, each in found.items()}


async def pages(room: Room) -> dict[Choose, Reply]:
    """Every page of the chooser."""
    found, left = dict[Choose, Reply](), [Choose()]
    while left:
        page = left.pop()
        found[page] = await room.act(ANA, page)
        leads = [act for act in buttons(found[page]).values() if isinstance(act, Choose)]
        left += [act for act in leads if act not in found and act not in left]
    return found


async def test_the_first_page(room: Room) -> None:
    """The steps of the road come first, the easiest game before all others."""
    labels = [*buttons(await room.act(ANA, Choose()))]
    assert labels == [
        *("Puluc, short", "Puluc", "Bul", "Boolik", "Bu'ul", "Kekchi puluc"),
        *("Games for teams", "Footprints", "Parchís"),
    ]


async def test_every_page(room: Room) -> None:
    """Every game is on a page with a picture and few buttons, and so is a way back."""
    found = await pages(room)
    for page, reply in found.items():
        assert reply.sheet in room.tables.games.sheets
        assert len(reply.choices) <= MOST_BUTTONS
        if page != Choose():
            (back,) = (act for label, act in buttons(reply).items() if label == "Back")
            assert back in found
    chosen = {page.options.ruleset for page in found if page.options is not None}
    assert chosen == {*room.tables.games.rulesets}


async def test_every_game_can_be_played(room: Room) -> None:
    """Whatever is offered against the computer or for anyone can be played."""
    acts = [act for reply in (await pages(room)).values() for act in buttons(reply).values()]
    offered = [act.options for act in acts if isinstance(act, Open | Practice)]
    for options in offered:
        room.tables.games.check(options)
    assert len({*offered}) > len(room.tables.games.rulesets)


async def test_other_sizes(room: Room) -> None:
    """A game has a button for each other size; the picture stays that of the game."""
    reply = await room.act(ANA, Choose(options=Options("bul")))
    found = buttons(reply)
    assert ("Short" in found, "Classic" in found, "Long" in found) == (True, False, True)
    short = await room.act(ANA, found["Short"])
    assert reply.sheet == short.sheet == "bul.classic"
    assert "Classic" in buttons(short)


async def test_forged(room: Room, why: Why) -> None:
    """A shelf or game that does not exist is refused."""
    assert why(await room.act(ANA, Choose("attic"))) == "press.unknown"
    assert why(await room.act(ANA, Choose(options=Options("chess")))) == "unplayable.unknown"


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
async def test_found_by_pressing(room: Room, goal: Goal) -> None:
    """From the introduction, at most three presses lead to a game, without typing."""
    reply = await room.act(ANA, Play())
    for label in goal.presses:
        reply = await room.act(ANA, buttons(reply)[label])
    assert len(goal.presses) <= 3
    assert reply.table is not None
    assert (await room.table(reply.table)).header.startswith(goal.header)


def test_shelves_of_the_welcome(room: Room) -> None:
    """The welcome leads to shelves that exist."""
    acts = [each.act for each in beginnings()]
    named = {act.shelf for act in acts if isinstance(act, Choose) and act.shelf}
    assert named == {"teams", "race"}
    assert named <= {shelf.name for shelf in room.tables.games.shelves}
