"""The greeting that the bot posts when it joins a server."""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.on_discord.client import Client
from bot.table.ports import StoreDown

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Village

JOINED_AT = datetime(2026, 1, 1, tzinfo=UTC)
"""When the simulated bot joined every server."""


@pytest.fixture(autouse=True)
def just_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the clock to one second after the bot joined."""
    monkeypatch.setattr(discord.utils, "utcnow", lambda: JOINED_AT + timedelta(seconds=1))


async def arrive(village: "Village") -> None:
    """Deliver Discord's event that the bot has joined the village."""
    client = village.env.bot
    assert isinstance(client, Client)
    guild = client.get_guild(village.guild.id)
    assert guild is not None
    await client.on_guild_join(guild)


async def test_a_greeting(village: "Village", reply: "ReplyText") -> None:
    """The greeting is public, has a picture and working buttons, and pings nobody."""
    await arrive(village)
    (message,) = village.plaza.history()
    assert message.content.startswith("Puluc is a Maya race-and-capture game")
    (picture,) = message.attachments
    assert 40 < len(str(picture.description)) <= 1024
    assert village.labels[:2] == ["Play the computer", "Challenge"]
    assert not message.flags.ephemeral
    assert village.pings == [[]]
    asked = await village.ben.click(message, label="Challenge")
    assert reply(asked).startswith("Who do you want to challenge?")
    await village.ben.click(message, label="Play the computer")
    assert village.labels[0] == "Start"
    first, _ = village.plaza.history()
    assert village.buttons(first)


async def test_once(village: "Village") -> None:
    """The bot greets once, even if the event comes twice or to another process."""
    await arrive(village)
    await arrive(village)
    await village.env.restart_bot(village.house.client())
    await arrive(village)
    assert len(village.plaza.history()) == 1


async def test_the_system_channel(village: "Village") -> None:
    """The greeting is posted in the server's system channel."""
    news = village.guild.create_text_channel("news")
    village.env.backend.edit_guild(village.guild.id, {"system_channel_id": news.id})
    await arrive(village)
    assert news.last_message is not None
    assert village.plaza.last_message is None


@pytest.mark.parametrize("right", ["view_channel", "send_messages", "attach_files"])
async def test_the_first_channel_with_permissions(village: "Village", right: str) -> None:
    """If the bot can't post pictures there, it greets in the first channel where it can."""
    village.env.backend.edit_guild(village.guild.id, {"system_channel_id": village.plaza.id})
    village.forbid(village.plaza, **{right: False})
    hall = village.guild.create_text_channel("hall")
    await arrive(village)
    assert hall.last_message is not None
    assert village.plaza.last_message is None


async def test_no_channel_with_permissions(village: "Village") -> None:
    """If the bot can't write in any channel, it doesn't try."""
    village.forbid(village.plaza, send_messages=False)
    before = len(village.env.http_requests)
    await arrive(village)
    assert len(village.env.http_requests) == before


async def test_a_server_that_it_joined_long_ago(
    village: "Village", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that the bot joined long ago isn't greeted, even if the event comes now."""
    monkeypatch.setattr(discord.utils, "utcnow", lambda: JOINED_AT + timedelta(days=1))
    await arrive(village)
    assert village.plaza.last_message is None


async def test_a_broken_discord(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A greeting is sent again if its connection breaks."""
    send, cut = discord.TextChannel.send, [OSError()]

    async def cut_once(channel: discord.TextChannel, *args: Any, **more: Any) -> discord.Message:
        if cut:
            raise cut.pop()
        return await send(channel, *args, **more)

    monkeypatch.setattr(discord.TextChannel, "send", cut_once)
    await arrive(village)
    (message,) = village.plaza.history()
    assert message.attachments


async def test_a_greeting_that_is_refused(village: "Village") -> None:
    """A greeting that Discord rejects is dropped, and no error is raised."""
    village.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await arrive(village)
    assert village.plaza.last_message is None


async def test_without_the_store(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot doesn't greet while the store is down, because no button would work."""

    async def down(*_: object) -> bool:
        raise StoreDown

    monkeypatch.setattr(village.store, "gate", down)
    await arrive(village)
    assert village.plaza.last_message is None


async def test_while_it_closes(village: "Village") -> None:
    """A bot that is shutting down leaves the greeting to the next process."""
    client = village.env.bot
    assert isinstance(client, Client)
    await client.inbound.drain()
    await arrive(village)
    assert village.plaza.last_message is None
    await village.env.restart_bot(village.house.client())
    await arrive(village)
    assert len(village.plaza.history()) == 1
