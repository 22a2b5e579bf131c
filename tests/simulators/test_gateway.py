"""Shards, sessions and intents, with discord.py clients."""

from asyncio import Event, create_task, to_thread
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.sessions import Intent
from discord_simulator.simulator import DiscordSimulator
from small_bot import SmallBot


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.mark.usefixtures("connected")
async def test_every_shard_hears_of_its_guilds(discord_simulator: DiscordSimulator) -> None:
    """A guild's shard is its id, shifted, modulo the number of shards; each identifies once."""
    discord_simulator.gateway.shards = 2
    discord_simulator.gateway.max_concurrency = 2
    guilds = [discord_simulator.guild(f"Village {number}") for number in range(4)]
    ready = Event()

    class Sharded(discord.AutoShardedClient):
        async def before_identify_hook(
            self, shard_id: int | None, *, initial: bool = False
        ) -> None: ...  # skips the wait of five seconds

        async def on_ready(self) -> None:
            ready.set()

    async with Sharded(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05) as bot:
        running = create_task(bot.start(discord_simulator.token))
        await ready.wait()
        assert {guild.id for guild in bot.guilds} == {guild.id for guild in guilds}
        assert discord_simulator.gateway.identified == {0: 1, 1: 1}
        for heard in discord_simulator.sessions:
            received = {int(data["id"]) for event, data in heard.frames if event == "GUILD_CREATE"}
            assert received == {one.id for one in guilds if one.id >> 22 & 1 == heard.shard[0]}
        await bot.close()
        await running


async def test_void_session(discord_simulator: DiscordSimulator, bot: SmallBot) -> None:
    """A client whose session was invalidated identifies again."""
    bot.ready.clear()
    await to_thread(discord_simulator.invalidate_sessions)
    await bot.ready.wait()
    assert discord_simulator.gateway.identified == {0: 2}


async def test_privileged_intents_are_refused(
    discord_simulator: DiscordSimulator, session: aiohttp.ClientSession
) -> None:
    """Intents that weren't granted close the connection."""
    async with session.ws_connect(discord_simulator.gateway_url) as socket:
        await socket.receive_json()
        asked = {"token": discord_simulator.token, "intents": int(Intent.MEMBERS)}
        await socket.send_json({"op": 2, "d": asked})
        await socket.receive()
        assert socket.close_code == 4014


async def test_wrong_token(
    discord_simulator: DiscordSimulator, session: aiohttp.ClientSession
) -> None:
    """A wrong token is refused by the gateway and by REST."""
    async with session.ws_connect(discord_simulator.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": "another", "intents": 0}})
        await socket.receive()
        assert socket.close_code == 4004
    headers = {"Authorization": "Bot another"}
    async with session.get(f"{discord_simulator.url}/users/@me", headers=headers) as answer:
        assert answer.status == 401


async def test_messages_need_their_intent(
    discord_simulator: DiscordSimulator, plaza: Channel, ana: Person, bot: SmallBot
) -> None:
    """Without the intent for messages, a session receives none."""
    await to_thread(ana.say, plaza, "Hello")
    (heard,) = discord_simulator.sessions
    assert "MESSAGE_CREATE" not in {event for event, _ in heard.frames}


async def test_invitation(discord_simulator: DiscordSimulator, bot: SmallBot) -> None:
    """When a guild adds the bot, the bot is notified at once."""
    guild = await to_thread(discord_simulator.guild, "Village", with_bot=False)
    assert list(bot.guilds) == []
    await to_thread(discord_simulator.invite_bot, guild)
    await to_thread(discord_simulator.wait, lambda: [one.name for one in bot.guilds] == ["Village"])
