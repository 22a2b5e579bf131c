"""How often pages may be asked for: by one address, and by all of them together.

Watching must not stop playing. The limits are this process's own and lie in its memory.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeAlias

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from bot.on_web.answers import Wrong
from engine.text import Text

OF_ONE = parse("300 per 10 seconds")
"""What one address may ask for: a room full of people behind one router is not slowed."""

OF_ALL = parse("3000 per 10 seconds")
"""What all may ask for: about a fifth of the time that one process has."""

AT_ONCE = 50
"""How many requests of one address may wait for their answers."""

RETRY_SECONDS = 2
"""After so long a fifth of the limit is free again."""

HOLD_SECONDS = 1.0
"""How long a refusal is held back: a refusal that is told at once is asked for at once again."""

MOST_HELD = 200
"""How many refusals are held back at the same time; others are told at once."""

HEALTH = "/healthz"
"""What the hosting service asks for; counted apart, so that watchers cannot use it up."""

Free: TypeAlias = Callable[[web.Request], bool]
"""Tells whether a request of some path is not counted."""
_NETWORK = 64
"""A single subscriber has as many addresses of IPv6 as share this many leading bits."""


def is_inside(peer: str) -> bool:
    """Whether an address is this machine's or its network's, as those of proxies are."""
    try:
        return not ipaddress.ip_address(peer).is_global
    except ValueError:
        return True  # a socket of this machine has no address


def client(request: web.Request, *, proxied: bool) -> str:
    """Return the address that a request came from: one subscriber's, where it is of IPv6.

    With `proxied` a peer inside is taken for the hosting service's router, which adds the address
    that it saw as the last one of X-Forwarded-For. Those before it are the client's own words, and
    so is the whole header where the peer is outside.
    """
    peer = request.remote or ""
    if proxied and is_inside(peer):
        hops = ",".join(request.headers.getall("X-Forwarded-For", ())).split(",")
        return _subscriber(hops[-1].strip()) or _subscriber(peer) or peer
    return _subscriber(peer) or peer


def _subscriber(text: str) -> str | None:
    """Read an address, perhaps with a port; None where there is none."""
    for written in (text, text.rpartition(":")[0].strip("[]")):
        try:
            address = ipaddress.ip_address(written)
        except ValueError:
            continue
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
            return str(ipaddress.IPv6Network((address, _NETWORK), strict=False))
        return str(getattr(address, "ipv4_mapped", None) or address)
    return None


class RateLimits:
    """Counts requests. Whoever asks too often is told to wait, and for how long."""

    def __init__(
        self,
        *,
        proxied: bool,
        free: Mapping[str, Free],
        of_one: RateLimitItem = OF_ONE,
        of_all: RateLimitItem = OF_ALL,
    ) -> None:
        self._proxied = proxied
        self._free = free
        self._of_one = of_one
        self._of_all = of_all
        self._windows = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._waiting: Counter[str] = Counter()
        self._held = 0

    def middleware(self) -> Middleware:
        """What every request passes; those that are `free` by their path are not counted."""

        @web.middleware
        async def limit(request: web.Request, handler: Handler) -> web.StreamResponse:
            free = self._free.get(request.path)
            if free is not None and free(request):
                return await handler(request)
            who = client(request, proxied=self._proxied)
            refusal = self._refusal(who, health=request.path == HEALTH)
            with self._count(who):
                if refusal is None:
                    return await handler(request)
                await self._hold(who)
                raise refusal

        return limit

    def _refusal(self, who: str, *, health: bool) -> Wrong | None:
        """Count a request of somebody; say why it is not answered, if it is not."""
        wait = RETRY_SECONDS
        if health:
            if self._windows.hit(self._of_one, "health", who):
                return None
        elif self._waiting[who] < AT_ONCE and self._windows.hit(self._of_one, "pages", who):
            if self._windows.hit(self._of_all, "all"):
                return None
            return Wrong(Text("web.busy", seconds=wait), 503, retry=wait)
        return Wrong(Text("web.too-often", seconds=wait), 429, retry=wait)

    @contextmanager
    def _count(self, who: str) -> Iterator[None]:
        """Meanwhile a request of somebody waits for its answer."""
        self._waiting[who] += 1
        try:
            yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]

    async def _hold(self, who: str) -> None:
        """Let somebody wait who asks too often, unless too many do."""
        if self._held >= MOST_HELD or self._waiting[who] > AT_ONCE:
            return
        self._held += 1
        try:
            await asyncio.sleep(HOLD_SECONDS)
        finally:
            self._held -= 1
