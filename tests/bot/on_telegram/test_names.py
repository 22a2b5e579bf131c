"""Names of people: whatever they contain, they are shown as plain text."""

from typing import TYPE_CHECKING

import pytest

from bot.on_telegram import names
from bot.table.people import Platform, User
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.text import Name, Text
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.conftest import visible

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

SAY = Catalogue().voice("en")

FOUND = ("url", "mention", "bot_command", "hashtag", "cashtag", "email")
"""The entities that Telegram finds in a text by itself."""


def newcomer(village: "Village", name: str, username: str | None = None) -> Person:
    """Add a person to the group."""
    person = village.sim.person(name, username=username)
    village.plaza.people[person.id] = person
    return person


def written(village: "Village") -> list[Message]:
    """Return all messages of the bot, in any chat."""
    chats = [village.plaza, *village.sim.world.private.values()]
    return [message for chat in chats for message in chat.messages if message.sender.bot]


@pytest.mark.parametrize(
    "name",
    [
        "t.me/x",
        "https://x.example/a",
        "tg://resolve?domain=x",
        "Win @benben",
        "/open",
        "#maize",
        "$MAIZE",
        "ana@x.example",
        "x.com",
    ],
)
async def test_a_name_that_looks_like_a_link(village: "Village", name: str) -> None:
    """A name that looks like a link, mention or command doesn't become one in any message."""
    mallory = newcomer(village, name)
    await village.play(words="")
    await village.say(mallory, "/open@puluc_bot")
    offer = await village.say(village.ana, f"/challenge@puluc_bot {name}", mallory)
    assert name in visible(offer.text)
    await village.press(mallory, offer, "Accept")
    assert name in visible(village.board.caption)
    await village.say(mallory, "/games", at=mallory.private)
    await village.say(village.ana, "/games@puluc_bot")
    pair = village.sim.conversation(mallory, village.ben)
    chosen = await village.chosen(mallory, pair)
    assert name in visible(chosen.text)
    for message in [*written(village), *pair.messages]:
        for kind in FOUND:
            assert not [word for word in message.marked(kind) if word in name], message


async def test_a_group_name_that_looks_like_a_link(village: "Village") -> None:
    """A group's name that looks like a link doesn't become one in another chat."""
    village.plaza.title = "t.me/x"
    await village.play()
    reply = await village.say(village.ana, "/games", at=village.ana.private)
    assert "in t.me/x." in visible(reply.text)
    assert reply.marked("url") == []


async def test_control_characters_in_a_name(village: "Village") -> None:
    """Characters that would affect the text around a name are removed."""
    mallory = newcomer(village, "Ma\N{RIGHT-TO-LEFT OVERRIDE}llory\u2028x")
    await village.say(mallory, "/open@puluc_bot")
    assert village.board.text.startswith("Mallory x ")
    assert not {"\N{RIGHT-TO-LEFT OVERRIDE}", "\u2028"} & set(village.board.text)


async def test_a_challenge_to_a_deleted_account(village: "Village") -> None:
    """A challenge to a deleted account is refused."""
    said = village.ben.say(village.plaza, "Good morning")
    village.sim.delete_account(village.ben)
    reply = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    assert reply.text.startswith("That account has been deleted")
    assert reply.labels == []


async def test_a_deleted_account_at_a_table(village: "Village") -> None:
    """A game can be played although a player's account is deleted."""
    village.corn.numbers = [2, 1, 3]
    said = village.ben.say(village.plaza, "Good morning")
    offer = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    village.sim.delete_account(village.ben)
    await village.press(village.ben, offer, "Accept")
    assert village.board.picture
    assert "Unnamed player" in village.board.caption
    await village.press(village.ana, village.board, "Enter → 3")
    assert (await village.table()).moves == 1


async def test_an_invisible_name(village: "Village") -> None:
    """A person with an invisible name can play and is pinged."""
    nobody = newcomer(village, "\N{HANGUL FILLER}")
    said = nobody.say(village.plaza, "Good morning")
    offer = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    assert offer.text.startswith("Unnamed player\nAna challenges Unnamed player.")
    assert offer.pinged == [nobody]
    await village.press(nobody, offer, "Accept")
    assert village.board.picture


