"""The first minute in Discord: the welcome message and what its buttons do."""

from typing import TYPE_CHECKING, Any

import pytest
from simcord import InteractionResult

from bot.table.codes import encode
from bot.table.intents import Learn
from bot.table.people import Platform, User
from bot.table.table import Ending, Status

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village

PRIMARY, SECONDARY, SUCCESS, DANGER, LINK = 1, 2, 3, 4, 5
"""Discord's button styles."""


def shown(result: InteractionResult) -> Any:
    """Return the first reply to an interaction."""
    assert result.response is not None
    return result.response


async def test_the_welcome_message(village: "Village", reply: "ReplyText") -> None:
    """It's private, with an introduction, a picture with alt text and buttons to start a game."""
    result = await village.ana.slash(village.plaza, "puluc play")
    assert reply(result).startswith("Puluc is a Maya race-and-capture game")
    (picture,) = shown(result).attachments
    assert 40 < len(str(picture.description)) <= 1024
    styles = {label: each["style"] for label, each in village.buttons(shown(result)).items()}
    assert styles == {
        "Play the computer": SUCCESS,
        "Challenge": SECONDARY,
        "Open challenge": SECONDARY,
        "Team game": SECONDARY,
        "Parchís": SECONDARY,
        "Learn": SECONDARY,
        "Rules": SECONDARY,
        "My games": SECONDARY,
    }


@pytest.mark.parametrize(
    ("label", "first"), [("Play the computer", "Start"), ("Open challenge", "Accept")]
)
async def test_a_game_from_the_welcome_message(village: "Village", label: str, first: str) -> None:
    """A game started from the welcome message is posted in the channel.

    The board is public; the welcome message is private.
    """
    card = shown(await village.ana.slash(village.plaza, "puluc play"))
    pressed = shown(await village.ana.click(card, label=label))
    assert (pressed.id, pressed.content, pressed.components) == (card.id, "Done.", [])
    assert village.labels[0] == first


async def test_a_challenge_from_the_welcome_message(village: "Village") -> None:
    """Challenge offers a list of members, and posts the challenge in the channel."""
    card = shown(await village.ana.slash(village.plaza, "puluc play"))
    asked = shown(await village.ana.click(card, label="Challenge"))
    assert asked.content == "Who do you want to challenge?\nPace: no time limit."
    assert asked.id == card.id
    await village.ana.select(asked, [village.ben])
    (seat,) = (await village.table()).asked
    assert seat.user == User(Platform.DISCORD, str(village.ben.id))


@pytest.mark.parametrize("label", ["Play the computer", "Challenge", "Open challenge"])
async def test_buttons_without_permission(
    village: "Village", reply: "ReplyText", label: str
) -> None:
    """If the bot can't post, the player is told what it's missing, and no game is opened."""
    village.forbid(village.plaza, send_messages=False)
    card = await village.ana.slash(village.plaza, "puluc play")
    assert "Send Messages" in reply(await village.ana.click(shown(card), label=label))
    assert village.store.tables == ()


async def test_a_board_that_is_rejected(village: "Village", reply: "ReplyText") -> None:
    """A game whose board Discord rejects is cancelled, and the player is told."""
    card = await village.ana.slash(village.plaza, "puluc play")
    village.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    pressed = await village.ana.click(shown(card), label="Play the computer")
    assert reply(pressed).startswith("Discord won't let me post boards here")
    assert (await village.table()).ending is Ending.CANCELLED


@pytest.mark.parametrize("label", ["Challenge", "Open challenge"])
async def test_alone_with_the_bot(village: "Village", reply: "ReplyText", label: str) -> None:
    """In a private chat with the bot, a player is told where to challenge people."""
    person = village.ana.user
    card = await person.slash("puluc play")
    said = reply(await person.click(shown(card), label=label))
    assert "Challenge people in a server that I've joined" in said
    assert village.store.tables == ()


async def test_practising_alone_with_the_bot(village: "Village") -> None:
    """In a private chat with the bot, a press starts a game against the computer."""
    person = village.ana.user
    await person.click(shown(await person.slash("puluc play")), label="Play the computer")
    assert (await village.table()).is_practice


async def test_my_games(village: "Village", reply: "ReplyText") -> None:
    """A player without games is told so, and gets the buttons that start one."""
    card = await village.ana.slash(village.plaza, "puluc play")
    listed = await village.ana.click(shown(card), label="My games")
    assert reply(listed).startswith("You have no games right now.")
    assert [*village.buttons(shown(listed))][:2] == ["Play the computer", "Challenge"]


async def test_rules_lead_to_rules(village: "Village", reply: "ReplyText") -> None:
    """Below the rules of a ruleset are buttons for all others and for a new game."""
    card = await village.ana.slash(village.plaza, "puluc play")
    rules = await village.ana.click(shown(card), label="Rules")
    *others, last = village.buttons(shown(rules))
    assert len(others) == len(village.house.shared.games.rulesets) - 1
    assert last == "New game"
    other = await village.ana.click(shown(rules), label="Boolik")
    assert reply(other).startswith("**Boolik")
    assert shown(other).id == shown(card).id


async def test_a_real_game_after_the_tutorial(village: "Village") -> None:
    """The end of the tutorial offers a game against the computer, posted in the channel."""
    last = await village.ana.slash(village.plaza, "puluc learn")
    for step in range(1, 9):
        last = await village.ana.click(shown(last), custom_id=encode(Learn(step)))
    labels = ["Play a real game", "Rules", "Learn Parchís", "Back"]
    assert [*village.buttons(shown(last))] == labels
    await village.ana.click(shown(last), label="Play a real game")
    table = await village.table()
    assert (table.is_practice, table.status) == (True, Status.OFFERED)
    assert village.labels[0] == "Start"


async def test_back_in_the_tutorial(village: "Village", reply: "ReplyText") -> None:
    """Back returns to the previous step of the tutorial."""
    first = await village.ana.slash(village.plaza, "puluc learn")
    second = await village.ana.click(shown(first), custom_id=encode(Learn(1)))
    assert reply(await village.ana.click(shown(second), label="Back")).startswith("**Step 1 of 8")
