"""Commands in messages."""

from typing import TYPE_CHECKING

import pytest

from bot.table.people import Place, Platform
from bot.table.seats import Computer
from bot.table.settings import Placing
from bot.table.table import Ending, Status
from tests.bot.on_telegram.conftest import visible

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


async def test_a_challenge_by_name(village: "Village") -> None:
    """A person who is chosen from the list of mentions is challenged and pinged."""
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben boolik road=9", village.ben)
    assert "Ana challenges Ben." in offer.text
    assert "Boolik: 9 spaces" in offer.text
    assert offer.pinged == [village.ben]


@pytest.mark.parametrize("name", ["x", "road", "😀 9", 'Ben "the" <b>', "word=x", "=9"])
async def test_a_challenge_by_any_name(village: "Village", name: str) -> None:
    """A person with any name can be challenged."""
    other = village.sim.person(name)
    village.plaza.people[other.id] = other
    village.ana.say(village.plaza, f"/challenge@puluc_bot warriors=2 {name} bul", other)
    await village.hear()
    (asked,) = (await village.table()).asked
    assert (asked.user.id, asked.name) == (str(other.id), name)


async def test_a_challenge_by_replying(village: "Village") -> None:
    """Replying to a person's message with /challenge challenges them."""
    said = village.ben.say(village.plaza, "Good morning")
    offer = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    assert offer.pinged == [village.ben]


async def test_a_challenge_in_a_topic(village: "Village") -> None:
    """/challenge in a topic doesn't challenge its creator, and the reply is in the topic."""
    town = village.sim.supergroup("Town", village.ana, village.ben, forum=True)
    topic = village.sim.topic(town, "Games")
    offer = await village.say(village.ben, "/challenge@puluc_bot", at=topic)
    assert offer.text.startswith("Who do you want to challenge?")
    assert offer.thread_id == topic.thread_id


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("@x", '"x" isn\'t a username. Reply to one of their messages with /challenge'),
        ("Ben", "To challenge a person, reply to one of their messages with /challenge"),
        ("road=99", "road"),
    ],
)
async def test_a_challenge_that_cannot_be_read(village: "Village", words: str, said: str) -> None:
    """A mistake in a command is explained in a reply to it."""
    asked = village.ana.say(village.plaza, f"/challenge@puluc_bot {words}")
    await village.hear()
    assert said in village.board.text
    assert village.board.reply_to is asked
    assert "/puluc " not in village.board.text


async def test_commands_of_others(village: "Village") -> None:
    """In a group, commands of other bots and unknown commands are ignored."""
    village.sim.privacy = False
    for words in ("/open@other_bot", "/weather", "open", "see /open"):
        village.ana.say(village.plaza, words)
    await village.hear()
    assert all(message.sender is village.ana for message in village.plaza.messages)
    reply = await village.say(village.ana, "/weather@puluc_bot")
    assert "There's no command" in reply.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/puluc link abcd2345", "This code is wrong or has expired"),
        ("/puluc me link abcd2345", "This code is wrong or has expired"),
        ("/puluc@puluc_bot block", "block"),
        ("/puluc", "use /play"),
    ],
)
async def test_a_command_as_elsewhere(village: "Village", line: str, said: str) -> None:
    """A command that was read on another platform is understood, with its prefix and group."""
    village.ana.say(village.ana.private, line)
    await village.hear()
    assert said in village.ana.private.messages[-1].text


async def test_an_open_challenge(village: "Village") -> None:
    """Both players can add a word for the throws to an open challenge."""
    await village.say(village.ana, "/open@puluc_bot")
    await village.say(village.ana, "/word@puluc_bot maize")
    await village.say(village.eva, "/accept@puluc_bot word=rain")
    table = await village.table()
    assert [getattr(seat, "word", "") for seat in table.seats] == ["maize", "rain"]
    assert table.status is Status.PLAYING


async def test_accepting_what_has_changed(village: "Village") -> None:
    """A typed acceptance of a message that was edited posts it again, and then it counts."""
    await village.say(village.ana, "/open@puluc_bot")
    posted = village.board
    await village.say(village.ana, "/change@puluc_bot bul road=9 match=5 pace=1m flag=auto")
    reply = await village.say(village.eva, "/accept@puluc_bot word=rain")
    assert reply.text.startswith("This has changed since the message was posted: the game or its")
    assert (await village.table()).status is Status.OFFERED
    boards = [message for message in village.plaza.messages if "Accept" in message.labels]
    assert posted not in boards
    assert ["9 spaces" in message.text for message in boards] == [True]
    await village.say(village.eva, "/accept@puluc_bot word=rain")
    assert (await village.table()).status is Status.PLAYING


