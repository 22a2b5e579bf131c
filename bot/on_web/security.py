"""Access control: a server answers only as its own site, and no pages of other sites.

People are known by cookies. Another site's page in the same browser must not be able to press
buttons (cross-site request forgery), or to read what is served on this machine only through a
domain that resolves to its address (DNS rebinding).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from yarl import URL

from bot.on_web.answers import RequestError
from engine.text import Text

BODY_LIMIT = 8 * 1024
"""The maximum size of a request body, in bytes."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""Default headers of every response."""

PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Further ones, of all but `PARTS`: 350 bytes, which nothing compresses."""

PARTS = frozenset(("text/css", "text/javascript", "application/json", "font/woff2", "image/png"))
"""Content types that a browser never shows as a page that could run or load anything."""


class OwnSite(Protocol):
    """Where a server is its own site."""

    @property
    def secure(self) -> bool:
        """Whether cookies can be sent over TLS only."""
        ...

    def origin(self, request: web.Request) -> str | None:
        """Return the origin of the site that a request asks for, None if it isn't this one."""
        ...


@dataclass(frozen=True, slots=True)
class LocalSite:
    """A site that browsers reach without a proxy, by one of these names or addresses."""

    hosts: frozenset[str] = frozenset(("127.0.0.1", "localhost", "::1"))
    secure: ClassVar = False

    def origin(self, request: web.Request) -> str | None:
        """Return the origin if the Host header has such a name and the connection's port."""
        asked = _asked(request, "http")
        if asked is None or asked.host not in self.hosts or request.transport is None:
            return None
        _, port, *_ = request.transport.get_extra_info("sockname")
        return str(asked) if asked.port == port else None


@dataclass(frozen=True, slots=True)
class PublicSite:
    """A site that browsers reach at a URL, usually through a proxy."""

    url: URL

    @property
    def secure(self) -> bool:
        """Whether the URL is one of https."""
        return self.url.scheme == "https"

    def origin(self, request: web.Request) -> str | None:
        """Return the origin of the URL if the Host header is that of the URL."""
        own = self.url.origin()
        return str(own) if _asked(request, own.scheme) == own else None


def _asked(request: web.Request, scheme: str) -> URL | None:
    """Return the origin that the Host header names, None if it is invalid."""
    try:
        return URL(f"{scheme}://{request.host}").origin()
    except ValueError:
        return None


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the default headers to a response."""
    further = {} if response.content_type in PARTS else PAGE_HEADERS
    for name, value in (HEADERS | further).items():
        response.headers.setdefault(name, value)


def guard(site: OwnSite, exempt: Callable[[str], bool] = lambda _: False) -> Middleware:
    """Return middleware that rejects requests for another site, or from one.

    The paths that are `exempt` are served for any Host: other servers ask for them, which may reach
    this one at another address.
    """

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        if not exempt(request.path):
            origin = site.origin(request)
            if origin is None:
                raise RequestError(Text("web.host"), 403)
            if not _is_from(origin, request):
                raise RequestError(Text("web.origin"), 403)
        return await handler(request)

    return guarded


def _is_from(origin: str, request: web.Request) -> bool:
    """Whether the request comes from a page of the site, or is a navigation from anywhere."""
    if request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate":
        return True
    if request.headers.get("Origin", origin) != origin:
        return False
    return request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}
