"""The connection to Discord: shards, interactions, and the commands that are listed there."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.config import Shards, WrongSetting
from bot.on_discord import commands
from bot.on_discord.components import ITEMS, WITH_WORD
from bot.on_discord.inbound import Inbound
from bot.table.ports import Store
from bot.texts.catalogue import Catalogue

IDENTIFY_SECONDS = 5
"""Between two identifies of one bucket, over all processes."""

FREE_STARTS = 10
"""Starts in an hour before they are slowed down: 1000 identifies a day are all that there are."""

BRAKE_SECONDS = 30
MOST_BRAKE_SECONDS = 600

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Connection:
    """A bot that is logged in: the link that invites it, and the task that ends if it is lost."""

    invite: str
    ended: "asyncio.Task[None]"


class Client(discord.AutoShardedClient):
    """Receives interactions. Nothing of a game is kept here."""

    def __init__(
        self, inbound: Inbound, store: Store, catalogue: Catalogue, shards: Shards | None
    ) -> None:
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
        self._store = store
        self._catalogue = catalogue
        self._buckets = 1
        self.tree: app_commands.CommandTree[Client] = Tree(self)
        self.add_dynamic_items(*ITEMS)
        commands.fill(self.tree, inbound, catalogue)

    async def setup_hook(self) -> None:
        """Slow a crash loop down, learn how fast shards may come, list the commands."""
        await self._brake()
        limits = await self.fetch_session_start_limits()
        self._buckets = limits.max_concurrency
        log.info("discord.starts", left=limits.remaining)
        await self._list_commands()

    async def _brake(self) -> None:
        """Wait before yet another start within the hour."""
        starts = await self._store.count("discord.starts", 3600)
        wait = min((starts - FREE_STARTS) * BRAKE_SECONDS, MOST_BRAKE_SECONDS)
        if wait > 0:
            log.warning("discord.braked", starts=starts, seconds=wait)
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
        await self.tree.sync()
        await self._store.set_note(name, digest)
        log.info("discord.listed", commands=len(payload))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no other shard of this bucket, in any process, has just identified."""
        bucket = (shard_id or 0) % self._buckets
        while not await self._store.gate(f"discord.identify.{bucket}", IDENTIFY_SECONDS):  # noqa: ASYNC110 - nobody tells that it opens
            await asyncio.sleep(0.2)

    async def on_interaction(self, interaction: "discord.Interaction[Client]") -> None:
        """Take what was typed into a window: the library forgets windows at a restart."""
        data: Mapping[str, Any] = interaction.data or {}
        code = str(data.get("custom_id", ""))
        if interaction.type is discord.InteractionType.modal_submit and code.startswith(WITH_WORD):
            await self.inbound.word(interaction, code.removeprefix(WITH_WORD), _typed(data))


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
) -> AsyncIterator[Connection]:
    """Log in and stay connected; WrongSetting where Discord does not know the token."""
    if api_url is not None:
        discord.http.Route.BASE = api_url.rstrip("/")
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise WrongSetting(
            "DISCORD_TOKEN: Discord does not know this token; reset it on the bot's page there"
        ) from None
    invite = discord.utils.oauth_url(
        client.application_id or 0,
        permissions=PERMISSIONS,
        scopes=("bot", "applications.commands"),
    )
    ended = asyncio.create_task(_stay(client))
    try:
        yield Connection(invite, ended)
    finally:
        await client.close()
        await asyncio.gather(ended, return_exceptions=True)


async def _stay(client: Client) -> None:
    """Stay connected, through drops and resumes, until closed or shut out for good."""
    try:
        await client.connect()
    except discord.ConnectionClosed as closed:
        raise WrongSetting(
            f"DISCORD_TOKEN: Discord closed the connection for good ({closed.code})"
        ) from closed


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


def _typed(data: Any) -> str:
    """What was typed into the only field of a window."""
    if isinstance(data, Mapping):
        if "value" in data and data.get("custom_id") == "word":
            return str(data["value"])
        return _typed([data.get("component"), *data.get("components", ())])
    return "".join(map(_typed, data or ()))
