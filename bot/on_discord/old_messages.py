"""Edits that Discord refuses because a message is old and was edited too often.

It answers them like a rate limit, for which the library would wait and try again four times, and
let all other edits in the channel wait with it. But only a new message helps.
"""

import json
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

TOO_OLD: Final = 30046
"""Discord's error code."""

TOO_MANY: Final = 429

OLD_SECONDS: Final = 3600.0
"""From which age on Discord limits how often a message is edited."""


def refusing() -> aiohttp.TraceConfig:
    """Return what ends such a request at once, with the library's HTTPException."""
    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(_raise_if_too_old)
    return trace


def is_old(message: int) -> bool:
    """Return whether a message, by its id, has reached that age."""
    posted = discord.utils.snowflake_time(message)
    return (discord.utils.utcnow() - posted).total_seconds() >= OLD_SECONDS


async def _raise_if_too_old(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    params: aiohttp.TraceRequestEndParams,
) -> None:
    response = params.response
    if response.status != TOO_MANY:
        return
    try:
        said = json.loads(await response.read())
    except ValueError:
        return  # not by Discord itself, but by what is before it
    if isinstance(said, dict) and said.get("code") == TOO_OLD:
        raise discord.HTTPException(response, said)
