"""Temporary errors of Discord. The library reports connection errors as aiohttp's.

A request that fails with one of these may still have been executed.
"""

from typing import Final

import aiohttp
import discord

TRANSIENT: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a retry may succeed."""

DROPPED: Final = (
    discord.DiscordServerError,
    discord.GatewayNotFound,
    aiohttp.ServerDisconnectedError,
)
"""Errors that at least prove that a server is there. With no connection, the URL may be wrong."""
