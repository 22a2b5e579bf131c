"""A cluster whose nodes fail: what the store promises while a replica takes over."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.crc import key_slot
from redis.exceptions import ClusterDownError

from bot.store import address, client, keys, preflight
from bot.store import link as connection
from bot.store.address import ClusterAddress
from bot.store.link import Link
from bot.store.preflight import Unfit, reach
from bot.store.redis import RedisStore
from bot.table.ids import TableId
from bot.table.ports import Down, Operation, StoreDown, Verdict
from bot.table.table import Table
from tests.bot.store.cluster import Cluster, Node
from tests.e2e.ports import free_port
from tests.waiting import PATIENCE_SECONDS, until, wait_until

PRESSES = 60

BRIEFLY = 0.1
"""The deadline, in seconds, of a command that can't succeed."""


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set once an attempt of a command has failed."""
    failed, note = asyncio.Event(), client.Sent.failed

    def noted(sent: client.Sent, error: Exception) -> None:
        note(sent, error)
        failed.set()

    monkeypatch.setattr(client.Sent, "failed", noted)
    return failed


@pytest.fixture
async def store(cluster: Cluster) -> AsyncIterator[RedisStore]:
    """A store in that cluster."""
    link = Link(cluster.url)
    yield RedisStore(link)
    await link.close()


@pytest.fixture
async def careful(cluster: Cluster) -> AsyncIterator[RedisStore]:
    """A store whose commits wait for a replica."""
    link = Link(cluster.url)
    yield RedisStore(link, copies=1)
    await link.close()


def home(cluster: Cluster, table: Table) -> Node:
    """Return the primary that serves a table."""
    return cluster.primary_of(keys.table(table.id))


@pytest.fixture
def other(cluster: Cluster, table: Table) -> Table:
    """A table like `table` on another primary."""
    others = (replace(table, id=TableId(f"k3f9qd7m{n:02}"), code=f"code-{n}") for n in range(100))
    return next(one for one in others if home(cluster, one) is not home(cluster, table))


async def press(store: RedisStore, table: Table, name: str = "press") -> Verdict:
    """Commit the next revision of a table."""
    after = replace(table, revision=table.revision + 1)
    return await store.commit(after, (name,), Operation(name), [table.place])


FAILURES = pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])


@FAILURES
async def test_a_press_waits_for_the_replica(
    cluster: Cluster, store: RedisStore, table: Table, fails: asyncio.Event, how: signal.Signals
) -> None:
    """If a primary dies or hangs, a commit succeeds once its replica has taken over."""
    await store.create(table, Operation("challenge"))
    primary = home(cluster, table)
    primary.signal(how)
    fails.clear()
    waiting = asyncio.create_task(press(store, table))
    await fails.wait()
    assert not waiting.done()
    await asyncio.to_thread(cluster.fail_over, primary)
    assert (await waiting).applied
    assert await store.record(table.id) == ("press",)


@FAILURES
async def test_other_shards_go_on(
    cluster: Cluster, store: RedisStore, table: Table, other: Table, how: signal.Signals
) -> None:
    """While a primary is dead or hangs, commits to tables on other primaries succeed."""
    await store.create(table, Operation("challenge"))
    await store.create(other, Operation("another"))
    home(cluster, table).signal(how)
    waiting = asyncio.create_task(press(store, table))
    assert await press(store, other) is Verdict.APPLIED
    assert not waiting.done()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_a_closed_link(cluster: Cluster, table: Table, other: Table) -> None:
    """A link that is closed while a primary hangs leaves no socket open, and opens none again."""
    hung = home(cluster, table)
    living = [node for node in cluster.nodes if node is not hung]
    before = set().union(*map(sockets, living))
    store = RedisStore(link := Link(cluster.url))
    await store.create(table, Operation("challenge"))
    await store.create(other, Operation("another"))
    hung.signal(signal.SIGSTOP)
    waiting = asyncio.create_task(press(store, table))
    await press(store, other)
    await link.close()
    for late in (waiting, press(store, other)):
        with pytest.raises(StoreDown):
            await late
    await until(lambda: set().union(*map(sockets, living)) <= before)


def sockets(node: Node) -> set[tuple[int, str]]:
    """Return the sockets of a node's clients."""
    return {(node.port, client["id"]) for client in node.client.client_list(_type="normal")}


