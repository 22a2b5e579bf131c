"""The metrics of this process, for Prometheus."""

import asyncio
import hmac

from aiohttp import hdrs, web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.on_web.answers import RequestError
from engine.text import Text

METRICS = "/metrics"

_SCHEME = "Bearer "


class Metrics:
    """Serves the metrics: on a public server only with the token, and not at all without one."""

    def __init__(self, *, public: bool, token: str | None) -> None:
        self._public = public
        self._token = token

    async def metrics(self, request: web.Request) -> web.Response:
        """Return the metrics in Prometheus's text format."""
        if self._public and self._token is None:
            raise web.HTTPNotFound
        if self._public and not self.knows(request):
            raise RequestError(Text("web.nothing-here"), 403)
        told = await asyncio.to_thread(generate_latest)  # asks the system about each process
        return web.Response(body=told, headers={hdrs.CONTENT_TYPE: CONTENT_TYPE_LATEST})

    def knows(self, request: web.Request) -> bool:
        """Return whether a request has the token."""
        if self._token is None:
            return False
        given = request.headers.get(hdrs.AUTHORIZATION, "").encode(errors="surrogateescape")
        return hmac.compare_digest(given, f"{_SCHEME}{self._token}".encode())
