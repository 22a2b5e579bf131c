"""The greeting when the bot is added to a group."""

from typing import TYPE_CHECKING, Any

import pytest

from bot.on_telegram import greeter
from bot.table.ports import Down, StoreDown

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.places import Chat
    from tests.bot.on_telegram.conftest import Village


def greetings(chat: "Chat") -> "list[Message]":
    """Return the bot's messages in a chat."""
    return [message for message in chat.messages if message.words and message.sender.bot]


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Treat every update as unrelated to those before it."""
    monkeypatch.setattr(greeter, "APART_SECONDS", 0)


async def test_a_greeting(village: "Village") -> None:
    """The greeting is a silent picture with an introduction and buttons to start a game."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    (greeting,) = greetings(town)
    assert greeting.picture
    assert greeting.caption.startswith("Puluc is a Maya race-and-capture game")
    assert "Open challenge" in greeting.labels
    assert greeting.silent


async def test_the_link_that_adds_it(village: "Village") -> None:
    """A link that adds the bot and starts it causes only one greeting."""
    town = village.sim.supergroup("Town", village.ana)
    village.ana.say(town, "/start@puluc_bot new")
    await village.hear()
    assert len(greetings(town)) == 1


@pytest.mark.usefixtures("apart")
async def test_a_link_to_a_group_with_the_bot(village: "Village") -> None:
    """If the bot is already in the group, the link causes another greeting."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    village.ana.say(town, "/start@puluc_bot new")
    await village.hear()
    assert len(greetings(town)) == 2


@pytest.mark.usefixtures("apart")
async def test_delivered_twice(village: "Village") -> None:
    """An update that is delivered twice causes one greeting, however late the second one is."""
    with village.sim.delivering(times=2):
        town = village.sim.group("Town", village.ana)
    (update, *_) = await village.updates()
    await village.inbound.handle(update)
    await village.hear()
    assert len(greetings(town)) == 1


@pytest.mark.usefixtures("apart")
async def test_added_again(village: "Village") -> None:
    """A bot that is removed and added again much later greets again."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    village.sim.kick_bot(town)
    await village.hear()
    assert len(greetings(town)) == 1
    village.sim.invite_bot(town)
    await village.hear()
    assert len(greetings(town)) == 2


async def test_a_supergroup(village: "Village") -> None:
    """A group that becomes a supergroup isn't greeted again, though the bot seems new there."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    moved = village.sim.migrate(town)
    village.sim.put_out(village.ana, moved)
    village.sim.let_in(village.ana, moved)
    await village.hear()
    assert greetings(moved) == []


async def test_an_administrator(village: "Village") -> None:
    """A bot that becomes an administrator doesn't greet, because it's already in the group."""
    village.sim.appoint_bot(village.plaza)
    await village.hear()
    assert greetings(village.plaza) == []


async def test_channels_and_private_chats(village: "Village") -> None:
    """Channels aren't greeted, nor is a person who unblocks the bot."""
    channel = village.sim.channel("Pictures")
    village.ana.start()
    await village.hear()
    said = greetings(village.ana.private)
    village.ana.block()
    village.ana.unblock()
    await village.hear()
    assert greetings(channel) == []
    assert greetings(village.ana.private) == said


async def test_without_photos(village: "Village") -> None:
    """If the bot can't send photos, the greeting is text."""
    town = village.sim.group("Town", village.ana)
    village.sim.forbid(town, "can_send_photos")
    await village.hear()
    (greeting,) = greetings(town)
    assert greeting.text.startswith("Puluc is a Maya race-and-capture game")
    assert "Learn" in greeting.labels


async def test_without_permission(village: "Village") -> None:
    """If the bot can't write at all, the greeting is dropped, and later updates are handled."""
    town = village.sim.group("Town", village.ana)
    village.sim.forbid(town, "can_send_photos", "can_send_messages")
    await village.hear()
    assert greetings(town) == []
    assert (await village.say(village.ana, "/play@puluc_bot")).picture


async def test_without_a_store(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is down the update isn't confirmed; when it comes again, the bot greets."""
    town = village.sim.group("Town", village.ana)
    (update, *_) = await village.updates()

    async def down(*_: Any) -> bool:
        raise StoreDown(Down.AWAY)

    with monkeypatch.context() as patched:
        patched.setattr(village.store, "gate", down)
        with pytest.raises(StoreDown):
            await village.inbound.handle(update)
    await village.inbound.handle(update)
    await village.settle()
    assert len(greetings(town)) == 1
