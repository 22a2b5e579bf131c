"""Names of people: whatever they are, they reach no further than themselves."""

from typing import TYPE_CHECKING

import pytest

from bot.on_telegram import names
from bot.table.people import Platform, User
from bot.table.table import Status
from bot.texts.catalogue import Catalogue
from engine.text import Name, Text
from telegram_simulator.messages import Message
from telegram_simulator.people import Person
from tests.bot.on_telegram.conftest import seen

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village

SAY = Catalogue().voice("en")

FOUND = ("url", "mention", "bot_command", "hashtag", "cashtag", "email")
"""What Telegram makes of words by itself."""


def newcomer(village: "Village", name: str, username: str | None = None) -> Person:
    """Somebody who comes to the group."""
    person = village.sim.person(name, username=username)
    village.plaza.people[person.id] = person
    return person


def written(village: "Village") -> list[Message]:
    """All that the bot wrote, wherever it did."""
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
async def test_what_looks_like_a_link(village: "Village", name: str) -> None:
    """A name that looks like a link, a mention or a command is none in anything the bot writes."""
    mallory = newcomer(village, name)
    await village.play(words="")
    await village.say(mallory, "/open@puluc_bot")
    offer = await village.say(village.ana, f"/challenge@puluc_bot {name}", mallory)
    assert name in seen(offer.text)
    await village.press(mallory, offer, "Accept")
    assert name in seen(village.board.caption)
    await village.say(mallory, "/games", at=mallory.private)
    await village.say(village.ana, "/games@puluc_bot")
    pair = village.sim.conversation(mallory, village.ben)
    chosen = await village.chosen(mallory, pair)
    assert name in seen(chosen.text)
    for message in [*written(village), *pair.messages]:
        for kind in FOUND:
            assert not [word for word in message.marked(kind) if word in name], message


async def test_a_group_that_is_called_like_a_link(village: "Village") -> None:
    """Nor does a group's name become one, where it is told elsewhere."""
    village.plaza.title = "t.me/x"
    await village.play()
    told = await village.say(village.ana, "/games", at=village.ana.private)
    assert "in t.me/x." in seen(told.text)
    assert told.marked("url") == []


async def test_a_name_that_turns_the_line_round(village: "Village") -> None:
    """Characters that reach beyond a name are left out of it."""
    mallory = newcomer(village, "Ma\N{RIGHT-TO-LEFT OVERRIDE}llory\u2028x")
    await village.say(mallory, "/open@puluc_bot")
    assert village.board.text.startswith("Mallory x ")
    assert not {"\N{RIGHT-TO-LEFT OVERRIDE}", "\u2028"} & set(village.board.text)


async def test_a_challenge_to_a_deleted_account(village: "Village") -> None:
    """Whoever challenges an account that is there no more is told so."""
    said = village.ben.say(village.plaza, "Good morning")
    village.sim.delete_account(village.ben)
    told = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    assert told.text.startswith("That account has been deleted")
    assert told.labels == []


async def test_a_deleted_account_at_a_table(village: "Village") -> None:
    """A game goes on to be seen and played though somebody in it has no name any more."""
    village.corn.numbers = [2, 1, 3]
    said = village.ben.say(village.plaza, "Good morning")
    offer = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    village.sim.delete_account(village.ben)
    await village.press(village.ben, offer, "Accept")
    assert village.board.picture
    assert "an unnamed player" in village.board.caption
    await village.press(village.ana, village.board, "Enter → 3")
    assert (await village.table()).moves == 1


async def test_a_name_of_nothing_visible(village: "Village") -> None:
    """Somebody whose name cannot be seen plays, and is called all the same."""
    nobody = newcomer(village, "\N{HANGUL FILLER}")
    said = nobody.say(village.plaza, "Good morning")
    offer = await village.say(village.ana, "/challenge@puluc_bot", reply_to=said)
    assert offer.text.startswith("an unnamed player\nAna challenges an unnamed player.")
    assert offer.pinged == [nobody]
    await village.press(nobody, offer, "Accept")
    assert village.board.picture


