"""The limit on open connections, and which of them are closed."""

import asyncio
import resource
from typing import TYPE_CHECKING, Any, cast

import pytest
from aiohttp.web_protocol import RequestHandler

from bot.on_web import gate, server
from bot.on_web.gate import Gate
from tests.waiting import PATIENCE_SECONDS

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import House

OUTSIDE = "8.8.8.8"


class Wire:
    """The part of a connection that the gate uses."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.unread = 0
        self.aborted = False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return self.peer, 1234

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.aborted = True

    @property
    def handler(self) -> RequestHandler:
        return cast("RequestHandler", self)


async def entered(gate: Gate, *peers: str) -> list[Wire]:
    """Open connections one after the other."""
    wires = [Wire(peer) for peer in peers]
    for wire in wires:
        gate.enter(wire.handler, cast("Any", wire))
    await asyncio.sleep(0)
    return wires


async def test_the_longest_idle_goes() -> None:
    """If there are too many connections, those idle the longest are closed."""
    wires = await entered(Gate(limit=3), *[f"8.8.8.{number}" for number in range(5)])
    assert [wire.aborted for wire in wires] == [True, True, False, False, False]


async def test_busy_connections_stay() -> None:
    """A busy connection isn't closed, and afterwards counts as the newest."""
    gate = Gate(limit=2)
    first, second = await entered(gate, "8.8.8.1", "8.8.8.2")
    with gate.busy(first.handler):
        (third,) = await entered(gate, "8.8.8.3")
    (fourth,) = await entered(gate, "8.8.8.4")
    aborted = [wire.aborted for wire in (first, second, third, fourth)]
    assert aborted == [False, True, True, False]


async def test_all_are_busy() -> None:
    """If all connections are busy, a new one is closed."""
    gate = Gate(limit=1)
    (first,) = await entered(gate, "8.8.8.1")
    with gate.busy(first.handler):
        (second,) = await entered(gate, "8.8.8.2")
    assert (first.aborted, second.aborted) == (False, True)


async def test_one_address() -> None:
    """Too many connections from one external address don't close those of others."""
    wires = await entered(Gate(limit=10, per_address=2), "8.8.4.4", *[OUTSIDE] * 4)
    assert [wire.aborted for wire in wires] == [False, True, True, False, False]


@pytest.mark.parametrize("peer", ["10.0.0.7", "127.0.0.1", "::1"])
async def test_a_proxy(peer: str) -> None:
    """The limit per address doesn't apply to internal addresses, which may be a proxy's."""
    wires = await entered(Gate(limit=10, per_address=2), *[peer] * 5)
    assert not any(wire.aborted for wire in wires)


async def test_closed_connections_are_not_counted() -> None:
    """A connection that is closed makes room for another."""
    gate = Gate(limit=1)
    (first,) = await entered(gate, OUTSIDE)
    gate.leave(first.handler)
    (second,) = await entered(gate, OUTSIDE)
    assert (first.aborted, second.aborted) == (False, False)


async def test_a_slow_reader() -> None:
    """A client that doesn't read its response in time is disconnected; others aren't."""
    door, now = Gate(), asyncio.get_running_loop().time()
    slow, quick = await entered(door, OUTSIDE, OUTSIDE)
    slow.unread = 1
    door.close_stalled(now)
    door.close_stalled(now + gate.DRAIN_SECONDS + 1)
    await asyncio.sleep(0)
    assert (slow.aborted, quick.aborted) == (True, False)


def test_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections use at most half of the process's file descriptors."""
    for files, most in (
        (256, 128),
        (100_000, gate.MAX_CONNECTIONS),
        (resource.RLIM_INFINITY, gate.MAX_CONNECTIONS),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        assert gate.max_connections() == most


async def test_half_open_connections(house: "House", monkeypatch: pytest.MonkeyPatch) -> None:
    """However many silent connections there are, a request is answered."""
    monkeypatch.setattr(server, "Gate", lambda: Gate(limit=20))
    async with house.serving() as address:
        host, port = address.removeprefix("http://").split(":")
        silent = [await asyncio.open_connection(host, int(port)) for _ in range(100)]
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /healthz HTTP/1.0\r\nHost: {host}:{port}\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE_SECONDS):
            answered = await reader.read()
            ended = await asyncio.gather(
                *(r.read() for r, _ in silent[:80]), return_exceptions=True
            )
        assert answered.startswith(b"HTTP/1.0 200 ")
        assert len(ended) == 80
        for _, other in (*silent, (reader, writer)):
            other.close()
