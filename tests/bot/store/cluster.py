"""A real cluster on 127.0.0.1: three primaries, and a replica of each if asked for."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from bot.store import launcher
from tests.e2e.ports import free_port

SLOTS: Final = 16_384
PRIMARIES: Final = 3
NODE_TIMEOUT_MS: Final = 2_000
PATIENCE_SECONDS: Final = 60.0


@dataclass(frozen=True, eq=False)
class Node:
    """One server of the cluster."""

    port: int
    bus: int
    process: "subprocess.Popen[bytes]"
    client: Any

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; a killed node doesn't come back."""
        self.process.send_signal(number)
        if number is signal.SIGKILL:
            self.process.wait(20)

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    @property
    def is_primary(self) -> bool:
        return bool(self.client.info("replication")["role"] == "master")

    @property
    def slots(self) -> Sequence[range]:
        """The slots that it serves, as it sees them."""
        told: dict[str, Any] = self.client.execute_command("CLUSTER NODES")
        mine = next(each for each in told.values() if "myself" in each["flags"])
        return [range(int(bounds[0]), int(bounds[-1]) + 1) for bounds in mine["slots"]]


@dataclass(frozen=True)
class Cluster:
    """Running nodes; the first three began as primaries."""

    nodes: Sequence[Node]

    @property
    def url(self) -> str:
        """The address, with two nodes, one of which may be dead."""
        first, second, *_ = self.nodes
        return f"redis-cluster://127.0.0.1:{first.port},127.0.0.1:{second.port}"

    def primary_of(self, key: str) -> Node:
        """Return the node that serves a key."""
        slot = key_slot(key.encode())
        return next(
            node
            for node in self.nodes
            if node.runs and node.is_primary and any(slot in some for some in node.slots)
        )

    def replica_of(self, primary: Node) -> Node:
        """Return the running replica of a primary."""
        return next(
            node
            for node in self.nodes
            if node.runs and node.client.info("replication").get("master_port") == primary.port
        )

    def empty(self) -> None:
        """Delete all keys and uploaded scripts."""
        for node in self.nodes:
            if node.is_primary:
                node.client.flushall()
                node.client.script_flush()


@contextmanager
def running(
    folder: Path, *, replicas: int = 0, node_timeout_ms: int = NODE_TIMEOUT_MS
) -> Iterator[Cluster]:
    """Start a cluster with its files in `folder` and so many replicas of each primary."""
    with ExitStack() as stack:
        ports = _free_ports(2 * PRIMARIES * (1 + replicas))
        nodes = [
            stack.enter_context(_node(folder / str(port), port, bus, node_timeout_ms))
            for port, bus in zip(ports[::2], ports[1::2], strict=True)
        ]
        primaries = nodes[:PRIMARIES]
        for number, node in enumerate(primaries):
            first, after = (SLOTS * each // PRIMARIES for each in (number, number + 1))
            node.client.execute_command("CLUSTER ADDSLOTSRANGE", first, after - 1)
            node.client.execute_command("CLUSTER SET-CONFIG-EPOCH", number + 1)
        for node in nodes:
            node.client.execute_command("CLUSTER MEET", "127.0.0.1", ports[0], ports[1])
        for number, node in enumerate(nodes[PRIMARIES:]):
            own = primaries[number % PRIMARIES].client.execute_command("CLUSTER MYID")
            _until(lambda n=node, o=own: _replicates(n, o), "a replica doesn't know its primary")  # type: ignore[misc]
        for node in nodes:
            _until(lambda n=node: _is_whole(n, len(nodes)), "the cluster isn't whole")  # type: ignore[misc]
        for node in nodes[PRIMARIES:]:
            _until(lambda n=node: _is_synced(n), "a replica has no data")  # type: ignore[misc]
        yield Cluster(nodes)


def _free_ports(wanted: int) -> Sequence[int]:
    """Return different ports that nothing listens on."""
    found = dict.fromkeys([free_port()])
    while len(found) < wanted:
        found |= dict.fromkeys([free_port()])
    return [*found]


@contextmanager
def _node(folder: Path, port: int, bus: int, node_timeout_ms: int) -> Iterator[Node]:
    """Start a node, and stop it at the end."""
    folder.mkdir(parents=True)
    process = subprocess.Popen(
        [
            *(launcher.find_binary(), "--bind", "127.0.0.1", "--port", str(port)),
            *("--cluster-enabled", "yes", "--cluster-port", str(bus)),
            *("--cluster-node-timeout", str(node_timeout_ms)),
            *("--cluster-require-full-coverage", "no"),
            *("--repl-diskless-sync-delay", "0", "--save", "", "--dir", str(folder)),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        with closing(Redis(host="127.0.0.1", port=port, decode_responses=True)) as client:
            _until(lambda: _answers(client), "a node doesn't start")
            yield Node(port, bus, process, client)
    finally:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait(20)


def _answers(client: Any) -> bool:
    try:
        return bool(client.ping())
    except RedisError:
        return False


def _replicates(node: Node, primary: str) -> bool:
    try:
        node.client.execute_command("CLUSTER REPLICATE", primary)
    except RedisError:
        return False
    return True


def _is_whole(node: Node, nodes: int) -> bool:
    """Whether a node knows all others, and the slots of each."""
    info = node.client.execute_command("CLUSTER INFO")
    told = (info["cluster_state"], info["cluster_slots_assigned"], info["cluster_known_nodes"])
    return bool(told == ("ok", str(SLOTS), str(nodes)))


def _is_synced(node: Node) -> bool:
    return bool(node.client.info("replication").get("master_link_status") == "up")


def _until(seen: Callable[[], bool], problem: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not seen():
        assert time.monotonic() < until, problem
        time.sleep(0.02)