async def test_a_planned_failover(cluster: Cluster, store: RedisStore, table: Table) -> None:
    """While the operator lets a replica take over, every press counts exactly once."""
    await store.create(table, Operation("challenge"))
    replica = cluster.replica_of(home(cluster, table))
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
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (verdict := await press(careful, table)).unsafe:
            pass  # the machine is busy
    assert verdict in (Verdict.APPLIED, Verdict.REPEATED)


@pytest.fixture
def _briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only briefly for a replica, for tests in which it never replies."""
    monkeypatch.setattr(client, "COPY_SECONDS", 0.05)


@pytest.mark.usefixtures("_briefly")
async def test_a_press_that_no_replica_has(
    cluster: Cluster, careful: RedisStore, table: Table
) -> None:
    """If the replica hangs, the commit stands, but isn't safe."""
    await careful.create(table, Operation("challenge"))
    cluster.replica_of(home(cluster, table)).signal(signal.SIGSTOP)
    assert await press(careful, table) is Verdict.APPLIED_UNSAFE
    assert await careful.record(table.id) == ("press",)


@pytest.mark.usefixtures("_briefly")
async def test_a_repeated_press_that_no_replica_has(
    cluster: Cluster, careful: RedisStore, table: Table
) -> None:
    """Repeating a commit doesn't make it look safe: it waits for the replica, too."""
    await careful.create(table, Operation("challenge"))
    cluster.replica_of(home(cluster, table)).signal(signal.SIGSTOP)
    await press(careful, table)
    assert await press(careful, table) is Verdict.REPEATED_UNSAFE


async def test_a_replica_that_follows_again(
    cluster: Cluster, careful: RedisStore, table: Table
) -> None:
    """Once the replica answers again, the same commit is safe."""
    await careful.create(table, Operation("challenge"))
    replica = cluster.replica_of(home(cluster, table))
    replica.signal(signal.SIGSTOP)
    await press(careful, table)
    replica.signal(signal.SIGCONT)
    async with asyncio.timeout(PATIENCE_SECONDS):
        while await press(careful, table) is not Verdict.REPEATED:
            pass


