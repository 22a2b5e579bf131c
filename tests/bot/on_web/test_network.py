"""The chat on a local network: how its address is found, who may come in, and what they get."""

import socket
from functools import partial
from typing import TYPE_CHECKING

import pytest
from aiohttp import web
from typing_extensions import override

from bot.on_web import network, rate_limits, server
from bot.on_web.network import Network

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.bot.on_web.conftest import Browser, House

    Open = Callable[[str], Browser]

HOME = Network("192.168.1.20")


class Way(socket.socket):
    """A socket that is on no network but one."""

    own: str | None
    """The address of this machine there, None if there is no network at all."""

    @override
    def connect(self, address: object, /) -> None:
        assert self.type is socket.SOCK_DGRAM  # of another type, it would send packets
        if self.own is None:
            raise OSError("Network is unreachable")

    @override
    def getsockname(self) -> tuple[str, int]:
        assert self.own is not None
        return self.own, 40_000


@pytest.mark.parametrize(
    ("own", "found"),
    [
        ("192.168.1.20", HOME),
        ("10.0.0.7", Network("10.0.0.7")),
        ("169.254.3.4", Network("169.254.3.4")),
        ("8.8.4.4", None),
        ("100.64.0.3", None),
        ("127.0.0.1", None),
        (None, None),
    ],
)
def test_the_address(
    monkeypatch: pytest.MonkeyPatch, own: str | None, found: Network | None
) -> None:
    """The address to give to others is a private one; one on the Internet is not for them."""
    monkeypatch.setattr(Way, "own", own, raising=False)
    monkeypatch.setattr(network.socket, "socket", Way)
    assert network.local_network() == found


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.20", 200),
        ("127.0.0.1", 200),
        ("localhost", 200),
        ("192.168.1.21", 403),
        ("evil.example", 403),
    ],
)
async def test_names(house: "House", open_browser: "Open", host: str, status: int) -> None:
    """The chat answers at its address on the network, too, but at no other."""
    async with house.serving(network=HOME) as address:
        port = address.rpartition(":")[2]
        answer = await open_browser(address).get("/", {"Host": f"{host}:{port}"})
    assert answer.status == status


async def test_pages_of_other_sites(house: "House", open_browser: "Open") -> None:
    """A page of another site can't act, also not one of this site under its other name."""
    async with house.serving(network=HOME) as address:
        browser = open_browser(address)
        await browser.be("Ana")
        port = address.rpartition(":")[2]
        asked = {"Host": f"192.168.1.20:{port}"}
        body = {"persona": browser.me, "channel": "maize", "operation": "operation-1", "text": "hi"}
        statuses = [
            (await browser.post("/api/say", asked | {"Origin": origin}, **body)).status
            for origin in ("http://evil.example", address, f"http://192.168.1.20:{port}")
        ]
    assert statuses == [403, 403, 200]


def come_from(monkeypatch: pytest.MonkeyPatch, peer: str | None) -> None:
    """Let all requests come from an address; with None, their connections are lost already."""
    monkeypatch.setattr(web.BaseRequest, "remote", peer)


@pytest.mark.parametrize("peer", ["192.168.1.7", "10.1.2.3", "172.16.0.9", "169.254.3.4"])
async def test_a_neighbour(
    house: "House", open_browser: "Open", monkeypatch: pytest.MonkeyPatch, peer: str
) -> None:
    """People with private addresses come in."""
    come_from(monkeypatch, peer)
    async with house.serving(network=HOME) as address:
        assert (await open_browser(address).get("/")).status == 200


@pytest.mark.parametrize("peer", ["8.8.4.4", "172.32.0.1", "100.64.0.3", None])
async def test_a_stranger(
    house: "House", open_browser: "Open", monkeypatch: pytest.MonkeyPatch, peer: str | None
) -> None:
    """Everyone else is told that they would have to be on the network."""
    come_from(monkeypatch, peer)
    async with house.serving(network=HOME) as address:
        answer = await open_browser(address).get("/")
    assert answer.status == 403
    assert "Only people on the same local network can open this page." in answer.text


@pytest.mark.parametrize(("peer", "status"), [("127.0.0.1", 200), ("192.168.1.7", 404)])
async def test_metrics(
    house: "House",
    open_browser: "Open",
    monkeypatch: pytest.MonkeyPatch,
    peer: str,
    status: int,
) -> None:
    """Metrics are for this machine only."""
    come_from(monkeypatch, peer)
    async with house.serving(network=HOME) as address:
        assert (await open_browser(address).get("/metrics")).status == status


async def test_limits(
    house: "House", open_browser: "Open", monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each address has the limit of public pages."""
    monkeypatch.setattr(server, "RateLimits", partial(rate_limits.RateLimits, per_address=2))
    monkeypatch.setattr(rate_limits, "HOLD_SECONDS", 0)
    async with house.serving(network=HOME) as address:
        browser, asked = open_browser(address), list[int]()
        for peer in ("192.168.1.7", "192.168.1.8"):
            come_from(monkeypatch, peer)
            asked += [(await browser.get("/")).status for _ in range(3)]
    assert asked == [200, 200, 429, 200, 200, 429]


@pytest.mark.parametrize("known", [HOME, None])
async def test_the_link(house: "House", open_browser: "Open", known: Network | None) -> None:
    """The page of a game knows the address for others, where there is one."""
    async with house.serving(network=known) as address:
        browser = open_browser(address)
        await browser.be("Ana")
        await browser.say("/puluc open")
        await house.settled()
        page = (await browser.get(f"/g/{(await house.table()).code}")).text
        port = address.rpartition(":")[2]
    assert (f'data-site="http://192.168.1.20:{port}"' in page) == (known is HOME)
    assert ("data-site" in page) == (known is HOME)
