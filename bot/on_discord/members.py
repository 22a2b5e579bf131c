"""Who is still a member of a server."""

import asyncio

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
    guild = guild_of(client, place)
    if guild is None or user.platform is not Platform.DISCORD or not user.id.isdecimal():
        return Presence.UNKNOWN
    try:
        async with asyncio.timeout(ASK_SECONDS):
            await guild.fetch_member(int(user.id))  # the cache may be wrong
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
            return Presence.GONE
        log.warning("presence.unknown", why=error.code)
        return Presence.UNKNOWN
    except (*TRANSIENT, discord.RateLimited, TimeoutError) as error:
        log.warning("presence.unknown", why=type(error).__name__)
        return Presence.UNKNOWN
    return Presence.PRESENT
