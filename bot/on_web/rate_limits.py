"""Rate limits for pages, per address and overall, so that watching can't slow down play.

Those who play and those who watch have overall limits of their own, and files, which a page needs
many of at once, have their own limit per address.

The limits apply to this process, and are kept in its memory.
"""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from bot.on_web.answers import RequestError
from bot.work.window import Window
from engine.text import Text

PER_ADDRESS = 300
"""Requests per address; high enough for a room full of people behind one router."""

FILES_PER_ADDRESS = 2000
"""Requests for scripts and the like: a page needs 40 of them, until the browser has kept them."""

OVERALL = 3000
"""Requests of all addresses together; takes about a fifth of a process's time."""

FILES = "/static/"
"""The beginning of the paths of files."""

WINDOW_SECONDS = 10.0
"""The time in which so many requests are allowed."""

MAX_WAITING = 50
"""The maximum number of concurrent requests per address."""

RETRY_SECONDS = 2
"""When to try again: someone who makes requests steadily then has a fifth of the limit again."""

HOLD_SECONDS = 1.0
"""How long a rejection is delayed, to slow down clients that retry at once."""

MAX_HELD = 200
"""The maximum number of delayed rejections; further ones are sent at once."""

ALIVE, READY = "/healthz", "/readyz"
"""The hosting service's health checks, with a separate limit that watchers can't use up."""

Exempt: TypeAlias = Callable[[web.Request], bool]
"""Whether a request isn't counted."""

Plays: TypeAlias = Callable[[web.Request], bool]
"""Whether a request comes from somebody who plays, as their cookies tell."""

_NETWORK = 64
"""The prefix length of the IPv6 network that a single subscriber has."""


def is_inside(peer: str) -> bool:
    """Whether an address is of this machine or its network, as a proxy's is."""
    try:
        return not ipaddress.ip_address(peer).is_global
    except ValueError:
        return True  # a local socket has no IP address


def client(request: web.Request, *, proxied: bool) -> str:
    """Return the client's address; for IPv6, the subscriber's network.

    With `proxied`, an internal peer is taken to be the hosting service's router, which appends the
    client's address to X-Forwarded-For. Earlier addresses in that header, and the whole header if
    the peer is external, could be forged.
    """
    peer = request.remote or ""
    if proxied and is_inside(peer):
        hops = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        return _subscriber(hops[-1].strip()) or _subscriber(peer) or peer
    return _subscriber(peer) or peer


def _subscriber(text: str) -> str | None:
    """Parse an address, with or without a port; None if it's invalid."""
    for part in (text, text.rpartition(":")[0].strip("[]")):
        try:
            address = ipaddress.ip_address(part)
        except ValueError:
            continue
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
            return str(ipaddress.IPv6Network((address, _NETWORK), strict=False))
        return str(getattr(address, "ipv4_mapped", None) or address)
    return None


class RateLimits:
    """Counts requests, and rejects those over the limit with the time to wait."""

    def __init__(
        self,
        *,
        proxied: bool,
        exempt: Mapping[str, Exempt],
        plays: Plays = lambda _: False,
        per_address: int = PER_ADDRESS,
        overall: int = OVERALL,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._proxied = proxied
        self._plays = plays
        self._exempt = exempt
        self._sleep = sleep
        self._pages: Window[str] = Window(per_address, WINDOW_SECONDS, clock)
        self._health: Window[str] = Window(per_address, WINDOW_SECONDS, clock)
        self._files: Window[str] = Window(FILES_PER_ADDRESS, WINDOW_SECONDS, clock)
        self._all: Window[bool] = Window(overall, WINDOW_SECONDS, clock)
        self._waiting: Counter[str] = Counter()
        self._held = 0

    def middleware(self) -> Middleware:
        """Return middleware that counts all requests but the exempt ones."""

        @web.middleware
        async def limit(request: web.Request, handler: Handler) -> web.StreamResponse:
            exempt = self._exempt.get(request.path)
            if exempt is not None and exempt(request):
                return await handler(request)
            address = client(request, proxied=self._proxied)
            refusal = self._refusal(request, address)
            with self._count(address):
                if refusal is None:
                    return await handler(request)
                await self._hold(address)
                raise refusal

        return limit

    def _refusal(self, request: web.Request, address: str) -> RequestError | None:
        """Count a request; return an error if it's over a limit."""
        wait = RETRY_SECONDS
        if request.path in (ALIVE, READY):
            if self._health.allow(address):
                return None
        elif self._waiting[address] < MAX_WAITING and self._window(request).allow(address):
            if self._all.allow(self._plays(request)):
                return None
            return RequestError(Text("web.busy", seconds=wait), 503, retry=wait)
        return RequestError(Text("web.too-often", seconds=wait), 429, retry=wait)

    def _window(self, request: web.Request) -> Window[str]:
        return self._files if request.path.startswith(FILES) else self._pages

    @contextmanager
    def _count(self, address: str) -> Iterator[None]:
        """Count a request of an address as waiting."""
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    async def _hold(self, address: str) -> None:
        """Delay the rejection of a request, unless too many are being delayed."""
        if self._held >= MAX_HELD or self._waiting[address] > MAX_WAITING:
            return
        self._held += 1
        try:
            await self._sleep(HOLD_SECONDS)
        finally:
            self._held -= 1
