"""A cluster whose nodes fail: what the store promises while a replica takes over."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio.cluster import ClusterNode

from bot.store import address, clients, keys, preflight
from bot.store import link as connection
from bot.store.address import ClusterAddress
from bot.store.link import Link
from bot.store.preflight import Unfit, reach
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.ports import Down, Operation, StoreDown, Verdict
from bot.table.table import Table
from tests.bot.store.cluster import Cluster, Node, running
from tests.bot.store.conftest import PATIENT_MS
from tests.e2e.ports import free_port

NODE_TIMEOUT_MS = 1_000
PRESSES = 60


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of three primaries and their replicas, which notices failures quickly."""
    with running(tmp_path, replicas=1, node_timeout_ms=NODE_TIMEOUT_MS) as cluster:
        yield cluster


@pytest.fixture
async def store(fragile: Cluster) -> AsyncIterator[RedisStore]:
    """A store in that cluster."""
    link = Link(fragile.url)
    yield RedisStore(link)
    await link.close()


@pytest.fixture
async def careful(fragile: Cluster) -> AsyncIterator[RedisStore]:
    """A store whose commits wait for a replica."""
    link = Link(fragile.url)
    yield RedisStore(link, copies=1)
    await link.close()


def home(cluster: Cluster, table: Table) -> Node:
    """Return the primary that serves a table."""
    return cluster.primary_of(keys.table(table.id))


def elsewhere(cluster: Cluster, table: Table) -> Table:
    """Return a table like this one on another primary."""
    others = (replace(table, id=TableId(f"k3f9qd7m{n:02}"), code=f"code-{n}") for n in range(100))
    return next(one for one in others if home(cluster, one) is not home(cluster, table))


async def press(store: RedisStore, table: Table, name: str = "press") -> Verdict:
    """Commit the next revision of a table."""
    after = replace(table, revision=table.revision + 1)
    return await store.commit(after, (name,), Operation(name), [table.place])


async def until(seen: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(30):
        while not seen():  # noqa: ASYNC110 - a server has no event
            await asyncio.sleep(0.01)


FAILURES = pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])


@FAILURES
async def test_a_press_waits_for_the_replica(
    fragile: Cluster, store: RedisStore, table: Table, how: signal.Signals
) -> None:
    """If a primary dies or hangs, a commit succeeds once its replica has taken over."""
    await store.create(table, Operation("challenge"))
    home(fragile, table).signal(how)
    assert (await press(store, table)).applied
    assert await store.record(table.id) == ("press",)


@FAILURES
async def test_other_shards_go_on(tmp_path: Path, table: Table, how: signal.Signals) -> None:
    """While a primary is dead or hangs, commits to tables on other primaries succeed."""
    with running(tmp_path, replicas=1, node_timeout_ms=PATIENT_MS) as cluster:
        link, other = Link(cluster.url), elsewhere(cluster, table)
        store = RedisStore(link)
        await store.create(table, Operation("challenge"))
        await store.create(other, Operation("another"))
        home(cluster, table).signal(how)
        waiting = asyncio.create_task(press(store, table))
        assert await press(store, other) is Verdict.APPLIED
        assert not waiting.done()
        await link.close()
        with pytest.raises(StoreDown):
            await waiting


async def test_a_closed_link(tmp_path: Path, table: Table) -> None:
    """A link that is closed while a primary hangs leaves no socket open, and opens none again."""
    with running(tmp_path, node_timeout_ms=PATIENT_MS) as cluster:
        hung = home(cluster, table)
        living = [node for node in cluster.nodes if node is not hung]
        before = [sockets(node) for node in living]
        link, other = Link(cluster.url), elsewhere(cluster, table)
        store = RedisStore(link)
        await store.create(table, Operation("challenge"))
        await store.create(other, Operation("another"))
        hung.signal(signal.SIGSTOP)
        waiting = asyncio.create_task(press(store, table))
        await press(store, other)
        await link.close()
        for late in (waiting, press(store, other)):
            with pytest.raises(StoreDown):
                await late
        await until(lambda: [sockets(node) for node in living] == before)


def sockets(node: Node) -> int:
    """Return how many clients are connected to a node."""
    return len(node.client.client_list(_type="normal"))


