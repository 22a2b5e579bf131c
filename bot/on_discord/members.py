"""Who is still a member of a server."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
import structlog

from bot.on_discord.faults import TRANSIENT
from bot.on_discord.links import guild_of
from bot.table.people import Place, Platform, Presence, User

UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
"""Discord's error codes for people who aren't members, and for accounts that don't exist."""

ASK_SECONDS = 5.0
"""How long to wait for the answer. The library's own retries can take half a minute."""

log = structlog.get_logger()


async def presence(client: discord.Client, place: Place, user: User) -> Presence:
    """Ask Discord whether a user is a member of a place's server.

    Deleted accounts aren't. Who left a thread, or can no longer see its channel, still counts as
    present. The answer is UNKNOWN for private chats and unknown servers, and if Discord gives none
    or any other error: nobody is declared gone by mistake.
    """
    if user.platform is not Platform.DISCORD or not user.id.isdecimal():
        return Presence.UNKNOWN
    try:
        async with asyncio.timeout(ASK_SECONDS):
            guild = await _guild_id(client, place)
            if guild is None:
                return Presence.UNKNOWN
            await client.http.get_member(guild, int(user.id))  # the cache may be wrong
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
            return Presence.GONE
        log.warning("presence.unknown", why=error.code)
        return Presence.UNKNOWN
    except (*TRANSIENT, discord.RateLimited, TimeoutError) as error:
        log.warning("presence.unknown", why=type(error).__name__)
        return Presence.UNKNOWN
    return Presence.PRESENT


async def _guild_id(client: discord.Client, place: Place) -> int | None:
    """Return the id of a place's server, None for a private chat.

    Asks Discord if the gateway has not yet told, as in a process that has just started.
    """
    guild = guild_of(client, place)
    if guild is not None:
        return guild.id
    if not place.channel.isdecimal():
        return None
    channel: Mapping[str, Any] = await client.http.get_channel(int(place.channel))
    return int(channel["guild_id"]) if "guild_id" in channel else None
