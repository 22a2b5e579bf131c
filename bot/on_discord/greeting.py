"""The bot comes into a server: it says once, where all see it, what it is and how to begin."""

import hashlib
import time
from collections.abc import Awaitable, Callable
from io import BytesIO

import discord
import structlog

from bot.acts.welcome import welcome
from bot.inbound.localized import LocalizedReply
from bot.inbound.platform import House
from bot.inbound.retry import Transient, retry
from bot.on_discord import names, words
from bot.on_discord.components import choices
from bot.on_discord.faults import TRANSIENT
from bot.table.naming import plain_name
from bot.table.ports import StoreDown

TRIED_SECONDS = 60.0
"""How long the greeting is tried while Discord is broken."""

RECENT_SECONDS = 3600.0
"""How long ago the bot may have come in: what it has been in for long needs no greeting."""

KEPT_SECONDS = 7 * 24 * 3600
"""How long a greeting is remembered: longer than any process hears of the same arrival again."""

MOST_ALT = 1024

log = structlog.get_logger()


async def greet(house: House, guild: discord.Guild) -> None:
    """Post the first minute's card with its buttons, calling nobody.

    Once for each time that the bot comes in, in whichever process; nowhere if it may not write.
    """
    joined = guild.me.joined_at
    if joined is None or (discord.utils.utcnow() - joined).total_seconds() > RECENT_SECONDS:
        return
    arrival = f"discord.{guild.me.id}.greeting.{guild.id}.{joined.isoformat()}"
    nonce = hashlib.blake2b(arrival.encode(), digest_size=12).hexdigest()
    try:
        if not await house.store.gate(arrival, KEPT_SECONDS):
            return
    except StoreDown:
        return  # nobody could press anything either
    channel = channel_of(guild)
    if channel is None:
        log.info("discord.ungreeted", why="no channel")
        return
    language = str(guild.preferred_locale)
    say = words.voice(house.catalogue, language, names.escape)
    told = await house.localizer.localized(welcome(), language, say)
    plain = words.voice(house.catalogue, language, plain_name)
    try:
        await retry(
            _posting(channel, told, nonce, lambda: choices(told.choices, plain, str, house.url)),
            time.monotonic() + TRIED_SECONDS,
            lambda failure: Transient() if isinstance(failure, TRANSIENT) else None,
        )
    except (discord.DiscordException, TimeoutError, *TRANSIENT) as error:
        log.warning("discord.ungreeted", why=type(error).__name__)


def channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel for a server's news, or the first one, in which pictures can be posted."""
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    for channel in channels:
        if not names.lacking(channel.permissions_for(guild.me)):
            return channel
    return None


def _posting(
    channel: discord.TextChannel,
    told: LocalizedReply,
    nonce: str,
    buttons: Callable[[], discord.ui.View],
) -> Callable[[], Awaitable[object]]:
    """How the card is posted: tried again, it is the one that stands there already."""

    async def post() -> None:
        files = []
        if told.cover is not None:
            picture, alt = BytesIO(told.cover.png), told.cover.alt[:MOST_ALT]
            files.append(discord.File(picture, filename="puluc.png", description=alt))
        await channel.send(
            "\n".join(told.lines),
            files=files,
            view=buttons(),
            allowed_mentions=discord.AllowedMentions.none(),
            nonce=nonce,
        )

    return post
