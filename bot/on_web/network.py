"""The local network: at which address others in it find this machine, and who they are.

Only IPv4, which every home network has. Its private addresses are never routed over the Internet,
so they tell neighbours from strangers; most IPv6 addresses at home are global.
"""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.on_web.answers import RequestError
from bot.on_web.metrics import METRICS
from bot.on_web.security import LocalSite
from engine.text import Text

ELSEWHERE: Final = ("203.0.113.1", 9)
"""An address of documentation, which is nobody's (RFC 5737)."""


@dataclass(frozen=True, slots=True)
class Network:
    """A local network to which the chat is open."""

    address: str
    """This machine's address there."""

    @property
    def site(self) -> LocalSite:
        """The site that this machine and the others there can open."""
        return LocalSite(LocalSite().hosts | {self.address})

    def origin(self, request: web.Request) -> str:
        """Return the origin at which others find the server that a request has reached."""
        return str(request.url.origin().with_host(self.address))


def local_network() -> Network | None:
    """Return the local network of this machine; None if it is in none.

    No packet is sent: a datagram socket that is connected only learns which of this machine's
    addresses is on the way.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ELSEWHERE)
        except OSError:
            return None
        address, _ = way.getsockname()
    return Network(address) if is_neighbour(address) and not is_here(address) else None


def is_here(peer: str | None) -> bool:
    """Whether an address is this machine's alone."""
    return peer is not None and ip_address(peer).is_loopback


def is_neighbour(peer: str | None) -> bool:
    """Whether an address is this machine's, or one of a network that isn't the Internet."""
    return peer is not None and ip_address(peer).is_private


@web.middleware
async def neighbours_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse strangers, and metrics to all but this machine."""
    if not is_neighbour(request.remote):
        raise RequestError(Text("web.stranger"), 403)
    if request.path == METRICS and not is_here(request.remote):
        raise web.HTTPNotFound
    return await handler(request)
