"""A small discord.py bot that does what a test tells it to."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import discord
from discord import app_commands
from PIL import Image

from discord_simulator.places import Channel
from discord_simulator.simulator import DiscordSimulator

Act = Callable[[discord.Interaction], Awaitable[None]]


def png(colour: str = "red") -> discord.File:
    """Return a small picture."""
    stream = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(stream, "PNG")
    stream.seek(0)
    return discord.File(stream, "board.png", description=f"A {colour} board")


def press_me(label: str = "Press me", custom_id: str = "pressed") -> discord.ui.View:
    """Return a stateless view with one button."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
    return view


class SmallBot(discord.Client):
    """Handles commands with `on_command` and presses with `on_press`."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.on_command: Act | None = None
        self.on_press: Act | None = None
        self.ready = asyncio.Event()
        self.resumes = 0

    async def setup_hook(self) -> None:
        @self.tree.command(name="show", description="Show the board")
        @app_commands.allowed_installs(guilds=True, users=True)
        @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
        async def show(
            interaction: discord.Interaction, road: int = 9, who: discord.Member | None = None
        ) -> None:
            assert self.on_command is not None
            await self.on_command(interaction)

        @show.autocomplete("road")
        async def roads(_: discord.Interaction, typed: str) -> list[app_commands.Choice[int]]:
            return [app_commands.Choice(name=f"{typed} spaces", value=7)]

        @self.tree.context_menu(name="Challenge")
        async def challenge(interaction: discord.Interaction, member: discord.Member) -> None:
            await interaction.response.send_message(f"{member.mention}, a game?")

        await self.tree.sync()

    def channel(self, place: Channel) -> discord.TextChannel:
        """Return the client's own object for a channel."""
        found = self.get_channel(place.id)
        assert isinstance(found, discord.TextChannel)
        return found

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert self.on_press is not None
            await self.on_press(interaction)

    async def before_identify_hook(
        self, shard_id: int | None, *, initial: bool = False
    ) -> None: ...  # skips the wait of five seconds

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_resumed(self) -> None:
        self.resumes += 1


@asynccontextmanager
async def logged_in(simulator: DiscordSimulator) -> AsyncIterator[SmallBot]:
    async with SmallBot() as bot:
        running = asyncio.create_task(bot.start(simulator.token))
        await asyncio.wait_for(bot.ready.wait(), 60)
        yield bot
        await bot.close()
        await running
