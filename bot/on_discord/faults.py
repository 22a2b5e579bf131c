"""Errors of Discord and of the way to it. The library reports connection errors as aiohttp's.

A request that fails with one of these may still have been executed.
"""

from collections.abc import Sequence
from typing import Final

import aiohttp
import discord
from pydantic import HttpUrl

TRANSIENT: Final = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""Errors after which a retry may succeed."""

DROPPED: Final = (
    discord.DiscordServerError,
    discord.GatewayNotFound,
    aiohttp.ServerDisconnectedError,
    aiohttp.ClientPayloadError,
)
"""Errors that at least prove that a server is there. With no connection, the URL may be wrong."""


UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED = 10062, 40060
"""Discord's error codes for what can no longer be answered, or has been."""

INVALID_FORM: Final = 50035
"""Discord's error code for a message that it would refuse from any request."""


class Failing(Exception):  # noqa: N818 - it is a state
    """Discord is broken or overloaded, or refuses more requests for now."""

    def __init__(self, status: int) -> None:
        super().__init__(f"HTTP status {status}")
        self.status = status


LOST: Final = (Failing, aiohttp.ClientError, OSError)
"""Errors because of which a request has no usable answer. OSError includes TimeoutError."""

LIMITED: Final = 429

_BROKEN: Final = 500

_LATER = "try again later, and see discordstatus.com"

_ADVICE: Final[Sequence[tuple[type[Exception], str]]] = (
    (
        aiohttp.ClientConnectorDNSError,
        "{host} can't be found; check this machine's network and DNS{setting}",
    ),
    (
        aiohttp.ClientConnectorCertificateError,
        "{host} shows no valid certificate; check this machine's clock, and for a proxy{setting}",
    ),
    (
        aiohttp.ClientSSLError,
        "{host} doesn't speak TLS; check whether a proxy is in the way{setting}",
    ),
    (
        aiohttp.ClientConnectorError,
        "{host} can't be reached at port {port}; check this machine's firewall{setting}",
    ),
    (TimeoutError, "{host} doesn't answer; " + _LATER),
    (OSError, "the connection to {host} broke; " + _LATER),
    (aiohttp.ClientError, "the connection to {host} broke; " + _LATER),
)
"""What an operator should do about errors on the way to Discord; the first that fits applies."""


def explained(error: Exception, address: HttpUrl | None) -> str:
    """Return what one of `LOST` means and what to do; `address` is DISCORD_API_URL."""
    if isinstance(error, Failing) and error.status == LIMITED:
        return (
            "Discord refuses more requests of this bot, or from this machine's address, for now "
            "(HTTP status 429); wait a few minutes, and check that the bot doesn't restart over "
            "and over"
        )
    if isinstance(error, Failing):
        return f"Discord isn't working (HTTP status {error.status}); {_LATER}"
    host, port, setting = "discord.com", 443, ""
    if address is not None:
        host, port, setting = str(address.host), address.port or port, ", and DISCORD_API_URL"
    text = next(text for kind, text in _ADVICE if isinstance(error, kind))
    return text.format(host=host, port=port, setting=setting)


def impatient() -> aiohttp.TraceConfig:
    """Return a trace that raises `Failing` where the library would wait and try again."""

    async def check(
        _session: aiohttp.ClientSession, _context: object, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        status = ended.response.status
        if status == LIMITED or status >= _BROKEN:
            ended.response.close()
            raise Failing(status)

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(check)
    return trace