async def test_a_challenge_by_username(village: "Village") -> None:
    """A challenge to a username pings the person who has it, and only they can accept."""
    offer = await village.say(village.ben, "/challenge@puluc_bot @ANA_maya boolik road=9")
    assert visible(offer.text).startswith("@ana_maya\nBen challenges @ANA_maya.")
    assert offer.marked("mention") == ["@ana_maya"]
    assert offer.mentions == [village.ana]
    refused = await village.press(village.eva, offer, "Accept")
    assert (
        visible(refused.text) == "This challenge is for @ANA_maya. Post your own with /challenge."
    )
    await village.press(village.ana, offer, "Accept")
    table = await village.table()
    assert table.status is Status.PLAYING
    assert table.seat_of(names.by_username("ana_maya").user) is None
    assert table.seat_of(User(Platform.TELEGRAM, str(village.ana.id))) == 1
    reply = await village.say(village.ana, "/games", at=village.ana.private)
    assert reply.text.count(table.id) == 1


async def test_declining_a_challenge_by_username(village: "Village") -> None:
    """The person with the username sees the challenge in their games, and can decline it."""
    await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    reply = await village.say(village.ana, "/games", at=village.ana.private)
    assert "Ben" in reply.text
    await village.say(village.eva, "/decline@puluc_bot")
    assert "Decline" in str(village.plaza.messages[1].labels)
    await village.say(village.ana, "/decline@puluc_bot")
    assert village.plaza.messages[1].labels == []


async def test_your_own_username(village: "Village") -> None:
    """Players can't challenge themselves by username."""
    reply = await village.say(village.ana, "/challenge@puluc_bot @Ana_Maya")
    assert reply.labels == []


@pytest.mark.parametrize("username", ["chess_bot", "Puluc_Bot", "otherBOT"])
async def test_a_challenge_to_a_bot(village: "Village", username: str) -> None:
    """Usernames that end in "bot" can't be challenged."""
    reply = await village.say(village.ana, f"/challenge@puluc_bot @{username}")
    assert visible(reply.text).startswith(f"@{username} is a bot and can't play.")


async def test_a_bot_that_was_chosen(village: "Village") -> None:
    """A bot that was chosen from the list of mentions can't be challenged."""
    other = village.sim.other_bot("Chess", "chess_bot", village.plaza)
    reply = await village.say(village.ana, "/challenge@puluc_bot Chess", other)
    assert reply.text.startswith("Chess is a bot and can't play.")


@pytest.mark.parametrize("how", ["/block@puluc_bot @ana_maya", "/block@puluc_bot"])
async def test_blocking(village: "Village", how: str) -> None:
    """A person blocked by username or by a reply can't challenge the player who blocked them."""
    said = village.ana.say(village.plaza, "Good morning")
    await village.say(village.ben, how, reply_to=said)
    village.ana.start()
    await village.hear()
    await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben)
    assert village.ana.private.last.text == SAY(Text("challenge.blocked", name=Name("Ben")))
    assert not village.store.tables


async def test_a_blocked_challenge_by_username(village: "Village") -> None:
    """A blocked person can't challenge by username either."""
    said = village.ben.say(village.plaza, "Good morning")
    await village.say(village.ana, "/block@puluc_bot", reply_to=said)
    await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    assert not village.store.tables
    await village.say(village.ana, "/unblock@puluc_bot", reply_to=said)
    reply = await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    assert "Accept" in reply.labels


async def test_several_open_challenges(village: "Village") -> None:
    """If several challenges could be accepted, the reply names each one's host."""
    for person in (village.ana, village.ben):
        await village.say(person, "/open@puluc_bot")
    reply = await village.say(village.eva, "/accept@puluc_bot")
    assert "your open challenge" not in reply.text
    assert "Ana" in reply.text
    assert "Ben" in reply.text
    assert len(reply.labels) == 2