async def test_a_challenge_by_username(village: "Village") -> None:
    """Who has the username that was typed is called, accepts and plays; nobody else does."""
    offer = await village.say(village.ben, "/challenge@puluc_bot @ANA_maya boolik road=9")
    assert seen(offer.text).startswith("@ana_maya\nBen challenges @ANA_maya.")
    assert offer.marked("mention") == ["@ana_maya"]
    assert offer.mentions == [village.ana]
    refused = await village.press(village.eva, offer, "Accept")
    assert seen(refused.text) == "This challenge is for @ANA_maya. Post your own with /challenge."
    await village.press(village.ana, offer, "Accept")
    table = await village.table()
    assert table.status is Status.PLAYING
    assert table.seat_of(names.by_username("ana_maya").user) is None
    assert table.seat_of(User(Platform.TELEGRAM, str(village.ana.id))) == 1
    told = await village.say(village.ana, "/games", at=village.ana.private)
    assert told.text.count(table.id) == 1


async def test_a_challenge_by_username_is_declined(village: "Village") -> None:
    """Who has the username finds the challenge in their games, and may decline it."""
    await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    told = await village.say(village.ana, "/games", at=village.ana.private)
    assert "Ben" in told.text
    await village.say(village.eva, "/decline@puluc_bot")
    assert "Decline" in str(village.plaza.messages[1].labels)
    await village.say(village.ana, "/decline@puluc_bot")
    assert village.plaza.messages[1].labels == []


async def test_ones_own_username(village: "Village") -> None:
    """Nobody challenges themselves, whatever they type for it."""
    told = await village.say(village.ana, "/challenge@puluc_bot @Ana_Maya")
    assert told.labels == []


@pytest.mark.parametrize("username", ["chess_bot", "Puluc_Bot", "otherBOT"])
async def test_a_challenge_to_a_bot(village: "Village", username: str) -> None:
    """A bot cannot be challenged: its username tells that it is one."""
    told = await village.say(village.ana, f"/challenge@puluc_bot @{username}")
    assert seen(told.text).startswith(f"@{username} is a bot and can't play.")


async def test_a_bot_that_was_chosen(village: "Village") -> None:
    """Nor can one that was chosen from the list that @ offers."""
    other = village.sim.other_bot("Chess", "chess_bot", village.plaza)
    told = await village.say(village.ana, "/challenge@puluc_bot Chess", other)
    assert told.text.startswith("Chess is a bot and can't play.")


@pytest.mark.parametrize("how", ["/block@puluc_bot @ana_maya", "/block@puluc_bot"])
async def test_blocking(village: "Village", how: str) -> None:
    """Who is blocked by their username, or by answering them, challenges in vain."""
    said = village.ana.say(village.plaza, "Good morning")
    await village.say(village.ben, how, reply_to=said)
    told = await village.say(village.ana, "/challenge@puluc_bot Ben", village.ben)
    assert told.text == SAY(Text("challenge.blocked", name=Name("Ben")))
    assert told.labels == []


async def test_blocking_who_knows_ones_username(village: "Village") -> None:
    """Who blocks somebody cannot be challenged by their username either."""
    said = village.ben.say(village.plaza, "Good morning")
    await village.say(village.ana, "/block@puluc_bot", reply_to=said)
    told = await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    assert told.labels == []
    await village.say(village.ana, "/unblock@puluc_bot", reply_to=said)
    told = await village.say(village.ben, "/challenge@puluc_bot @ana_maya")
    assert "Accept" in told.labels


async def test_others_open_challenges(village: "Village") -> None:
    """Of several challenges that somebody could accept each is told by whose it is."""
    for person in (village.ana, village.ben):
        await village.say(person, "/open@puluc_bot")
    told = await village.say(village.eva, "/accept@puluc_bot")
    assert "your open challenge" not in told.text
    assert "Ana" in told.text
    assert "Ben" in told.text
    assert len(told.labels) == 2
