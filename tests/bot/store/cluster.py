"""Real servers on 127.0.0.1: a cluster of three primaries, or a single one, and their replicas."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
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


@dataclass(eq=False)
class Node:
    """One server; `command` starts it."""

    port: int
    command: Sequence[str]
    client: Any
    process: "subprocess.Popen[bytes]" = field(init=False)

    def start(self) -> None:
        """Start the server, again if it was killed, and wait until it answers."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        _until(lambda: _answers(self.client), "a node doesn't start")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; a killed node stays away until it is started again."""
        self.process.send_signal(number)
        if number is signal.SIGKILL:
            self.process.wait(20)

    def stop(self) -> None:
        """End the process, even if it hangs."""
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
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

    def rejoin(self, node: Node) -> None:
        """Bring back a node that was killed or hangs, whose replica has taken over.

        Returns when it is a replica itself, has all data, and every node knows it again.
        """
        if node.runs:
            node.signal(signal.SIGCONT)
        else:
            node.start()
        _until(lambda: _is_synced(node), "a node doesn't become a replica")
        for each in self.nodes:
            _until(lambda n=each: _sees_all(n), "a node is still missed")  # type: ignore[misc] # mypy infers no lambda with defaults

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
            stack.enter_context(
                _node(
                    *(folder / str(port), port, "--cluster-enabled", "yes"),
                    *("--cluster-port", str(bus), "--cluster-require-full-coverage", "no"),
                    *("--cluster-node-timeout", str(node_timeout_ms)),
                )
            )
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
            _until(lambda n=node, o=own: _replicates(n, o), "a replica doesn't know its primary")  # type: ignore[misc] # mypy infers no lambda with defaults
        for node in nodes:
            _until(lambda n=node: _is_whole(n, len(nodes)), "the cluster isn't whole")  # type: ignore[misc] # mypy infers no lambda with defaults
        for node in nodes[PRIMARIES:]:
            _until(lambda n=node: _is_synced(n), "a replica has no data")  # type: ignore[misc] # mypy infers no lambda with defaults
        yield Cluster(nodes)


def _free_ports(wanted: int) -> Sequence[int]:
    """Return different ports that nothing listens on."""
    found = dict.fromkeys([free_port()])
    while len(found) < wanted:
        found |= dict.fromkeys([free_port()])
    return [*found]


@contextmanager
def single(folder: Path, *, replicas: int = 0) -> Iterator[Sequence[Node]]:
    """Start a server that isn't a cluster, and so many replicas of it; it comes first."""
    with ExitStack() as stack:
        first, *others = _free_ports(1 + replicas)
        flags = ("--replicaof", "127.0.0.1", str(first))
        nodes = [stack.enter_context(_node(folder / str(first), first))]
        nodes += [stack.enter_context(_node(folder / str(port), port, *flags)) for port in others]
        for node in nodes[1:]:
            _until(lambda n=node: _is_synced(n), "a replica has no data")  # type: ignore[misc] # mypy infers no lambda with defaults
        yield nodes


@contextmanager
def _node(folder: Path, port: int, *flags: str) -> Iterator[Node]:
    """Start a server, and stop it at the end."""
    folder.mkdir(parents=True)
    command = [
        *(launcher.find_binary(), "--bind", "127.0.0.1", "--port", str(port), "--save", ""),
        *("--repl-diskless-sync-delay", "0", "--dir", str(folder), *flags),
    ]
    with closing(Redis(host="127.0.0.1", port=port, decode_responses=True)) as client:
        node = Node(port, command, client)
        try:
            node.start()
            yield node
        finally:
            node.stop()


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


def _sees_all(node: Node) -> bool:
    """Whether a node believes that no other has failed."""
    told: dict[str, Any] = node.client.execute_command("CLUSTER NODES")
    return all("fail" not in each["flags"] and each["connected"] for each in told.values())


def _until(seen: Callable[[], bool], problem: str) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not seen():
        assert time.monotonic() < until, problem
        time.sleep(0.02)
