"""The greeting that the bot posts once in a server that it has joined, also while it was away."""

import hashlib
import time
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.acts.beginnings import welcome
from bot.inbound.localized import LocalizedReply
from bot.inbound.platform import Services
from bot.inbound.retry import Transient, retry
from bot.on_discord import links, names, words
from bot.on_discord.components import choices
from bot.on_discord.faults import TRANSIENT
from bot.on_discord.layout import BOARD, Layout, Part, Picture
from bot.table.pace import DAY
from bot.table.people import Place, Platform
from bot.table.ports import StoreDown
from bot.table.settings import Settings
from engine.text import Say

TRIED_SECONDS = 60.0
"""How long to retry the greeting while Discord is failing."""

RECENT_SECONDS = 6 * DAY
"""A server that the bot joined longer ago than this needs no greeting."""

KEPT_SECONDS = 7 * DAY
"""How long a greeting is remembered: longer than it can be posted, so that nobody gets it twice."""

log = structlog.get_logger()


async def greet(services: Services, guild: discord.Guild, *, known: bool = False) -> None:
    """Post the welcome message with its buttons, without pinging anyone.

    Once per join, across all processes; not at all if the bot may not post in any channel. A server
    that was `known` when the bot connected may have been added while it was away. It needs no
    greeting if people have found the bot without one.
    """
    joined = guild.me.joined_at
    if joined is None or (discord.utils.utcnow() - joined).total_seconds() > RECENT_SECONDS:
        return
    arrival = f"discord.{guild.me.id}.greeting.{guild.id}.{joined.isoformat()}"
    nonce = hashlib.blake2b(arrival.encode(), digest_size=12).hexdigest()
    try:
        await _settle(services, guild)  # again, if it was cut off before the gate closed
        if not await services.store.gate(arrival, KEPT_SECONDS):
            return
        if known and await _is_used(services, guild):
            return
    except StoreDown:
        return  # its buttons wouldn't work either
    channel = channel_of(guild)
    if channel is None:
        log.info("discord.ungreeted", why="no channel")
        return
    language = links.language_of(guild)
    say = words.marked_up(services.catalogue, language)
    card = await services.localizer.localized(welcome(), language, say)
    plain = words.plain(services.catalogue, language)
    try:
        await retry(
            _posting(channel, _layout(card, plain, services.url), nonce),
            time.monotonic() + TRIED_SECONDS,
            lambda failure: Transient() if isinstance(failure, TRANSIENT) else None,
        )
    except (discord.DiscordException, TimeoutError, *TRANSIENT) as error:
        log.warning("discord.ungreeted", why=type(error).__name__)


async def _settle(services: Services, guild: discord.Guild) -> None:
    """Let games go on in a server to which people had brought the bot before it was added.

    May raise StoreDown; `/puluc board` shows these games, too.
    """
    places = {each.id: Place(Platform.DISCORD, str(each.id)) for each in guild.channels}
    for thread in guild.threads:
        places[thread.id] = Place(Platform.DISCORD, str(thread.parent_id), str(thread.id))
    for number, place in places.items():
        await services.service.follow(names.as_guest(guild.id, number), place)


async def _is_used(services: Services, guild: discord.Guild) -> bool:
    """Return whether anybody plays in a server or has changed its settings. May raise StoreDown."""
    for channel in guild.text_channels:
        place = Place(Platform.DISCORD, str(channel.id))
        if await services.store.settings(place) != Settings():
            return True
        if await services.store.tables_in(place):
            return True
        if await services.store.played_in(place, since=0, limit=1):
            return True
    return False


def channel_of(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel, else the first one where the bot can post pictures."""
    system = guild.system_channel
    channels = [*([] if system is None else [system]), *guild.text_channels]
    for channel in channels:
        if not names.lacking(channel.permissions_for(guild.me)):
            return channel
    return None


def _layout(card: LocalizedReply, plain: Say, url: str | None) -> Layout:
    """Return the welcome message: what it says, a picture of the game, and the buttons."""
    parts: list[Part] = ["\n".join(card.lines)]
    if card.cover is not None:
        parts.append(Picture(BOARD, card.cover.alt, card.cover.png))
    return Layout((*parts, *choices(card.choices, card.groups, plain, str, url)), framed=True)


def _posting(
    channel: discord.TextChannel, layout: Layout, nonce: str
) -> Callable[[], Awaitable[object]]:
    """Return a function that posts the message; the nonce makes retries idempotent."""

    async def post() -> None:
        await channel.send(**layout.new, nonce=nonce)

    return post
