"""The library's HTTP client, with a limit for each whole call.

httpx limits only how long each read takes. Without another limit, a response that trickles in would
block a call forever, and with it polling or a board.
"""

import asyncio
import ssl
from functools import cache
from typing import Any, Final

import httpx
from telegram.error import TelegramError, TimedOut
from telegram.request import HTTPXRequest
from typing_extensions import override

from bot.config import WrongSetting

READ_SECONDS: Final = 5.0
"""Timeout for reading a response, in addition to the call's own long-polling time."""

SPARE_SECONDS: Final = 10.0
"""Extra time for a whole call, which may wait for a connection or upload a picture."""

IDLE_SECONDS: Final = 15.0
"""How long an unused connection stays open; a later call needs another one, and with it TLS."""


_trusted: Final = cache(ssl.create_default_context)
"""Returns the certificate authorities of this machine, which take 30 ms to load."""


class Requests(HTTPXRequest):
    """A pool of up to `connections` persistent connections; further calls wait for one.

    It trusts the certificate authorities of this machine, and goes through the proxy that the
    environment names. Raises WrongSetting if that isn't a proxy for HTTP.
    """

    def __init__(self, connections: int) -> None:
        limits = httpx.Limits(max_connections=connections, keepalive_expiry=IDLE_SECONDS)
        try:
            super().__init__(
                read_timeout=READ_SECONDS,
                pool_timeout=SPARE_SECONDS,
                httpx_kwargs={"limits": limits, "verify": _trusted()},
            )
        except (RuntimeError, ValueError) as unfit:
            raise WrongSetting(
                "HTTPS_PROXY, ALL_PROXY: Can't use this proxy. Set HTTPS_PROXY to the http:// "
                "address of one, and remove ALL_PROXY"
            ) from unfit

    @override
    async def do_request(self, *args: Any, **named: Any) -> tuple[int, bytes]:
        """Raises TimedOut if the whole call takes longer than its reading time and a spare one."""
        reading = named.get("read_timeout")
        seconds = reading if isinstance(reading, int | float) else READ_SECONDS
        try:
            async with asyncio.timeout(seconds + SPARE_SECONDS):
                return await super().do_request(*args, **named)
        except TimeoutError as late:
            raise TimedOut from late


def is_unreachable(error: TelegramError) -> bool:
    """Whether no connection to Telegram could be opened."""
    return isinstance(error.__cause__, httpx.ConnectError)
