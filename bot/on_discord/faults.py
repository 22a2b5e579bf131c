"""How a Discord answers that is broken just now; the library tells of connections by HTTP's errors.

Something that met one of these may have been done all the same.
"""

from typing import Final

import aiohttp
import discord

TRANSIENT: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""What may go well if it is tried again."""

DROPPED: Final = (
    discord.DiscordServerError,
    discord.GatewayNotFound,
    aiohttp.ServerDisconnectedError,
)
"""What says that somebody is there; where nobody answers at all, the address may be wrong."""
