"""The greeting that the bot posts once when it joins a server."""

import hashlib
import time
from collections.abc import Awaitable, Callable
from io import BytesIO

import discord
import structlog

from bot.acts.beginnings import welcome
from bot.inbound.localized import LocalizedReply
from bot.inbound.platform import Services
from bot.inbound.retry import Transient, retry
from bot.on_discord import names, words
from bot.on_discord.components import choices
from bot.on_discord.faults import TRANSIENT
from bot.table.pace import DAY
from bot.table.ports import StoreDown

TRIED_SECONDS = 60.0
"""How long to retry the greeting while Discord is failing."""

RECENT_SECONDS = 3600.0
"""A server that the bot joined longer ago than this needs no greeting."""

KEPT_SECONDS = 7 * DAY
"""How long a greeting is remembered, so that a repeated join event doesn't post it again."""


log = structlog.get_logger()


async def greet(services: Services, guild: discord.Guild) -> None:
    """Post the welcome message with its buttons, without pinging anyone.

    Once per join, across all processes; not at all if the bot may not post in any channel.
    """
    joined = guild.me.joined_at
    if joined is None or (discord.utils.utcnow() - joined).total_seconds() > RECENT_SECONDS:
        return
    arrival = f"discord.{guild.me.id}.greeting.{guild.id}.{joined.isoformat()}"
    nonce = hashlib.blake2b(arrival.encode(), digest_size=12).hexdigest()
    try:
        if not await services.store.gate(arrival, KEPT_SECONDS):
            return
    except StoreDown:
        return  # its buttons wouldn't work either
    channel = channel_of(guild)
    if channel is None:
        log.info("discord.ungreeted", why="no channel")
        return
    language = str(guild.preferred_locale)
    say = words.marked_up(services.catalogue, language)
    card = await services.localizer.localized(welcome(), language, say)
    plain = words.plain(services.catalogue, language)
    try:
        await retry(
            _posting(channel, card, nonce, lambda: choices(card.choices, plain, str, services.url)),
            time.monotonic() + TRIED_SECONDS,
            lambda failure: Transient() if isinstance(failure, TRANSIENT) else None,
        )
    except (discord.DiscordException, TimeoutError, *TRANSIENT) as error:
        log.warning("discord.ungreeted", why=type(error).__name__)


def channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, else the first one where the bot can post pictures."""
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    for channel in channels:
        if not names.lacking(channel.permissions_for(guild.me)):
            return channel
    return None


def _posting(
    channel: discord.TextChannel,
    card: LocalizedReply,
    nonce: str,
    buttons: Callable[[], discord.ui.View],
) -> Callable[[], Awaitable[object]]:
    """Return a function that posts the message; the nonce makes retries idempotent."""

    async def post() -> None:
        files = []
        if card.cover is not None:
            picture, alt = BytesIO(card.cover.png), card.cover.alt[: words.MAX_ALT_LENGTH]
            files.append(discord.File(picture, filename="puluc.png", description=alt))
        await channel.send(
            "\n".join(card.lines),
            files=files,
            view=buttons(),
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=nonce,
        )

    return post
