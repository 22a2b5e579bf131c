"""Which push services are reached: those on the internet, whatever a browser says.

The address of a push service comes from a browser, so it could be made up to make this server send
requests to machines that only this server can reach (server-side request forgery).
"""

import re
import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from typing_extensions import override

IpAddress: TypeAlias = IPv4Address | IPv6Address

LONGEST: Final = 1024
"""The maximum length of an endpoint."""

_VISIBLE: Final = re.compile(r"[!-~]+")


class PrivateHostError(OSError):
    """A host whose addresses must not be reached."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The schemes of endpoints, and the addresses that may be reached."""

    schemes: Collection[str]
    allows: Callable[[IpAddress], bool]

    def includes(self, endpoint: str) -> bool:
        """Return whether a URL may be an endpoint. The addresses of its host are checked later."""
        if len(endpoint) > LONGEST or not _VISIBLE.fullmatch(endpoint):
            return False
        try:
            url = urlsplit(endpoint)
            host, _ = url.hostname, url.port  # ValueError for a port that is no number
        except ValueError:
            return False
        if url.scheme not in self.schemes or not host or "@" in url.netloc or url.fragment:
            return False
        try:
            return self.allows(ip_address(host))
        except ValueError:
            return True  # a name


def _is_public(address: IpAddress) -> bool:
    return address.is_global and not address.is_multicast


INTERNET: Final = Reach(("https",), _is_public)


class Resolver(AbstractResolver):
    """Finds only addresses that may be reached, so that connections are made to no others."""

    def __init__(self, reach: Reach, found: AbstractResolver | None = None) -> None:
        self._reach = reach
        self._found = found or ThreadedResolver()

    @override
    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Raises PrivateHostError if the host has no such address, and OSError if it has none."""
        found = await self._found.resolve(host, port, family)
        allowed = [each for each in found if self._reach.allows(ip_address(each["host"]))]
        if not allowed:
            raise PrivateHostError(f"{host} has no public address")
        return allowed

    @override
    async def close(self) -> None:
        await self._found.close()
