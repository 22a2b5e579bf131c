"""How many connections may be open: nobody uses up the files that this process may open.

Where too many are open, the one that has been idle for longest is closed, so that there is always
room for whoever has something to ask.
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

MOST = 1000
"""Connections, where the process may open many more files than that."""

MOST_OF_ONE = 100
"""Connections of one address outside; a proxy inside has those of everybody."""

DRAIN_SECONDS = 60.0
"""How long whoever reads slowly may take for an answer, once it is made."""

LOOK_SECONDS = 5.0

log = structlog.get_logger()


@dataclass(slots=True)
class _Open:
    """A connection, and since when (in the loop's time) it has not asked for anything."""

    transport: asyncio.Transport
    peer: str
    idle: float
    busy: bool = False


class Gate:
    """Keeps the connections of one server."""

    def __init__(self, most: int | None = None, of_one: int = MOST_OF_ONE) -> None:
        self._most = most_connections() if most is None else most
        self._of_one = of_one
        self._open: OrderedDict[RequestHandler, _Open] = OrderedDict()  # the longest idle first

    def guard(self, server: web.Server) -> None:
        """Stand at the door of a server."""
        let_in, let_out = server.connection_made, server.connection_lost

        def made(handler: RequestHandler, transport: asyncio.Transport) -> None:
            let_in(handler, transport)
            self.enter(handler, transport)

        def lost(handler: RequestHandler, exc: BaseException | None = None) -> None:
            self.leave(handler)
            let_out(handler, exc)

        server.connection_made = made  # type: ignore[method-assign] # the library has no hook
        server.connection_lost = lost  # type: ignore[method-assign] # likewise

    def middleware(self) -> Middleware:
        """What every request passes, so that it is known who is idle."""

        @web.middleware
        async def mark(request: web.Request, handler: Handler) -> web.StreamResponse:
            with self.asking(request.protocol):
                return await handler(request)

        return mark

    @contextmanager
    def asking(self, handler: RequestHandler) -> Iterator[None]:
        """Meanwhile a connection has something to ask, and is not closed for being idle."""
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
        """A connection is there; one is closed if there are too many now."""
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        self._open[handler] = _Open(transport, peer, asyncio.get_running_loop().time())
        of_one = [] if is_inside(peer) else [h for h, o in self._open.items() if o.peer == peer]
        if len(of_one) > self._of_one:
            self._close_one(of_one)
        elif len(self._open) > self._most:
            self._close_one(self._open)

    def leave(self, handler: RequestHandler) -> None:
        """A connection is there no longer."""
        self._open.pop(handler, None)

    async def run(self) -> None:
        """Until cancelled, look for those who do not take what they have asked for."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look(asyncio.get_running_loop().time())

    def look(self, now: float) -> None:
        """Close the connections of those who have not taken an answer for too long."""
        for handler, connection in tuple(self._open.items()):
            unread = not connection.busy and connection.transport.get_write_buffer_size() > 0
            if unread and connection.idle + DRAIN_SECONDS <= now:
                self._abort(handler)

    def _close_one(self, handlers: Iterable[RequestHandler]) -> None:
        """Close the one that has been idle for longest; the newest where all others are busy."""
        log.warning("web.crowded", connections=len(self._open))
        self._abort(next(handler for handler in handlers if not self._open[handler].busy))

    def _abort(self, handler: RequestHandler) -> None:
        transport = self._open.pop(handler).transport
        # The library is still setting up the newest one.
        asyncio.get_running_loop().call_soon(transport.abort)


def most_connections() -> int:
    """How many connections leave enough of the files that this process may open."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else min(MOST, files // 2)