@pytest.mark.usefixtures("_briefly")
async def test_a_replica_that_is_gone(
    cluster: Cluster, careful: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one commit has waited in vain for a replica, the next ones hardly wait."""
    monkeypatch.setattr(client, "BEHIND_SECONDS", 3_600)
    await careful.create(table, Operation("challenge"))
    cluster.replica_of(home(cluster, table)).signal(signal.SIGKILL)
    waited = [one async for one in waits(careful, cluster, table, 3)]
    assert waited == [50, 10, 10]


@pytest.mark.usefixtures("_briefly")
async def test_a_replica_that_is_back(
    cluster: Cluster, careful: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From time to time, a commit waits as long again for a replica that was too slow."""
    monkeypatch.setattr(client, "BEHIND_SECONDS", 0)
    await careful.create(table, Operation("challenge"))
    cluster.replica_of(home(cluster, table)).signal(signal.SIGKILL)
    assert [one async for one in waits(careful, cluster, table, 2)] == [50, 50]


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
    cluster: Cluster, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the primary couldn't be reached at all, the error says that nothing was changed."""
    home(cluster, table).signal(signal.SIGKILL)
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", BRIEFLY)
    link = Link(cluster.url)
    with pytest.raises(StoreDown) as down:
        await press(RedisStore(link), table)
    await link.close()
    assert down.value.reason is Down.AWAY


@pytest.fixture
def _unserved(cluster: Cluster, table: Table, other: Table) -> Iterator[None]:
    """No node serves the slot of `table`."""
    first, second = home(cluster, table), home(cluster, other)
    slot = key_slot(keys.table(table.id).encode())
    for node in dict.fromkeys([first, *cluster.nodes]):
        node.client.execute_command("CLUSTER DELSLOTS", slot)
    yield
    # As if the slot had moved, which the node tells all others at once.
    first.client.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", second.id)
    first.client.execute_command("CLUSTER SETSLOT", slot, "NODE", first.id)
    wait_until(lambda: cluster.is_whole, "the slot is still missed")


@pytest.mark.usefixtures("_unserved")
async def test_a_slot_that_nobody_serves(
    store: RedisStore, table: Table, other: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table in a slot that no node serves is out of reach, but the others aren't."""
    for attempt in (store.load(table.id), press(store, table)):
        with monkeypatch.context() as patch:
            patch.setattr(connection, "DEADLINE_SECONDS", BRIEFLY)
            with pytest.raises(StoreDown) as down:
                await attempt
        assert down.value.reason is Down.AWAY
    await store.create(other, Operation("another"))
    assert await store.load(other.id) == other


@pytest.mark.parametrize("fails", [True, False])
async def test_a_deaf_library(
    store: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """A deadline ends a command even if the library goes on when it is cancelled."""
    initialize = RedisCluster.initialize

    async def deaf(cluster: RedisCluster) -> RedisCluster:
        monkeypatch.undo()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        if fails:
            raise ClusterDownError("CLUSTERDOWN")
        return await initialize(cluster)

    monkeypatch.setattr(connection, "DEADLINE_SECONDS", BRIEFLY)
    monkeypatch.setattr(RedisCluster, "initialize", deaf)
    with pytest.raises(StoreDown):
        await store.load(table.id)


async def test_a_cluster_without_slots(
    open_server: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes that haven't been joined to a cluster are refused, with what to do."""
    monkeypatch.setattr(preflight, "PATIENCE_SECONDS", 0)
    port = free_port()
    await asyncio.to_thread(
        open_server, "--cluster-enabled", "yes", "--bind", "127.0.0.1", "--port", str(port)
    )
    link = Link(f"redis-cluster://127.0.0.1:{port}")
    with pytest.raises(Unfit, match="the nodes serve no slots yet"):
        await reach(link)
    monkeypatch.setattr(connection, "DEADLINE_SECONDS", BRIEFLY)
    with pytest.raises(StoreDown):
        await link.run(lambda: link.redis.get("k"))
    await link.close()


async def test_a_seed_that_is_down(
    cluster: Cluster, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot starts if the first node in the address is down."""
    monkeypatch.setattr(preflight, "REST_SECONDS", 0)
    seed, *_ = cluster.nodes
    is_primary = seed.is_primary
    seed.signal(signal.SIGKILL)
    if is_primary:
        cluster.fail_over(seed)
    link = Link(cluster.url)
    await reach(link)
    assert (await RedisStore(link).load(table.id)) is None
    await link.close()


async def test_a_connection_closed_by_the_library(
    store: RedisStore, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the library closes a connection that a command has just taken, the command is repeated."""
    execute = ClusterNode.execute_command
    await store.create(table, Operation("challenge"))
    with monkeypatch.context() as once:

        async def closed(_: ClusterNode, *__: object, **___: object) -> object:
            once.undo()
            nothing: Any = None
            return nothing.writelines

        once.setattr(ClusterNode, "execute_command", closed)
        assert await press(store, table) is Verdict.APPLIED
    assert ClusterNode.execute_command is execute


async def test_a_cluster_taken_for_a_server(cluster: Cluster) -> None:
    """An address of a server that leads to a cluster's node says what to write."""
    link = Link(f"redis://127.0.0.1:{cluster.nodes[0].port}")
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
