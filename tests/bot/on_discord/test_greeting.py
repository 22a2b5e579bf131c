"""The greeting that the bot posts when it joins a server."""

from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import pytest

from bot.table.ports import StoreDown
from discord_simulator.members import Permission
from discord_simulator.places import Channel

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

POST = "POST /channels/"

POSTING = (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.ATTACH_FILES)
"""What the bot needs to post a picture."""


async def arrive(town: "Town") -> None:
    """Deliver Discord's event that the bot has joined the town."""
    guild = town.client.get_guild(town.guild.id)
    assert guild is not None
    await town.client.on_guild_join(guild)


async def welcome_in(town: "Town", channel: Channel) -> None:
    """Make a channel the server's system channel."""
    town.sim.welcome_in(channel)
    await town.heard("guild_update")


async def test_a_greeting(town: "Town", reply: "ReplyText") -> None:
    """The greeting is public, has a picture and working buttons, and pings nobody."""
    await arrive(town)
    (message,) = town.plaza.messages
    assert message.content.startswith("Puluc is a Maya race-and-capture game")
    (picture,) = message.attachments
    assert 40 < len(str(picture.alt)) <= 1024
    assert message.labels[:2] == ["Play the computer", "Challenge"]
    assert message.pinged == []
    asked = await town.press(town.ben, message, "Challenge")
    assert reply(asked).startswith("Who do you want to challenge?")
    await town.press(town.ben, message, "Play the computer")
    assert town.labels[0] == "Start"
    assert message.labels


async def test_once(town: "Town") -> None:
    """The bot greets once, even if the event comes twice or to another process."""
    await arrive(town)
    await arrive(town)
    await town.start()
    await arrive(town)
    assert len(town.plaza.messages) == 1


async def test_joining_again(town: "Town") -> None:
    """A server that the bot joins again is greeted again."""
    await arrive(town)
    me = town.client.get_guild(town.guild.id).me
    me.joined_at += timedelta(seconds=1)
    await arrive(town)
    assert len(town.plaza.messages) == 2


async def test_the_system_channel(town: "Town") -> None:
    """The greeting is posted in the server's system channel."""
    news = await town.channel("news")
    await welcome_in(town, news)
    await arrive(town)
    assert (len(news.messages), town.plaza.messages) == (1, [])


@pytest.mark.parametrize("right", POSTING)
async def test_the_first_channel_with_permissions(town: "Town", right: Permission) -> None:
    """If the bot can't post pictures there, it greets in the first channel where it can."""
    await welcome_in(town, town.plaza)
    await town.forbid(town.plaza, right)
    hall = await town.channel("hall")
    await arrive(town)
    assert (len(hall.messages), town.plaza.messages) == (1, [])


async def test_no_channel_with_permissions(town: "Town") -> None:
    """If the bot can't write in any channel, it doesn't try."""
    await town.forbid(town.plaza, Permission.SEND_MESSAGES)
    before = len(town.sim.requests)
    await arrive(town)
    assert len(town.sim.requests) == before


async def test_a_server_that_it_joined_long_ago(
    town: "Town", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that the bot joined long ago isn't greeted, even if the event comes now."""
    tomorrow = discord.utils.utcnow() + timedelta(days=1)
    monkeypatch.setattr(discord.utils, "utcnow", lambda: tomorrow)
    await arrive(town)
    assert town.plaza.messages == []


@pytest.mark.parametrize("applied", [False, True])
async def test_a_broken_discord(impatient: None, town: "Town", applied: bool) -> None:
    """A greeting is sent again if its connection breaks, and is posted once."""
    town.sim.cut_next(part=POST, applied=applied)
    await arrive(town)
    (message,) = town.plaza.messages
    assert message.attachments
    assert town.asked(POST) == 2


async def test_a_greeting_that_is_refused(town: "Town") -> None:
    """A greeting that Discord rejects is dropped, and no error is raised."""
    town.sim.refuse_next(50013, part=POST)
    await arrive(town)
    assert town.plaza.messages == []


async def test_without_the_store(town: "Town", monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot doesn't greet while the store is down, because no button would work."""

    async def down(*_: object) -> bool:
        raise StoreDown

    monkeypatch.setattr(town.store, "gate", down)
    await arrive(town)
    assert town.plaza.messages == []


async def test_while_it_closes(town: "Town") -> None:
    """A bot that is shutting down leaves the greeting to the next process."""
    await town.client.inbound.drain()
    await arrive(town)
    assert town.plaza.messages == []
    await town.start()
    await arrive(town)
    assert len(town.plaza.messages) == 1
