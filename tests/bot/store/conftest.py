"""Fixtures: every kind of store, in memory, on a real server, and over a faulty connection."""

import importlib.util
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from bot.store.channels import RedisChannels
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.memory import MemoryChannels, MemoryStore
from bot.store.redis import RedisStore
from bot.table.channels import Channels
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Store
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from tests.bot.store.cluster import Cluster
from tests.waiting import PATIENCE_SECONDS
from tests.watch import Watch

_spec = importlib.util.spec_from_file_location("proxy", Path(__file__).parent / "proxy.py")
assert _spec is not None
assert _spec.loader is not None
proxy = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(proxy)

CUT_SHARE = 0.1
"""The share of connections, handshakes, commands and answers that are cut."""


@pytest.fixture(autouse=True)
def _patient_preflight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't take a server for one without a reply because the machine is busy."""
    monkeypatch.setattr("bot.store.preflight.DEADLINE_SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def table() -> Table:
    """A challenge from Ana to Ben."""
    return Table(
        id=TableId("k3f9qd7m2x"),
        code="a-watch-code",
        revision=1,
        status=Status.OFFERED,
        header="puluc road=11 warriors=5 table=kernels casts=one",
        seed=bytes(range(32)),
        place=Place(Platform.WEB, "maize"),
        seats=(
            Person(User(Platform.WEB, "ana"), "Ana", "maize"),
            Kept(User(Platform.WEB, "ben"), "Ben"),
        ),
        created=1_000_000,
        touched=1_000_000,
    )


@pytest.fixture
def pid(own: EmbeddedServer, tmp_path: Path) -> int:
    """The process id of that server."""
    return int((tmp_path / "data" / "server.pid").read_text())


@pytest.fixture
def cut_route(
    valkey: EmbeddedServer, tmp_path: Path
) -> Callable[..., AbstractAsyncContextManager[str]]:
    """Return a function that opens a route to the server and cuts these shares of the traffic."""
    path = valkey.url.removeprefix("unix://")

    def route(**shares: float) -> AbstractAsyncContextManager[str]:
        wire = proxy.Wire(Random(1), **shares)
        cutting: AbstractAsyncContextManager[str] = proxy.cutting(
            path, tmp_path / "route.sock", wire
        )
        return cutting

    return route


KINDS = {"memory": "", "redis": "empty_server", "cut": "empty_server", "cluster": "cluster"}
"""The kinds of stores, and the fixture of their servers."""


@pytest.fixture
def watch() -> Watch:
    """The store's clock."""
    return Watch()


@pytest.fixture(params=KINDS)
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str | None]:
    """The address of each kind of empty store; None for the one in memory.

    The connection that is cut at random is cut one time in ten, differently for each test.
    """
    if request.param == "memory":
        yield None
        return
    server: Cluster | EmbeddedServer = request.getfixturevalue(KINDS[request.param])
    async with AsyncExitStack() as stack:
        url = server.url
        if request.param == "cut":
            wire = proxy.Wire(Random(request.node.name), *[CUT_SHARE] * 4)
            cutting = proxy.cutting(url.removeprefix("unix://"), tmp_path / "cut.sock", wire)
            url = await stack.enter_async_context(cutting)
        yield url


@pytest.fixture
async def anywhere(address: str | None) -> AsyncIterator[Link | None]:
    """A link to each kind of empty store; None for the one in memory."""
    if address is None:
        yield None
        return
    link = Link(address)
    yield link
    await link.close()


@pytest.fixture
def store(anywhere: Link | None, watch: Watch) -> Store:
    """Each kind of store."""
    return MemoryStore(watch) if anywhere is None else RedisStore(anywhere, watch)


@pytest.fixture
async def two(address: str | None, watch: Watch) -> AsyncIterator[tuple[Store, Store]]:
    """Each kind of store, as two processes have it."""
    if address is None:
        store = MemoryStore(watch)
        yield store, store
        return
    links = Link(address), Link(address)
    here, there = (RedisStore(link, watch) for link in links)
    yield here, there
    for link in links:
        await link.close()


@pytest.fixture
async def channels(anywhere: Link | None) -> AsyncIterator[Channels]:
    """Each kind of channels."""
    if anywhere is None:
        yield MemoryChannels()
        return
    channels = RedisChannels(anywhere)
    yield channels
    await channels.close()