async def test_a_command_delivered_twice(village: "Village") -> None:
    """A command that is delivered twice is carried out and answered once."""
    with village.sim.delivering(times=2):
        await village.say(village.ana, "/open@puluc_bot")
        await village.say(village.ana, "/games@puluc_bot")
    replies = [message for message in village.plaza.messages if message.sender.bot]
    assert len(replies) == 2


async def test_updates_in_reverse(village: "Village") -> None:
    """Updates in reverse order do no harm: one that comes too early is refused."""
    offer = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben)
    with village.sim.delivering(backwards=True):
        village.ben.press(offer, "Accept", wait=False)
        village.ana.say(village.plaza, "/resign@puluc_bot")
    await village.hear()
    assert (await village.table()).status is Status.PLAYING


async def test_practice_in_private(village: "Village") -> None:
    """A player can play against the computer in a private chat."""
    offer = await village.say(village.ana, "/practice easy", at=village.ana.private)
    await village.press(village.ana, offer, "Start")
    board = village.ana.private.last
    assert board.picture
    assert board.labels


async def test_another_level(village: "Village") -> None:
    """A press on the board of a practice game changes its level."""
    offer = await village.say(village.ana, "/practice", at=village.ana.private)
    await village.press(village.ana, offer, "Hard")
    assert (await village.table()).seats[1] == Computer("hard")
    assert "Computer (hard)" in village.ana.private.last.text
    assert village.ana.private.last.labels[:3] == ["Start", "Easy", "Medium"]


async def test_games(village: "Village") -> None:
    """A player's games are listed with the names of their groups."""
    await village.play()
    reply = await village.say(village.ana, "/games", at=village.ana.private)
    assert "against Ben in Plaza. Your turn." in reply.text


async def test_bad_markup_in_names(village: "Village") -> None:
    """Names that look like markup are shown unchanged."""
    name = '<b>&"</pre> <a href="tg://user?id=1">x'
    mallory = village.sim.person(name)
    village.plaza.people[mallory.id] = mallory
    offer = await village.say(village.ana, f"/challenge@puluc_bot {name}", mallory)
    assert f"Ana challenges {name}." in visible(offer.text)
    await village.press(mallory, offer, "Accept")
    assert name in visible(village.board.caption)
    await village.press(village.ana, village.board, "Enter → 3")
    reply = await village.say(mallory, "/rules@puluc_bot <b>&</i>")
    assert "<b>&</i>" in visible(reply.text)


async def test_settings(village: "Village") -> None:
    """Administrators can change a group's settings; others can't."""
    reply = await village.say(village.ben, "/settings@puluc_bot placement new")
    assert "/" not in reply.text or reply.sender.bot
    place = Place(Platform.TELEGRAM, str(village.plaza.id))
    assert (await village.store.settings(place)).placement is Placing.AUTO
    village.sim.appoint(village.ben, village.plaza)
    await village.say(village.ben, "/settings@puluc_bot placement new")
    assert (await village.store.settings(place)).placement is Placing.NEW


async def test_anonymous_administrators(village: "Village") -> None:
    """An anonymous administrator can change settings but can't play."""
    village.sim.appoint(village.eva, village.plaza, anonymous=True)
    await village.say(village.eva, "/settings@puluc_bot games no")
    place = Place(Platform.TELEGRAM, str(village.plaza.id))
    assert not (await village.store.settings(place)).tables
    reply = await village.say(village.eva, "/open@puluc_bot")
    assert reply.text.startswith("You're posting as the group")


async def test_closing(village: "Village") -> None:
    """An administrator can close any game of the group."""
    await village.play()
    village.sim.appoint(village.eva, village.plaza)
    await village.say(village.eva, "/close@puluc_bot")
    assert (await village.table()).status is Status.OVER


async def test_a_game_of_computers(village: "Village") -> None:
    """/demo posts a board without move buttons, and /resign by the same player stops the game."""
    await village.say(village.ana, "/demo@puluc_bot aj-sayil seats=6")
    board = village.board
    assert board.picture
    assert not any("→" in label for label in board.labels)
    await village.say(village.ana, "/resign@puluc_bot")
    (table,) = village.store.tables
    assert table.ending is Ending.STOPPED
