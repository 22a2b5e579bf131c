"""The first minute in Discord: the welcome message and what its buttons do."""

from typing import TYPE_CHECKING

import pytest

from bot.acts.look.learn import Learn
from bot.table.table import Ending, Status
from discord_simulator.members import Permission
from discord_simulator.places import Message
from tests.bot.goals import GOALS, Goal

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

SECONDARY, SUCCESS, DANGER, LINK = 2, 3, 4, 5
"""Discord's button styles."""


def styles(message: Message) -> dict[str, int]:
    """The styles of a message's buttons by label."""
    return {button.label: button.style for button in message.buttons}


async def test_the_welcome_message(town: "Town", reply: "ReplyText") -> None:
    """It's private, with an introduction, a picture with alt text and buttons to start a game."""
    result = await town.command(town.ana, "puluc play")
    assert reply(result).startswith("Puluc is a Maya race-and-capture game")
    assert 40 < len(str(result.shown.alt)) <= 1024
    assert styles(result.shown) == {
        "Play the computer": SUCCESS,
        "Challenge": SECONDARY,
        "Open challenge": SECONDARY,
        "Choose a game": SECONDARY,
        "Team game": SECONDARY,
        "Parchís": SECONDARY,
        "Learn": SECONDARY,
        "Rules": SECONDARY,
        "My games": SECONDARY,
    }


@pytest.mark.parametrize(
    ("label", "first"), [("Play the computer", "Start"), ("Open challenge", "Accept")]
)
async def test_a_game_from_the_welcome_message(town: "Town", label: str, first: str) -> None:
    """A game started from the welcome message is posted in the channel.

    The board is public; the welcome message is private, and goes.
    """
    card = (await town.command(town.ana, "puluc play")).shown
    await town.press(town.ana, card, label)
    assert card.deleted
    assert town.labels[0] == first


async def test_a_challenge_from_the_welcome_message(town: "Town") -> None:
    """Challenge offers a list of members, and posts the challenge in the channel."""
    card = (await town.command(town.ana, "puluc play")).shown
    asked = (await town.press(town.ana, card, "Challenge")).shown
    assert asked.words.startswith("Who do you want to challenge?\nPace: no time limit.\n")
    assert asked is card
    await town.pick(town.ana, asked, town.ben)
    (seat,) = (await town.table()).asked
    assert seat.user == town.user(town.ben)


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
async def test_found_by_pressing(town: "Town", goal: Goal) -> None:
    """A game is found in one private message, whose pages have pictures with alt text."""
    card = (await town.command(town.ana, "puluc play")).shown
    for label in goal.presses:
        page = (await town.press(town.ana, card, label)).shown
        assert page is card
        assert all(0 < len(str(each)) <= 1024 for each in page.alts)
    assert (await town.table()).header.startswith(goal.header)


async def test_a_friend_by_pressing(town: "Town") -> None:
    """Against a friend, a chosen game needs four presses and the friend from a list."""
    card = (await town.command(town.ana, "puluc play")).shown
    for label in ("Choose a game", "Bul", "Short", "Challenge"):
        await town.press(town.ana, card, label)
    await town.pick(town.ana, card, town.ben)
    assert (await town.table()).header.startswith("bul road=7 ")


@pytest.mark.parametrize("label", ["Play the computer", "Challenge", "Open challenge"])
async def test_buttons_without_permission(town: "Town", reply: "ReplyText", label: str) -> None:
    """If the bot can't post, the player is told what it's missing, and no game is opened."""
    await town.forbid(town.plaza, Permission.SEND_MESSAGES)
    card = await town.command(town.ana, "puluc play")
    assert "Send Messages" in reply(await town.press(town.ana, card.shown, label))
    assert town.store.tables == ()


async def test_a_board_that_is_rejected(town: "Town", reply: "ReplyText") -> None:
    """A game whose board Discord rejects is cancelled, and the player is told."""
    card = await town.command(town.ana, "puluc play")
    town.sim.refuse_next(50013, part=f"POST /channels/{town.plaza.id}/messages")
    pressed = await town.press(town.ana, card.shown, "Play the computer")
    assert reply(pressed).startswith("Discord won't let me post boards here")
    assert (await town.table()).ending is Ending.CANCELLED


@pytest.mark.parametrize("label", ["Challenge", "Open challenge"])
async def test_alone_with_the_bot(town: "Town", reply: "ReplyText", label: str) -> None:
    """In a private chat with the bot, a player is told where to challenge people."""
    card = await town.command(town.ana, "puluc play", at=town.ana.direct)
    said = reply(await town.press(town.ana, card.shown, label))
    assert "Challenge people in a server that I've joined" in said
    assert town.store.tables == ()


async def test_practising_alone_with_the_bot(town: "Town") -> None:
    """In a private chat with the bot, a press starts a game against the computer."""
    card = await town.command(town.ana, "puluc play", at=town.ana.direct)
    await town.press(town.ana, card.shown, "Play the computer")
    assert (await town.table()).is_practice


async def test_my_games(town: "Town", reply: "ReplyText") -> None:
    """A player without games is told so, and gets the buttons that start one."""
    card = await town.command(town.ana, "puluc play")
    listed = await town.press(town.ana, card.shown, "My games")
    assert reply(listed).startswith("You have no games right now.")
    assert listed.shown.labels[:2] == ["Play the computer", "Challenge"]


async def test_rules_lead_to_rules(town: "Town", reply: "ReplyText") -> None:
    """Below the rules of a ruleset are a menu of all others and a button for a new game."""
    card = await town.command(town.ana, "puluc play")
    rules = await town.press(town.ana, card.shown, "Rules")
    (others,) = rules.shown.selects
    assert len(others["options"]) == len(town.house.shared.games.rulesets) - 1
    assert rules.shown.labels == ["New game"]
    other = await town.choose(town.ana, rules.shown, "Boolik", others)
    assert reply(other).startswith("**Boolik")
    assert other.shown is card.shown


async def test_a_real_game_after_the_tutorial(town: "Town") -> None:
    """The end of the tutorial offers a game against the computer, posted in the channel."""
    last = await town.command(town.ana, "puluc learn")
    for step in range(1, 9):
        last = await town.press(town.ana, last.shown, Learn(step).code)
    labels = ["Play a real game", "Rules", "Learn Spanish Parchís", "Back"]
    assert last.shown.labels == labels
    await town.press(town.ana, last.shown, "Play a real game")
    table = await town.table()
    assert (table.is_practice, table.status) == (True, Status.OFFERED)
    assert town.labels[0] == "Start"


async def test_back_in_the_tutorial(town: "Town", reply: "ReplyText") -> None:
    """Back returns to the previous step of the tutorial."""
    first = await town.command(town.ana, "puluc learn")
    second = await town.press(town.ana, first.shown, Learn(1).code)
    assert reply(await town.press(town.ana, second.shown, "Back")).startswith("**Step 1 of 8")
