"""Which push services are reached."""

import socket

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.on_web.push.reach import INTERNET, LONGEST, PrivateHostError, Resolver


class Names(AbstractResolver):
    """Gives every host these addresses."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = addresses

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(hostname=host, host=each, port=port, family=family, proto=0, flags=0)
            for each in self._addresses
        ]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QOXw",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYA%2f",
        "https://push.example:8443/1",
        "https://93.184.216.34/1",
        "https://[2606:2800:220:1:248:1893:25c8:1946]/1",
    ],
)
def test_endpoints(endpoint: str) -> None:
    """Addresses on the internet are accepted if nobody on the way can read what is sent."""
    assert INTERNET.includes(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "https://",
        "http://push.example/1",
        "ftp://push.example/1",
        "//push.example/1",
        "javascript:alert(1)",
        "https://127.0.0.1/1",
        "https://10.0.0.1/1",
        "https://192.168.1.1/1",
        "https://169.254.169.254/latest/meta-data",
        "https://100.64.0.1/1",
        "https://224.0.0.1/1",
        "https://0.0.0.0/1",
        "https://[::1]/1",
        "https://[fe80::1]/1",
        "https://[::ffff:127.0.0.1]/1",
        "https://[::",
        "https://me@push.example/1",
        "https://push.example:x/1",
        "https://push.example/1#2",
        "https://push.example/ 1",
        "https://push.example/\r\nHost: other",
        "https://püsh.example/1",
        "https://push.example/" + "1" * LONGEST,
    ],
)
def test_others(endpoint: str) -> None:
    """Everything else is refused."""
    assert not INTERNET.includes(endpoint)


async def test_names_of_private_addresses() -> None:
    """A name whose addresses are all private isn't reached, whatever it was before."""
    with pytest.raises(PrivateHostError):
        await Resolver(INTERNET, Names("10.0.0.1", "127.0.0.1", "::1")).resolve("push.example", 443)


async def test_names_of_several_addresses() -> None:
    """Of several addresses, only public ones are reached."""
    resolver = Resolver(INTERNET, Names("10.0.0.1", "93.184.216.34"))
    found = await resolver.resolve("push.example", 443)
    assert [each["host"] for each in found] == ["93.184.216.34"]