async def test_a_planned_failover(fragile: Cluster, store: RedisStore, table: Table) -> None:
    """While the operator lets a replica take over, every press counts exactly once."""
    await store.create(table, Operation("challenge"))
    replica = fragile.replica_of(home(fragile, table))
    verdicts = []
    for number in range(PRESSES):
        if number == PRESSES // 3:
            replica.client.execute_command("CLUSTER FAILOVER")
        before = replace(table, revision=1 + number)
        verdicts.append(await press(store, before, f"press-{number}"))
    assert all(verdict is not Verdict.STALE for verdict in verdicts)
    assert await store.record(table.id) == tuple(f"press-{n}" for n in range(PRESSES))
    await until(lambda: replica.is_primary)


async def test_a_press_that_a_replica_has(careful: RedisStore, table: Table) -> None:
    """A store that waits for a replica confirms a commit that the replica has."""
    await careful.create(table, Operation("challenge"))
    async with asyncio.timeout(30):
        while (verdict := await press(careful, table)).unsafe:
            pass  # the machine is busy
    assert verdict in (Verdict.APPLIED, Verdict.REPEATED)


async def test_a_press_that_no_replica_has(
    fragile: Cluster, careful: RedisStore, table: Table
) -> None:
    """If the replica hangs, the commit stands, but isn't safe."""
    await careful.create(table, Operation("challenge"))
    fragile.replica_of(home(fragile, table)).signal(signal.SIGSTOP)
    assert await press(careful, table) is Verdict.APPLIED_UNSAFE
    assert await careful.record(table.id) == ("press",)


async def test_a_repeated_press_that_no_replica_has(
    fragile: Cluster, careful: RedisStore, table: Table
) -> None:
    """Repeating a commit doesn't make it look safe: it waits for the replica, too."""
    await careful.create(table, Operation("challenge"))
    fragile.replica_of(home(fragile, table)).signal(signal.SIGSTOP)
    await press(careful, table)
    assert await press(careful, table) is Verdict.REPEATED_UNSAFE


async def test_a_replica_that_follows_again(
    fragile: Cluster, careful: RedisStore, table: Table
) -> None:
    """Once the replica answers again, the same commit is safe."""
    await careful.create(table, Operation("challenge"))
    replica = fragile.replica_of(home(fragile, table))
    replica.signal(signal.SIGSTOP)
    await press(careful, table)
    replica.signal(signal.SIGCONT)
    async with asyncio.timeout(30):
        while await press(careful, table) is not Verdict.REPEATED:
            pass


