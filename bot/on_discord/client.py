"""The connection to Discord: shards, interactions, and the commands that are listed there."""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import discord
import structlog
from discord import app_commands
from discord.gateway import DiscordWebSocket
from yarl import URL

from bot.config import Shards, WrongSetting
from bot.inbound.platform import House, Unreachable
from bot.on_discord import commands
from bot.on_discord.components import Pressed
from bot.on_discord.faults import DROPPED
from bot.on_discord.inbound import Inbound
from bot.table.ports import StoreDown

IDENTIFY_SECONDS = 5
"""Between two identifies of one bucket, over all processes."""

FREE_STARTS = 10
"""Starts in an hour before they are slowed down: 1000 identifies a day are all that there are."""

BRAKE_SECONDS = 30
MOST_BRAKE_SECONDS = 600

SPARE_IDENTIFIES = 20
"""Of a day's: with fewer left, nobody starts before there are new ones."""

CLOSE_SECONDS = 0.7

WAIT_SECONDS = (1, 2, 4, 8, 15)
"""How long a Discord that is broken is waited for, again and again, before that is told."""

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here

T = TypeVar("T")

log = structlog.get_logger()


class Client(discord.AutoShardedClient):
    """Receives interactions. Nothing of a game is kept here."""

    def __init__(self, inbound: Inbound, house: House, shards: Shards | None) -> None:
        split: dict[str, Any] = {}
        if shards is not None:
            split = {"shard_ids": list(shards.ids), "shard_count": shards.count}
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=30.0,
            **split,
        )
        self.inbound = inbound
        self._store = house.store
        self._catalogue = house.catalogue
        self.tree: app_commands.CommandTree[Client] = Tree(self)
        self.add_dynamic_items(Pressed)
        commands.fill(self.tree, inbound, house.catalogue, house.games)

    async def setup_hook(self) -> None:
        """List the commands."""
        await self._list_commands()

    async def stay(self) -> None:
        """Stay connected, through drops and resumes, until closed or shut out for good."""
        try:
            shards, gateway, limits = await _insist(self.http.get_bot_gateway)
            DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway)  # of the API that we speak to
            self.shard_count = self.shard_count or shards  # the library need not ask again
            self.limits = discord.SessionStartLimits(**limits)
            await self.brake()
            await self.connect()
        except discord.ConnectionClosed as closed:
            raise WrongSetting(
                f"DISCORD_TOKEN: Discord closed the connection for good ({closed.code})"
            ) from closed
        except DROPPED as error:
            raise Unreachable("Discord does not say where its gateway is") from error

    async def brake(self) -> None:
        """Wait before yet another start within the hour, or where no identify is left."""
        alike = self.shard_ids[0] if self.shard_ids else 0  # other processes have other shards
        name = f"discord.{self.application_id}.starts.{alike}"
        starts = await self._store.count(name, 3600)
        left = self.limits.remaining
        wait = min(max(starts - FREE_STARTS, 0) * BRAKE_SECONDS, MOST_BRAKE_SECONDS)
        if left < SPARE_IDENTIFIES:
            wait = max(wait, self.limits.reset_after // 1000)
        log.info("discord.starts", starts=starts, left=left, waits=wait)
        await asyncio.sleep(wait)

    async def _list_commands(self) -> None:
        """List the commands with Discord, unless they are listed so already."""
        translations = commands.Translations(self._catalogue)
        await self.tree.set_translator(translations)
        payload = [
            await command.get_translated_payload(self.tree, translations)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"discord.commands.{self.application_id}"
        if await self._store.note(name) == digest:
            return
        try:
            await self.tree.sync()
        except discord.HTTPException:
            log.exception("discord.unlisted")  # those of the last release may do; games go on
            return
        await self._store.set_note(name, digest)
        log.info("discord.listed", commands=len(payload))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no other shard of this bucket, in any process, has just identified."""
        bucket = (shard_id or 0) % self.limits.max_concurrency
        while not await self._may_identify(bucket):  # noqa: ASYNC110 - nobody tells that it may
            await asyncio.sleep(0.2)

    async def _may_identify(self, bucket: int) -> bool:
        try:
            name = f"discord.{self.application_id}.identify.{bucket}"
            return await self._store.gate(name, IDENTIFY_SECONDS)
        except StoreDown:
            return False  # without the store no press could be served

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that the bot has come into."""
        await self.inbound.greet(guild)

    async def on_interaction(self, interaction: "discord.Interaction[Client]") -> None:
        """Take what was typed into a window: the library forgets windows at a restart."""
        if interaction.type is discord.InteractionType.modal_submit:
            await self.inbound.submit(interaction)


PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What a server has to allow, and no more."""


@asynccontextmanager
async def connected(
    client: Client, token: str, api_url: str | None = None
) -> AsyncIterator[tuple[str, "asyncio.Task[None]"]]:
    """Log in and stay connected; give the link that invites the bot, and the task that stays.

    Raises WrongSetting where Discord does not know the token, Unreachable where it does not answer.
    """
    if api_url is not None:
        discord.http.Route.BASE = api_url.rstrip("/")
    try:
        await _log_in(client, token)
        invite = discord.utils.oauth_url(
            client.application_id or 0,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )
        ended = asyncio.create_task(client.stay())
        try:
            yield invite, ended
        finally:
            ended.cancel()
            await asyncio.gather(ended, return_exceptions=True)
    finally:
        await _close(client)


async def _log_in(client: Client, token: str) -> None:
    async def log_in() -> None:
        try:
            await client.login(token)
        except DROPPED:
            await client.http.close()  # an attempt has a connection of its own
            client.http.connector = discord.utils.MISSING
            raise

    try:
        await _insist(log_in)
    except discord.LoginFailure:
        raise WrongSetting(
            "DISCORD_TOKEN: Discord does not know this token; reset it on the bot's page there"
        ) from None
    except (discord.HTTPException, *DROPPED, OSError) as error:
        raise Unreachable(f"Discord does not answer ({type(error).__name__})") from error


async def _insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until Discord is not broken any more, for a while."""
    for seconds in WAIT_SECONDS:
        try:
            return await ask()
        except DROPPED as error:
            log.warning("discord.waiting", why=type(error).__name__, s=seconds)
            await asyncio.sleep(seconds)
    return await ask()


async def _close(client: Client) -> None:
    """Say goodbye, and wait for no answer for long."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()


class Tree(app_commands.CommandTree[Client]):
    """The commands, with an answer for whoever meets a fault of ours."""

    async def on_error(
        self,
        interaction: "discord.Interaction[Client]",
        error: app_commands.AppCommandError,
    ) -> None:
        """Tell that something went wrong; the log tells what."""
        log.error("command.failed", exc_info=error)
        await self.client.inbound.failed(interaction)
