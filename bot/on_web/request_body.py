"""Reading of request bodies, with limits on size and time."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from aiohttp import web

from bot.inbound.tasks import Tasks
from bot.on_web.answers import RequestError
from bot.on_web.security import BODY_LIMIT
from engine.text import Text

Body: TypeAlias = dict[str, object]
"""A request's JSON body."""

BODY_SECONDS = 5.0
"""Timeout for receiving a body."""

_OPERATION = re.compile(r"[A-Za-z0-9-]{8,64}", re.ASCII)


def finishing(
    tasks: Tasks, act: Callable[[web.Request, Body], Coroutine[Any, Any, web.Response]]
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a handler that reads a body, and finishes `act` even if the tab is closed then."""

    async def handle(request: web.Request) -> web.Response:
        body = await read_object(request, BODY_LIMIT)
        return await tasks.finish(act(request, body))

    return handle


async def read_body(request: web.Request, limit: int) -> bytes:
    """Return the raw body of a request.

    Raises RequestError if it exceeds `limit` bytes, arrives too slowly, or isn't valid HTTP.
    """
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.content.iter_any():
                body += chunk
                if len(body) > limit:
                    raise RequestError(Text("web.too-large"), 413)
    except TimeoutError:
        raise RequestError(Text("web.too-slow"), 408) from None
    except web.RequestPayloadError as broken:
        raise RequestError(Text("web.form")) from broken
    return bytes(body)


async def read_object(request: web.Request, limit: int) -> dict[str, object]:
    """Return a JSON object from the body. Raises RequestError.

    It must be `application/json`: other sites' pages could send other types without a CORS
    preflight. Charsets other than UTF-8 and compressed bodies are rejected too.
    """
    plain = request.headers.get("Content-Encoding", "identity").lower() == "identity"
    charset = (request.charset or "utf-8").lower()
    if request.content_type != "application/json" or charset != "utf-8" or not plain:
        raise RequestError(Text("web.form"), 415)
    try:
        body = json.loads(await read_body(request, limit))
    except (ValueError, RecursionError) as wrong:
        raise RequestError(Text("web.form")) from wrong
    if not isinstance(body, dict):
        raise RequestError(Text("web.form"))
    return body


def read_text(body: dict[str, object], field: str) -> str:
    """Return a text field. Raises RequestError if it isn't valid text."""
    value = body.get(field)
    if not isinstance(value, str) or any("\ud800" <= character <= "\udfff" for character in value):
        raise RequestError(Text("web.form"))
    return value


def read_operation(body: dict[str, object]) -> str:
    """Return the id of what a script asks for, which tells a repetition. Raises RequestError."""
    operation = read_text(body, "operation")
    if not _OPERATION.fullmatch(operation):
        raise RequestError(Text("web.form"))
    return operation