async def test_a_replica_that_is_gone(
    fragile: Cluster, careful: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one commit has waited in vain for a replica, the next ones hardly wait."""
    monkeypatch.setattr(clients, "BEHIND_SECONDS", 3_600)
    await careful.create(table, Operation("challenge"))
    fragile.replica_of(home(fragile, table)).signal(signal.SIGKILL)
    waited = [one async for one in waits(careful, fragile, table, 3)]
    assert waited == [300, 10, 10]


async def test_a_replica_that_is_back(
    fragile: Cluster, careful: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From time to time, a commit waits as long again for a replica that was too slow."""
    monkeypatch.setattr(clients, "BEHIND_SECONDS", 0)
    await careful.create(table, Operation("challenge"))
    fragile.replica_of(home(fragile, table)).signal(signal.SIGKILL)
    assert [one async for one in waits(careful, fragile, table, 2)] == [300, 300]


async def waits(
    store: RedisStore, cluster: Cluster, table: Table, times: int
) -> AsyncIterator[int]:
    """Commit so often; yield for how many milliseconds each commit asked the server to wait."""
    client = home(cluster, table).client
    client.config_set("slowlog-log-slower-than", 0)
    for _ in range(times):
        client.slowlog_reset()
        assert (await press(store, table)).unsafe
        log = [entry["command"].split() for entry in client.slowlog_get(100)]
        yield int(next(words[2] for words in log if words[0] == b"WAIT"))


async def test_a_primary_that_is_gone(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the primary couldn't be reached at all, the error says that nothing was changed."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 1)
    with running(tmp_path, node_timeout_ms=PATIENT_MS) as cluster:
        home(cluster, table).signal(signal.SIGKILL)
        link = Link(cluster.url)
        with pytest.raises(StoreDown) as down:
            await press(RedisStore(link), table)
        await link.close()
    assert down.value.reason is Down.AWAY


async def test_a_slot_that_nobody_serves(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in a slot that no node serves is out of reach, but the others aren't."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 1)
    with running(tmp_path, node_timeout_ms=PATIENT_MS) as cluster:
        link, other = Link(cluster.url), elsewhere(cluster, table)
        store = RedisStore(link)
        await store.create(other, Operation("another"))
        await link.close()
        first = home(cluster, table)
        slot = first.client.execute_command("CLUSTER KEYSLOT", keys.table(table.id))
        for node in dict.fromkeys([first, *cluster.nodes]):
            node.client.execute_command("CLUSTER DELSLOTS", slot)
        late = Link(cluster.url)
        for attempt in (RedisStore(late).load(table.id), press(RedisStore(late), table)):
            with pytest.raises(StoreDown) as down:
                await attempt
            assert down.value.reason is Down.AWAY
        assert await RedisStore(late).load(other.id) == other
        await late.close()


async def test_a_cluster_without_slots(
    open_server: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes that haven't been joined to a cluster are refused, with what to do."""
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", 1)
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0)
    port = free_port()
    await asyncio.to_thread(
        open_server, "--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", str(port)
    )
    link = Link(f"redis-cluster://127.0.0.1:{port}")
    with pytest.raises(Unfit, match="the nodes serve no slots yet"):
        await reach(link)
    with pytest.raises(StoreDown):
        await link.run(lambda: link.redis.get("k"))
    await link.close()


async def test_a_seed_that_is_down(fragile: Cluster, table: Table) -> None:
    """The bot starts if the first node in the address is down."""
    fragile.nodes[0].signal(signal.SIGKILL)
    link = Link(fragile.url)
    await reach(link)
    assert (await RedisStore(link).load(table.id)) is None
    await link.close()


async def test_a_connection_closed_by_the_library(
    cluster_link: Link, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the library closes a connection that a command has just taken, the command is repeated."""
    store, execute = RedisStore(cluster_link), ClusterNode.execute_command
    await store.create(table, Operation("challenge"))

    async def closed(_: ClusterNode, *__: object, **___: object) -> object:
        monkeypatch.undo()
        nothing: Any = None
        return nothing.writelines

    monkeypatch.setattr(ClusterNode, "execute_command", closed)
    assert await press(store, table) is Verdict.APPLIED
    assert ClusterNode.execute_command is execute


async def test_a_cluster_taken_for_a_server(whole_cluster: Cluster) -> None:
    """An address of a server that leads to a cluster's node says what to write."""
    link = Link(f"redis://127.0.0.1:{whole_cluster.nodes[0].port}")
    with pytest.raises(Unfit, match=r"write redis-cluster:// instead of redis://"):
        await reach(link)
    await link.close()


ADDRESSES = {
    "redis-cluster://a": ClusterAddress((("a", 6379),), None, None, tls=False),
    "redis-cluster://a:7000,b": ClusterAddress((("a", 7000), ("b", 6379)), None, None, tls=False),
    "rediss-cluster://ana:p%40ss@a,b": ClusterAddress(
        (("a", 6379), ("b", 6379)), "ana", "p@ss", tls=True
    ),
    "redis-cluster://:secret@[::1]:7000/0": ClusterAddress(
        (("::1", 7000),), None, "secret", tls=False
    ),
}


@pytest.mark.parametrize("written", ADDRESSES)
def test_addresses(written: str) -> None:
    """The address of a cluster names nodes, and one login for all of them."""
    assert address.cluster(written) == ADDRESSES[written]


WRONG = {
    "redis-cluster://": "the host is missing",
    "redis-cluster://a/1": "a cluster has only the database 0",
    "redis-cluster://a:port": "invalid host or port",
    "redis-cluster://a,,b": "invalid host or port",
    "redis-cluster://a:1,me:pass@b": "invalid address",
    "redis-cluster://ana:p/ss@a": "invalid address",
    "redis-cluster://ana:p#ss@a": "invalid address",
}


@pytest.mark.parametrize("written", WRONG)
def test_wrong_addresses(written: str) -> None:
    """A wrong address of a cluster is refused, with how to write it."""
    with pytest.raises(ValueError, match=WRONG[written]) as error:
        address.check(written)
    assert "ss@" not in str(error.value)
