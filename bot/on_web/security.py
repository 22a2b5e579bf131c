"""Access control: only browsers on this machine, and no pages of other sites.

The chat has no login. It is served on the loopback address only. Another site's page in the same
browser must not be able to press buttons (cross-site request forgery) or to read the chat through a
domain that resolves to this address (DNS rebinding).
"""

import re

from aiohttp import web
from aiohttp.typedefs import Handler

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

_LOOPBACK = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?", re.IGNORECASE)
_HTTP_PORT = 80


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Add the default headers to a response."""
    further = {} if response.content_type in PARTS else PAGE_HEADERS
    for name, value in (HEADERS | further).items():
        response.headers.setdefault(name, value)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Reject requests with a foreign Host or from another site."""
    if not _served_here(request):
        raise RequestError(Text("web.host"), 403)
    if not _same_origin(request):
        raise RequestError(Text("web.origin"), 403)
    return await handler(request)


def _served_here(request: web.Request) -> bool:
    """Whether the Host header is the loopback address, with the port of this connection."""
    host = _LOOPBACK.fullmatch(request.host)
    if host is None or request.transport is None:
        return False
    _, port, *_ = request.transport.get_extra_info("sockname")
    return int(host[1] or _HTTP_PORT) == int(port)


def _same_origin(request: web.Request) -> bool:
    """Whether the request comes from a page of this server, or is a navigation from anywhere."""
    if request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate":
        return True
    if request.headers.get("Origin", f"http://{request.host}") != f"http://{request.host}":
        return False
    return request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}
