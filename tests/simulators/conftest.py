"""A small discord.py bot, connected to the simulator."""

from collections.abc import AsyncIterator

import discord
import pytest
import yarl

from discord_simulator.fixtures import discord_simulator
from discord_simulator.people import Person
from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator
from small_bot import SmallBot, logged_in

__all__ = ["discord_simulator"]


@pytest.fixture
def plaza(discord_simulator: DiscordSimulator) -> Channel:
    return discord_simulator.channel(discord_simulator.guild("Village"), "plaza")


@pytest.fixture
def ana(discord_simulator: DiscordSimulator, plaza: Channel) -> Person:
    return discord_simulator.person("Ana", locale="es-ES")


@pytest.fixture
def ben(discord_simulator: DiscordSimulator, plaza: Channel) -> Person:
    return discord_simulator.person("Ben")


@pytest.fixture
def connected(discord_simulator: DiscordSimulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect discord.py clients to the simulator."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord_simulator.url)
    gateway = yarl.URL(discord_simulator.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    discord_simulator.gateway.identify_seconds = 0  # the small bot doesn't wait between identifies


@pytest.fixture
async def bot(discord_simulator: DiscordSimulator, connected: None) -> AsyncIterator[SmallBot]:
    """The small bot, logged in to the simulator."""
    async with logged_in(discord_simulator) as bot:
        yield bot
