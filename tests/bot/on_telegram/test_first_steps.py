"""The first minute: the welcome message in the private chat and in a group."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Status
from tests.bot.goals import GOALS, Goal

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from tests.bot.on_telegram.conftest import Village

BEGINNINGS = [
    *("Play the computer", "Challenge", "Open challenge", "Choose a game", "Team game"),
    *("Parchís", "Learn", "Rules", "My games"),
]
ANYWHERE = "Play in another chat"
WHAT = "Puluc is a Maya race-and-capture game"


async def private(village: "Village", words: str = "/start") -> "Message":
    """Return the reply that Ana gets in her private chat."""
    return await village.say(village.ana, words, at=village.ana.private)


@pytest.mark.parametrize("words", ["/start", "/play", "/start from-another-release"])
async def test_in_private(village: "Village", words: str) -> None:
    """The welcome message is one picture with an introduction and a button for each first step."""
    card = await private(village, words)
    assert card.picture
    assert card.caption.startswith(WHAT)
    assert card.labels == [*BEGINNINGS, ANYWHERE]
    assert [m.sender.bot for m in village.ana.private.messages] == [False, True]


async def test_in_a_group(village: "Village") -> None:
    """In a group, which has no list of members to choose from, it explains how to challenge."""
    card = await village.say(village.ana, "/play@puluc_bot")
    assert card.picture
    assert card.caption.startswith(WHAT)
    assert "reply to one of their messages with /challenge" in card.caption
    assert card.labels == BEGINNINGS


async def test_without_photos(village: "Village") -> None:
    """If the bot can't send photos, the welcome message is text."""
    village.sim.forbid(village.plaza, "can_send_photos")
    card = await village.say(village.ana, "/play@puluc_bot")
    assert card.text.startswith(WHAT)
    assert card.labels == BEGINNINGS


async def test_the_computer(village: "Village") -> None:
    """Play the computer offers a game against the computer in the same chat."""
    await village.press(village.ana, await private(village), "Play the computer")
    offer = village.ana.private.last
    assert "Start" in offer.labels
    await village.press(village.ana, offer, "Start")
    assert village.ana.private.last.picture


@pytest.mark.parametrize(
    ("button", "game"),
    [
        ("Challenge", ""),
        ("Open challenge", ""),
    ],
)
async def test_challenging_in_private(village: "Village", button: str, game: str) -> None:
    """In a private chat, links lead to a group or to any chat, and no game is opened."""
    answer = await village.press(village.ana, await private(village), button)
    reply = village.ana.private.last
    assert (answer.answered, answer.text) == (True, "")
    assert reply.text.startswith("It's just you and me here.")
    *_, group, anywhere = reply.buttons
    assert group.url == "https://t.me/puluc_bot?startgroup=new"
    assert anywhere.query == game
    chats = anywhere.json["switch_inline_query_chosen_chat"]
    assert {kind for kind, allowed in chats.items() if allowed is True} == {
        "allow_user_chats",
        "allow_group_chats",
    }
    assert not village.store.tables


@pytest.mark.parametrize("goal", GOALS.values(), ids=GOALS)
async def test_found_by_pressing(village: "Village", goal: Goal) -> None:
    """In a group, a game is found in one message besides the welcome, with pictures."""
    page = await village.say(village.ana, "/play@puluc_bot")
    welcome, first = page, len(village.plaza.messages)
    for label in goal.presses:
        await village.press(village.ana, page, label)
        page = village.plaza.last
    assert (await village.table()).header.startswith(goal.header)
    assert len(village.plaza.messages) - first == len(goal.presses[:2])
    assert welcome.labels == BEGINNINGS


async def test_a_page_of_games(village: "Village") -> None:
    """A page has a picture, which a folded list tells, and the next one replaces it."""
    await village.press(village.ana, await private(village), "Choose a game")
    page = village.ana.private.last
    assert page.picture
    assert page.caption.startswith("Which game?\nPuluc, short: ")
    await village.press(village.ana, page, "Games for teams")
    assert page is village.ana.private.last
    assert "Aj sayil, the ant: " in page.caption


