"""The first minute: what there is to read and to press in the private chat, and in a group."""

from typing import TYPE_CHECKING

import pytest

from bot.table.table import Status

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from tests.bot.on_telegram.conftest import Village

BEGINNINGS = ["Play the computer", "Challenge", "Open challenge", "Learn", "Rules", "My games"]
WHAT = "Puluc is a Maya race-and-capture game"


async def private(village: "Village", words: str = "/start") -> "Message":
    """What Ana is answered in her private chat."""
    return await village.say(village.ana, words, at=village.ana.private)


@pytest.mark.parametrize("words", ["/start", "/play", "/start from-another-release"])
async def test_in_private(village: "Village", words: str) -> None:
    """One picture says what this is, and a button under it does whatever a newcomer wants."""
    card = await private(village, words)
    assert card.picture
    assert card.caption.startswith(WHAT)
    assert card.labels == BEGINNINGS
    assert [m.sender.bot for m in village.ana.private.messages] == [False, True]


async def test_in_a_group(village: "Village") -> None:
    """There it also says how somebody is challenged, as nobody can be chosen from a list."""
    card = await village.say(village.ana, "/play@puluc_bot")
    assert card.picture
    assert card.caption.startswith(WHAT)
    assert "reply to one of their messages with /challenge" in card.caption
    assert card.labels == BEGINNINGS


async def test_without_photos(village: "Village") -> None:
    """Where no photos may be sent it says the same."""
    village.sim.forbid(village.plaza, "can_send_photos")
    card = await village.say(village.ana, "/play@puluc_bot")
    assert card.text.startswith(WHAT)
    assert card.labels == BEGINNINGS


async def test_the_computer(village: "Village") -> None:
    """Whoever presses has a game against the computer, in the same chat."""
    await village.press(village.ana, await private(village), "Play the computer")
    offer = village.ana.private.last
    assert "Start" in offer.labels
    await village.press(village.ana, offer, "Start")
    assert village.ana.private.last.picture


@pytest.mark.parametrize("button", ["Challenge", "Open challenge"])
async def test_challenging_in_private(village: "Village", button: str) -> None:
    """Where nobody else is, links lead to a group, and to any chat; no table is opened."""
    answer = await village.press(village.ana, await private(village), button)
    told = village.ana.private.last
    assert (answer.answered, answer.text) == (True, "")
    assert told.text.startswith("It's just you and me here.")
    group, anywhere = told.buttons
    assert group.url == "https://t.me/puluc_bot?startgroup=new"
    assert anywhere.json["switch_inline_query"] == ""
    assert not village.store.tables


@pytest.mark.parametrize("words", ["/challenge kekchi road=9", "/open kekchi road=9"])
async def test_a_chosen_game_goes_along(village: "Village", words: str) -> None:
    """Inline mode offers, in another chat, what was typed in the private one."""
    told = await private(village, words)
    query = told.buttons[1].json["switch_inline_query"]
    assert query == "kekchi road=9"
    (result,) = (await village.offers(village.ana, query)).results
    assert result.description.startswith("Kekchi puluc: 9 spaces")


async def test_whom_in_a_group(village: "Village") -> None:
    """/challenge for itself says how, and offers to play the first who accepts, or elsewhere."""
    told = await village.say(village.ana, "/challenge@puluc_bot kekchi")
    assert told.text.startswith("Who do you want to challenge? Reply to one of their messages")
    assert told.labels == ["Open challenge", "Challenge in any chat"]
    await village.press(village.ana, told, "Open challenge")
    assert (await village.table()).header.startswith("kekchi")


async def test_challenge_pressed_in_a_group(village: "Village") -> None:
    """How somebody is challenged is told to the presser alone."""
    card = await village.say(village.ana, "/play@puluc_bot")
    answer = await village.press(village.ben, card, "Challenge")
    assert answer.text.startswith("Who do you want to challenge?")
    assert "…" not in answer.text
    assert village.board is card


async def test_anyone_may_press(village: "Village") -> None:
    """In a group the card is for whoever presses it."""
    card = await village.say(village.ana, "/play@puluc_bot")
    await village.press(village.ben, card, "Open challenge")
    (table,) = village.store.tables
    assert (table.status, table.host.name) == (Status.OFFERED, "Ben")


@pytest.mark.parametrize(
    ("button", "told"), [("Learn", "Step 1"), ("Rules", "Puluc"), ("My games", "You have no games")]
)
async def test_what_one_reads_alone(village: "Village", button: str, told: str) -> None:
    """What only the presser reads is in their private chat, to which the press leads."""
    card = await village.say(village.ana, "/play@puluc_bot")
    answer = await village.press(village.eva, card, button)
    village.eva.open(answer.url or "")
    await village.hear()
    assert village.board is card
    assert village.eva.private.messages[1].words.startswith(told)


@pytest.mark.parametrize(("button", "told"), [("Learn", "Step 1"), ("My games", "You have no")])
async def test_pressed_in_private(village: "Village", button: str, told: str) -> None:
    """In the private chat it is the next message."""
    card = await private(village)
    answer = await village.press(village.ana, card, button)
    assert (answer.url, answer.text) == (None, "")
    assert village.ana.private.last.words.startswith(told)


async def test_a_full_group(village: "Village") -> None:
    """Where a group bears no more the card is in the private chat, as it is there."""
    village.eva.start()
    await village.hear()
    village.group_minute = 20
    village.begin()
    for _ in range(4):
        village.eva.say(village.plaza, "/play@puluc_bot")
    await village.hear()
    assert len([m for m in village.plaza.messages if m.picture]) == 3
    last = village.eva.private.last
    assert (last.labels, "/challenge" in last.caption) == (BEGINNINGS, False)


async def test_a_new_game_after_the_last(village: "Village") -> None:
    """A finished game offers the first steps again, where it was played."""
    board = await village.play()
    await village.say(village.ana, "/abort@puluc_bot")
    await village.press(village.ben, board, "New game")
    assert village.board.labels == BEGINNINGS
    assert village.board.picture
