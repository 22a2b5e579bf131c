"""Who may talk to the page: this machine's own browser, and no page of another site.

The chat has no log-in. It is served on the loopback address only, and a foreign page that
the same browser has open must neither press buttons (cross-site requests) nor read the chat
by a name that it lets point here (DNS rebinding).
"""

import re

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.on_web.answers import Wrong
from engine.text import Text

BODY_LIMIT = 8 * 1024
"""The longest request body in bytes."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
"""On every answer, unless the answer says otherwise."""

_LOOPBACK = re.compile(r"(?:127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?", re.IGNORECASE)
_HTTP_PORT = 80


async def add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    """Put the protective headers on an answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Let through what this machine's browser asks of the address that it was told."""
    if not _served_here(request):
        raise Wrong(Text("web.host"), 403)
    if not _same_origin(request):
        raise Wrong(Text("web.origin"), 403)
    return await handler(request)


def _served_here(request: web.Request) -> bool:
    """Whether Host names the loopback address, with the port that the request came in by."""
    named = _LOOPBACK.fullmatch(request.host)
    if named is None or request.transport is None:
        return False
    _, served, *_ = request.transport.get_extra_info("sockname")
    return int(named[1] or _HTTP_PORT) == int(served)


def _same_origin(request: web.Request) -> bool:
    """Whether a page of ours asks; following a link or typing the address is free to all."""
    if request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate":
        return True
    if request.headers.get("Origin", f"http://{request.host}") != f"http://{request.host}":
        return False
    return request.headers.get("Sec-Fetch-Site", "none") in {"same-origin", "none"}
