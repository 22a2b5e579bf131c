"""A limit on open connections, so that clients can't use up the process's file descriptors.

If there are too many, the connection that has been idle the longest is closed to make room for new
ones.
"""

import asyncio
import resource
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware
from aiohttp.web_protocol import RequestHandler

from bot.on_web.rate_limits import is_inside

MAX_CONNECTIONS = 1000
"""The maximum number of connections, if the limit of file descriptors allows it."""

MAX_PER_ADDRESS = 100
"""Connections per external address. An internal address may be a proxy's, shared by all clients."""

DRAIN_SECONDS = 60.0
"""How long a slow client may take to read a response."""

CHECK_SECONDS = 5.0

log = structlog.get_logger()


@dataclass(slots=True)
class _Open:
    """A connection, and since when it has been idle (in the event loop's time)."""

    transport: asyncio.Transport
    peer: str
    idle: float
    busy: bool = False


class Gate:
    """Tracks and limits the connections of one server."""

    def __init__(self, limit: int | None = None, per_address: int = MAX_PER_ADDRESS) -> None:
        self._limit = max_connections() if limit is None else limit
        self._per_address = per_address
        self._open: OrderedDict[RequestHandler, _Open] = OrderedDict()  # longest idle first

    def guard(self, server: web.Server) -> None:
        """Track the connections of a server."""
        connection_made, connection_lost = server.connection_made, server.connection_lost

        def made(handler: RequestHandler, transport: asyncio.Transport) -> None:
            connection_made(handler, transport)
            self.enter(handler, transport)

        def lost(handler: RequestHandler, exc: BaseException | None = None) -> None:
            self.leave(handler)
            connection_lost(handler, exc)

        server.connection_made = made  # type: ignore[method-assign] # the library has no hook
        server.connection_lost = lost  # type: ignore[method-assign] # likewise

    def middleware(self) -> Middleware:
        """Return middleware that marks connections with a running request as busy."""

        @web.middleware
        async def mark(request: web.Request, handler: Handler) -> web.StreamResponse:
            with self.busy(request.protocol):
                return await handler(request)

        return mark

    @contextmanager
    def busy(self, handler: RequestHandler) -> Iterator[None]:
        """Mark a connection as busy, so that it isn't closed as idle."""
        connection = self._open.get(handler)
        if connection is not None:
            connection.busy = True
        try:
            yield
        finally:
            if connection is not None and handler in self._open:
                connection.busy, connection.idle = False, asyncio.get_running_loop().time()
                self._open.move_to_end(handler)

    def enter(self, handler: RequestHandler, transport: asyncio.Transport) -> None:
        """Add a connection; close one if there are too many."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        self._open[handler] = _Open(transport, peer, asyncio.get_running_loop().time())
        same = [] if is_inside(peer) else [h for h, o in self._open.items() if o.peer == peer]
        if len(same) > self._per_address:
            self._close_one(same)
        elif len(self._open) > self._limit:
            self._close_one(self._open)

    def leave(self, handler: RequestHandler) -> None:
        """Remove a connection."""
        self._open.pop(handler, None)

    async def run(self) -> None:
        """Until cancelled, close stalled connections."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.close_stalled(asyncio.get_running_loop().time())

    def close_stalled(self, now: float) -> None:
        """Close the connections whose clients take too long to read a response."""
        for handler, connection in tuple(self._open.items()):
            unread = not connection.busy and connection.transport.get_write_buffer_size() > 0
            if unread and connection.idle + DRAIN_SECONDS <= now:
                self._abort(handler)

    def _close_one(self, handlers: Iterable[RequestHandler]) -> None:
        """Close the connection that has been idle longest; if all others are busy, the newest."""
        log.warning("web.crowded", connections=len(self._open))
        self._abort(next(handler for handler in handlers if not self._open[handler].busy))

    def _abort(self, handler: RequestHandler) -> None:
        transport = self._open.pop(handler).transport
        # Not at once: the library may still be setting up this connection.
        asyncio.get_running_loop().call_soon(transport.abort)


def max_connections() -> int:
    """Return a limit that leaves enough of the process's file descriptors."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_CONNECTIONS if files == resource.RLIM_INFINITY else min(MAX_CONNECTIONS, files // 2)
