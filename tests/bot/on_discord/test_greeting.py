"""The greeting that the bot posts when it joins a server."""

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import discord
import pytest

from bot.table.people import Place, Platform
from bot.table.ports import StoreDown
from bot.table.settings import Settings
from discord_simulator.members import Permission
from discord_simulator.places import Channel

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town

POST = "POST /channels/"

POSTING = (Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES, Permission.ATTACH_FILES)
"""What the bot needs to post a picture."""


JOINED = discord.utils.utcnow()
"""When the bot joins the town."""


async def arrive(town: "Town") -> None:
    """Deliver Discord's event that the bot has joined the town."""
    guild = town.client.get_guild(town.guild.id)
    assert guild is not None
    guild.me.joined_at = max(guild.me.joined_at, JOINED)
    await town.client.on_guild_join(guild)


async def added_while_away(town: "Town") -> Channel:
    """Add the bot to a server while no process runs, and start one; return a channel there."""
    await town.running.aclose()
    guild = town.sim.guild("Away", with_bot=False)
    channel = town.sim.channel(guild, "plaza")
    town.sim.invite_bot(guild)
    return channel


async def settled(town: "Town") -> None:
    """Start a process, and wait until it has heard of all servers and done what follows."""
    await town.start()
    await town.client.wait_until_ready()
    begun = [task for task in asyncio.all_tasks() if "on_guild_available" in task.get_name()]
    if begun:
        await asyncio.wait(begun)


async def welcome_in(town: "Town", channel: Channel) -> None:
    """Make a channel the server's system channel."""
    town.sim.welcome_in(channel)
    await town.heard("guild_update")


async def test_a_greeting(town: "Town", reply: "ReplyText") -> None:
    """The greeting is public, has a picture and working buttons, and pings nobody."""
    await arrive(town)
    (message,) = town.plaza.messages
    assert message.words.startswith("Puluc is a Maya race-and-capture game")
    assert 40 < len(str(message.alt)) <= 1024
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
    await settled(town)
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
    later = discord.utils.utcnow() + timedelta(days=7)
    monkeypatch.setattr(discord.utils, "utcnow", lambda: later)
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
    await settled(town)
    await arrive(town)
    assert len(town.plaza.messages) == 1


async def test_added_while_it_was_away(town: "Town") -> None:
    """A server that was added while no process ran is greeted at the next start, and only then."""
    channel = await added_while_away(town)
    for _ in range(2):
        await settled(town)
        assert [message.labels[0] for message in channel.messages] == ["Play the computer"]


async def test_a_server_that_is_in_use(town: "Town") -> None:
    """A server where somebody has changed the settings gets no greeting at a start."""
    channel = await added_while_away(town)
    place = Place(Platform.DISCORD, str(channel.id))
    await town.store.change_settings(place, Settings(thread=True))
    await settled(town)
    assert channel.messages == []


async def test_a_start_long_after_it_was_added(town: "Town") -> None:
    """A start greets no server that the bot has been in for long."""
    await settled(town)
    assert town.plaza.messages == []
