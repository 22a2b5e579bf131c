"""What a group sees first when somebody takes the bot in."""

from typing import TYPE_CHECKING, Any

import pytest

from bot.on_telegram import greeter
from bot.table.ports import Down, StoreDown

if TYPE_CHECKING:
    from telegram_simulator.messages import Message
    from telegram_simulator.places import Chat
    from tests.bot.on_telegram.conftest import Village


def greetings(chat: "Chat") -> "list[Message]":
    """What the bot has said there."""
    return [message for message in chat.messages if message.words and message.sender.bot]


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes belongs to nothing that came before."""
    monkeypatch.setattr(greeter, "APART_SECONDS", 0)


async def test_a_greeting(village: "Village") -> None:
    """A picture says what has come here, and buttons offer every way to begin."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    (greeting,) = greetings(town)
    assert greeting.picture
    assert greeting.caption.startswith("Puluc is a Maya race-and-capture game")
    assert "Open challenge" in greeting.labels
    assert greeting.silent


async def test_the_link_that_takes_it_there(village: "Village") -> None:
    """By that link the bot comes and is started: it greets once."""
    town = village.sim.supergroup("Town", village.ana)
    village.ana.say(town, "/start@puluc_bot new")
    await village.hear()
    assert len(greetings(town)) == 1


@pytest.mark.usefixtures("apart")
async def test_where_it_is_already(village: "Village") -> None:
    """Where the bot has long been, whoever follows that link is greeted all the same."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    village.ana.say(town, "/start@puluc_bot new")
    await village.hear()
    assert len(greetings(town)) == 2


@pytest.mark.usefixtures("apart")
async def test_told_twice(village: "Village") -> None:
    """An update that is delivered again, however late, greets nobody again."""
    with village.sim.delivering(times=2):
        town = village.sim.group("Town", village.ana)
    (update, *_) = await village.updates()
    await village.inbound.handle(update)
    await village.hear()
    assert len(greetings(town)) == 1


@pytest.mark.usefixtures("apart")
async def test_let_in_again(village: "Village") -> None:
    """A bot that was put out and is let in again, much later, greets again."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    village.sim.kick_bot(town)
    await village.hear()
    assert len(greetings(town)) == 1
    village.sim.invite_bot(town)
    await village.hear()
    assert len(greetings(town)) == 2


async def test_a_supergroup(village: "Village") -> None:
    """A group that becomes a supergroup, where the bot seems new, is not greeted again."""
    town = village.sim.group("Town", village.ana)
    await village.hear()
    moved = village.sim.migrate(town)
    village.sim.put_out(village.ana, moved)
    village.sim.let_in(village.ana, moved)
    await village.hear()
    assert greetings(moved) == []


async def test_an_administrator(village: "Village") -> None:
    """A bot that becomes an administrator has been there before."""
    village.sim.appoint_bot(village.plaza)
    await village.hear()
    assert greetings(village.plaza) == []


async def test_where_nobody_plays(village: "Village") -> None:
    """A channel is not greeted, nor is somebody who lets the bot write again."""
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
    """Where no photos may be sent it is a text."""
    town = village.sim.group("Town", village.ana)
    village.sim.forbid(town, "can_send_photos")
    await village.hear()
    (greeting,) = greetings(town)
    assert greeting.text.startswith("Puluc is a Maya race-and-capture game")
    assert "Learn" in greeting.labels


async def test_where_nothing_may_be_said(village: "Village") -> None:
    """Where nothing may be said nothing is, and what comes later is handled."""
    town = village.sim.group("Town", village.ana)
    village.sim.forbid(town, "can_send_photos", "can_send_messages")
    await village.hear()
    assert greetings(town) == []
    assert (await village.say(village.ana, "/play@puluc_bot")).picture


async def test_without_a_store(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is away the update has to come again; then the group is greeted."""
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
