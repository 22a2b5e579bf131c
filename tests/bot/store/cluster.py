"""Real servers on 127.0.0.1: a cluster of three primaries, or a single one, and their replicas."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.crc import key_slot
from redis.exceptions import RedisError

from bot.store import launcher
from tests.e2e.ports import free_port
from tests.waiting import wait_until

SLOTS: Final = 16_384
PRIMARIES: Final = 3
NODE_TIMEOUT_MS: Final = 2_000


@dataclass(eq=False)
class Node:
    """One server; `command` starts it."""

    port: int
    command: Sequence[str]
    client: Any
    process: "subprocess.Popen[bytes]" = field(init=False)
    hangs: bool = False

    def start(self) -> None:
        """Start the server, again if it was killed, and wait until it answers."""
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_until(lambda: _answers(self.client), "a node doesn't start")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal; a killed node stays away until it is started again."""
        self.process.send_signal(number)
        self.hangs = number is signal.SIGSTOP
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
    def serves(self) -> bool:
        """Whether it was neither killed nor stopped."""
        return self.runs and not self.hangs

    @property
    def id(self) -> str:
        """Its name in the cluster."""
        return str(self.client.execute_command("CLUSTER MYID"))

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
            if node.serves and node.is_primary and any(slot in some for some in node.slots)
        )

    def replica_of(self, primary: Node) -> Node:
        """Return the running replica of a primary."""
        return next(self._replicas(primary))

    def _replicas(self, primary: Node) -> Iterator[Node]:
        for node in self.nodes:
            if node.serves and node.client.info("replication").get("master_port") == primary.port:
                yield node

    def fail_over(self, primary: Node) -> None:
        """Let the replica of a primary that was killed or hangs take over at once.

        It would do so itself once the node timeout has passed and the others agree.
        """
        self.replica_of(primary).client.execute_command("CLUSTER FAILOVER", "TAKEOVER")

    def rejoin(self, node: Node) -> None:
        """Bring back a node that was killed or hangs, whose replica has taken over.

        Returns when it is a replica itself, has all data, and every node knows it again.
        """
        if node.runs:
            node.signal(signal.SIGCONT)
        else:
            node.start()
        wait_until(lambda: _is_synced(node), "a node doesn't become a replica")
        wait_until(lambda: all(map(_sees_all, self.nodes)), "a node is still missed")

    def mend(self) -> None:
        """Bring back all nodes that were killed or hang; return when the cluster is whole."""
        hanging = [node for node in self.nodes if node.hangs]
        killed = [node for node in self.nodes if not node.runs]
        for node in hanging:
            node.signal(signal.SIGCONT)
        for node in killed:
            if next(self._replicas(node), None) is not None:
                self.fail_over(node)  # a primary that starts again has no keys
            node.start()
        if hanging or killed:
            wait_until(self._is_mended, "the cluster isn't whole again")

    @property
    def is_whole(self) -> bool:
        """Whether each node knows all others and who serves each slot."""
        return all(_is_whole(node, len(self.nodes)) for node in self.nodes)

    def _is_mended(self) -> bool:
        roles = [node.client.info("replication") for node in self.nodes]
        links = [role["master_link_status"] for role in roles if role["role"] == "slave"]
        has_replicas = links == ["up"] * (len(self.nodes) - PRIMARIES)
        return has_replicas and self.is_whole and all(map(_sees_all, self.nodes))

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
            own = primaries[number % PRIMARIES].id
            wait_until(
                lambda n=node, o=own: _replicates(n, o), "a replica doesn't know its primary"
            )  # type: ignore[misc] # mypy infers no lambda with defaults
        cluster = Cluster(nodes)
        wait_until(lambda: cluster.is_whole, "the cluster isn't whole")
        for node in nodes[PRIMARIES:]:
            wait_until(partial(_is_synced, node), "a replica has no data")
        yield cluster


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
            wait_until(partial(_is_synced, node), "a replica has no data")
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
