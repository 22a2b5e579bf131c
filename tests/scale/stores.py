"""The stores that are measured: one server or a cluster on 127.0.0.1, which keep data in memory."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from tests.bot.store.cluster import PRIMARIES, Node, running, single

SERVER: Final = "server"
CLUSTER: Final = "cluster"
KINDS: Final = (SERVER, CLUSTER)


@dataclass(frozen=True, slots=True)
class Stored:
    """A running store: its address for the bot, and its primaries, without their replicas."""

    url: str
    primaries: Sequence[Node]


@contextmanager
def serving(kind: str, folder: Path, *, replicas: int = 0) -> Iterator[Stored]:
    """Start a store of one of the KINDS, with so many replicas of each primary."""
    if kind == CLUSTER:
        with running(folder, replicas=replicas) as cluster:
            yield Stored(cluster.url, cluster.nodes[:PRIMARIES])
    else:
        with single(folder, replicas=replicas) as nodes:
            yield Stored(f"redis://127.0.0.1:{nodes[0].port}", nodes[:1])


@contextmanager
def fresh(kind: str) -> Iterator[tuple[Path, Stored]]:
    """Provide an empty folder and a store in it, for bots of which only errors are logged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    with tempfile.TemporaryDirectory() as folder, serving(kind, Path(folder) / "store") as store:
        yield Path(folder), store
