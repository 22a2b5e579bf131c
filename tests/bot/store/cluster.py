"""A real cluster of three primaries on 127.0.0.1."""

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import RedisError

from bot.store import launcher
from tests.e2e.ports import free_port

SLOTS: Final = 16_384
PRIMARIES: Final = 3
PATIENCE_SECONDS: Final = 60.0


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """Start a cluster with its files in `folder`; yield the address of one of its nodes."""
    with ExitStack() as stack:
        ports = _free_ports(2 * PRIMARIES)
        nodes = [
            stack.enter_context(_node(folder / str(port), port, bus))
            for port, bus in zip(ports[::2], ports[1::2], strict=True)
        ]
        for number, node in enumerate(nodes):
            first, after = (SLOTS * each // PRIMARIES for each in (number, number + 1))
            node.execute_command("CLUSTER ADDSLOTSRANGE", first, after - 1)
            node.execute_command("CLUSTER MEET", "127.0.0.1", ports[0], ports[1])
        for node in nodes:
            _wait_until_whole(node)
        yield f"redis://127.0.0.1:{ports[0]}"


def _free_ports(count: int) -> Sequence[int]:
    """Return different ports that nothing listens on."""
    found = dict.fromkeys([free_port()])
    while len(found) < count:
        found |= dict.fromkeys([free_port()])
    return [*found]


@contextmanager
def _node(folder: Path, port: int, bus: int) -> Iterator["Redis[bytes]"]:
    """Start a node, and stop it at the end."""
    folder.mkdir()
    server = subprocess.Popen(
        [
            *(launcher.find_binary(), "--bind", "127.0.0.1", "--port", str(port)),
            *("--cluster-enabled", "yes", "--cluster-port", str(bus)),
            *("--cluster-node-timeout", "5000", "--save", "", "--dir", str(folder)),
        ],
        stdout=subprocess.DEVNULL,
    )
    try:
        with closing(Redis(port=port, host="127.0.0.1")) as client:
            _wait_until_up(client)
            yield client
    finally:
        server.terminate()
        server.wait(20)


def _wait_until_up(node: "Redis[bytes]") -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            node.ping()
        except RedisError:
            assert time.monotonic() < until, "a node doesn't start"
            time.sleep(0.02)
        else:
            return


def _wait_until_whole(node: "Redis[bytes]") -> None:
    """Wait until a node knows all others and the slots of each."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        info = node.execute_command("CLUSTER INFO")
        found = info if isinstance(info, dict) else {}
        if (found.get("cluster_state"), found.get("cluster_known_nodes")) == ("ok", str(PRIMARIES)):
            return
        assert time.monotonic() < until, "the cluster isn't whole"
        time.sleep(0.02)
