"""Fixtures: every kind of store, in memory, on a real server, and over a faulty connection."""

import importlib.util
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from bot.store.channels import RedisChannels
from bot.store.embedded import EmbeddedServer
from bot.store.link import Link
from bot.store.memory import MemoryChannels, MemoryStore
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Channels, Store
from bot.table.seats import Kept, Person
from bot.table.table import Status, Table
from tests.bot.store.cluster import Cluster, running

_spec = importlib.util.spec_from_file_location("proxy", Path(__file__).parent / "proxy.py")
assert _spec is not None
assert _spec.loader is not None
proxy = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(proxy)

PATIENT_MS = 15_000
"""The node timeout of a cluster that must not fail over because the machine is busy."""

CUT_SHARE = 0.1
"""The share of connections, handshakes, commands and answers that are cut."""


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Don't treat a store that is slow because the machine is busy as down."""
    monkeypatch.setattr("bot.store.link.DEADLINE_SECONDS", 30.0)


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
async def cut_link(
    request: pytest.FixtureRequest, link: Link, valkey: EmbeddedServer, tmp_path: Path
) -> AsyncIterator[Link]:
    """A link to an empty server over a connection that is cut at random, one time in ten.

    The random cuts are different for each test.
    """
    wire = proxy.Wire(Random(request.node.name), *[CUT_SHARE] * 4)
    path = valkey.url.removeprefix("unix://")
    async with proxy.cutting(path, tmp_path / "cut.sock", wire) as url:
        cut = Link(url)
        yield cut
        await cut.close()


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


@pytest.fixture(scope="session")
def whole_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of three primaries and their replicas, for tests that leave it whole."""
    with running(
        tmp_path_factory.mktemp("cluster"), replicas=1, node_timeout_ms=PATIENT_MS
    ) as cluster:
        yield cluster


@pytest.fixture
async def cluster_link(request: pytest.FixtureRequest) -> AsyncIterator[Link]:
    """A link to that cluster, which has been emptied."""
    cluster: Cluster = request.getfixturevalue("whole_cluster")
    cluster.empty()
    link = Link(cluster.url)
    yield link
    await link.close()


KINDS = ["memory", "redis", "cut", "cluster"]


@dataclass
class Watch:
    """A clock that the test sets."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch() -> Watch:
    """The store's clock."""
    return Watch()


@pytest.fixture(params=KINDS)
async def store(
    request: pytest.FixtureRequest, link: Link, cut_link: Link, cluster_link: Link, watch: Watch
) -> Store:
    """Each kind of store."""
    if request.param == "memory":
        return MemoryStore(watch)
    links = {"redis": link, "cut": cut_link, "cluster": cluster_link}
    return RedisStore(links[request.param], watch)


@pytest.fixture(params=KINDS)
async def channels(
    request: pytest.FixtureRequest, link: Link, cut_link: Link, cluster_link: Link
) -> AsyncIterator[Channels]:
    """Each kind of channels."""
    if request.param == "memory":
        yield MemoryChannels()
        return
    links = {"redis": link, "cut": cut_link, "cluster": cluster_link}
    channels = RedisChannels(links[request.param])
    yield channels
    await channels.close()
