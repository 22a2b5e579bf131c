"""What is sent is read with care: so much and no more, for so long and no longer."""

import asyncio
import json

from aiohttp import web

from bot.on_web.answers import Wrong
from engine.text import Text

BODY_SECONDS = 5.0
"""Within which a body must have come."""


async def read_body(request: web.Request, limit: int) -> bytes:
    """Read a body as it was sent.

    Wrong where it has more than `limit` bytes, comes too slowly, or breaks the rules of HTTP.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > limit:
                    raise Wrong(Text("web.too-large"), 413)
    except TimeoutError:
        raise Wrong(Text("web.too-slow"), 408) from None
    except web.RequestPayloadError as broken:
        raise Wrong(Text("web.form")) from broken
    return bytes(body)


async def read_object(request: web.Request, limit: int) -> dict[str, object]:
    """Read a JSON object; another content type would let foreign pages send without asking.

    JSON is UTF-8 and nothing else, and nobody needs to pack a few words.
    """
    plain = request.headers.get("Content-Encoding", "identity").lower() == "identity"
    charset = (request.charset or "utf-8").lower()
    if request.content_type != "application/json" or charset != "utf-8" or not plain:
        raise Wrong(Text("web.form"), 415)
    try:
        body = json.loads(await read_body(request, limit))
    except (ValueError, RecursionError) as wrong:
        raise Wrong(Text("web.form")) from wrong
    if not isinstance(body, dict):
        raise Wrong(Text("web.form"))
    return body


def read_text(body: dict[str, object], field: str) -> str:
    """Return a field that must be text, and text that can be written down."""
    value = body.get(field)
    if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
        raise Wrong(Text("web.form"))
    return value