async def test_changing_a_game(village: "Village") -> None:
    """The pages of what can be changed replace each other, and never the board."""
    await village.press(village.ana, await private(village), "Play the computer")
    board = village.ana.private.last
    await village.press(village.ana, board, "Change game")
    page = village.ana.private.last
    assert page is not board
    for label, text in (
        ("The rules, one by one", "What do you want to change?"),
        ("At the enemy's base: return to your own", "At the enemy's base: which would you like?"),
        ("walk back", "The game has been changed."),
    ):
        await village.press(village.ana, page, label)
        assert village.ana.private.last is page
        assert page.text.startswith(text)
    assert "lone warriors walk back" in board.words
    await village.press(village.ana, page, "Back to the game")
    assert "Start" in village.ana.private.last.labels


async def test_for_another_chat(village: "Village") -> None:
    """In a private chat, a chosen game for several people can be sent to another chat."""
    for label in ("Parchís", "Spanish Parchís", "For 4 players"):
        shown = village.ana.private.messages[-1:] or [await private(village)]
        await village.press(village.ana, shown[0], label)
    query = village.ana.private.last.buttons[-1].query
    assert query == "parchis seats=4"
    assert not village.store.tables


@pytest.mark.parametrize("words", ["/challenge kekchi road=9", "/open kekchi road=9"])
async def test_a_typed_game_is_kept(village: "Village", words: str) -> None:
    """The link to another chat keeps the ruleset and options that were typed."""
    reply = await private(village, words)
    query = reply.buttons[-1].query
    assert query == "kekchi road=9"
    (result,) = (await village.offers(village.ana, query)).results
    assert result.description.startswith("Kekchi puluc: 9 spaces")


async def test_challenge_without_a_name(village: "Village") -> None:
    """/challenge alone explains how, and offers an open challenge or one in another chat."""
    reply = await village.say(village.ana, "/challenge@puluc_bot kekchi")
    assert reply.text.startswith("Who do you want to challenge? Reply to one of their messages")
    assert (reply.labels[0], reply.labels[-1]) == ("Open challenge", ANYWHERE)
    await village.press(village.ana, reply, "Open challenge")
    assert (await village.table()).header.startswith("kekchi")


async def test_challenge_pressed_in_a_group(village: "Village") -> None:
    """Pressing Challenge in a group explains how to challenge someone, with buttons for a pace."""
    card = await village.say(village.ana, "/play@puluc_bot")
    await village.press(village.ben, card, "Challenge")
    assert village.board.text.startswith("Who do you want to challenge?")
    assert "3 days a turn" in village.board.labels


async def test_anyone_may_press(village: "Village") -> None:
    """In a group anyone can use the buttons of the welcome message."""
    card = await village.say(village.ana, "/play@puluc_bot")
    await village.press(village.ben, card, "Open challenge")
    (table,) = village.store.tables
    assert (table.status, table.host.name) == (Status.OFFERED, "Ben")


@pytest.mark.parametrize(
    ("button", "text"), [("Learn", "Step 1"), ("Rules", "Puluc"), ("My games", "You have no games")]
)
async def test_private_buttons_in_a_group(village: "Village", button: str, text: str) -> None:
    """Tutorial, rules and games open in the private chat of the person who presses."""
    card = await village.say(village.ana, "/play@puluc_bot")
    answer = await village.press(village.eva, card, button)
    village.eva.open(answer.url or "")
    await village.hear()
    assert village.board is card
    assert village.eva.private.messages[1].words.startswith(text)


@pytest.mark.parametrize(("button", "text"), [("Learn", "Step 1"), ("My games", "You have no")])
async def test_pressed_in_private(village: "Village", button: str, text: str) -> None:
    """In the private chat they are the next message."""
    card = await private(village)
    answer = await village.press(village.ana, card, button)
    assert (answer.url, answer.text) == (None, "")
    assert village.ana.private.last.words.startswith(text)


async def test_a_full_group(village: "Village") -> None:
    """Beyond the group's limit, the private version of the welcome message is sent instead."""
    village.eva.start()
    await village.hear()
    village.restrict(20)
    for _ in range(4):
        village.eva.say(village.plaza, "/play@puluc_bot")
    await village.hear()
    assert len([m for m in village.plaza.messages if m.picture]) == 3
    last = village.eva.private.last
    assert (last.labels[:-1], "/challenge" in last.caption) == (BEGINNINGS, False)


async def test_a_new_game_after_the_last(village: "Village") -> None:
    """New game on a finished board posts the welcome message again in the group."""
    await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    await village.press(village.ben, village.board, "New game")
    assert village.board.labels == BEGINNINGS
    assert village.board.picture
