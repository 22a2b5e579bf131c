"""The stores that the torture breaks: a server behind bad wires, and a cluster with replicas."""

import asyncio
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Final, Protocol

from redis import Redis
from redis.exceptions import RedisError
from typing_extensions import override

from bot.store.embedded import EmbeddedServer
from bot.store.folder import NoServer
from tests.bot.store.cluster import Node, running
from tests.bot.store.proxy import Wire, cutting

LOOK_SECONDS: Final = 0.05
CUT_SHARE: Final = 0.03
TAKEOVER_SECONDS: Final = 60.0
FULL_DISKS: Final = "full disks"
CHUNKS: Final = (1 << 20, 4096, 512, 1)


Trouble = Callable[[Random], object]
"""Breaks something; returns when that is over. Returns False if nothing could be broken."""


class Store(Protocol):
    """A store, and what can go wrong with it."""

    counts: Counter[str]
    url: str
    """The address without any trouble, for the judge."""
    excused: Mapping[str, str]
    """The troubles that can't be caused here, and why."""

    def settings(self, place: int) -> Mapping[str, str]:
        """Return the settings of the process in a place."""
        ...

    def troubles(self) -> Mapping[str, Trouble]:
        """Return what can be done to it, by name."""
        ...


class ServerStore(Store):
    """The bundled server, reached through wires that cut connections."""

    def __init__(self, data: Path, chance: Random, stack: ExitStack, *, no_disk: str) -> None:
        """Start it in the folder `data`.

        Its disk is filled now and then, unless `no_disk` says why that isn't possible.
        """
        self.counts: Counter[str] = Counter()
        self._data = data
        self.excused: Mapping[str, str] = {FULL_DISKS: no_disk} if no_disk else {}
        self._server = EmbeddedServer.start(data)
        stack.callback(self._server.release)
        self.url = self._server.url
        self._wire = Wire(chance)
        over = threading.Event()
        keeper = threading.Thread(target=self._keep, args=(over,))
        keeper.start()
        stack.callback(keeper.join)
        stack.callback(over.set)
        self._through = stack.enter_context(_wired(self.url, data / "wire.sock", self._wire))

    @override
    def settings(self, place: int) -> Mapping[str, str]:
        return {"REDIS_URL": self._through}

    @override
    def troubles(self) -> Mapping[str, Trouble]:
        found: dict[str, Trouble] = {
            "kills of the store": self._kill,
            "bad wires": self._cut,
            "full memories": self._fill_memory,
        }
        return found if self.excused else found | {FULL_DISKS: self._fill_disk}

    def _keep(self, over: threading.Event) -> None:
        """Restart the server whenever it is gone, as its operator would."""
        while not over.wait(LOOK_SECONDS):
            with suppress(NoServer, OSError):
                self._server.ensure(over)

    def _kill(self, _: Random) -> bool:
        with suppress(OSError, ValueError):
            pid = int((self._data / "server.pid").read_text())
            if b"valkey" in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGKILL)
                return True
        return False  # it is just starting

    def _cut(self, chance: Random) -> None:
        wire = self._wire
        wire.connects = wire.handshakes = wire.answers = wire.commands = CUT_SHARE
        time.sleep(chance.uniform(1, 3))
        wire.connects = wire.handshakes = wire.answers = wire.commands = 0

    def _fill_memory(self, chance: Random) -> None:
        with Redis.from_url(self.url) as client:
            try:
                client.config_set("maxmemory", 1)
                time.sleep(chance.uniform(0.5, 2))
            except RedisError:
                pass  # killed just now
            finally:
                for _ in range(100):
                    with suppress(RedisError):
                        client.config_set("maxmemory", 0)
                        break
                    time.sleep(LOOK_SECONDS)

    def _fill_disk(self, chance: Random) -> None:
        filler = self._data / "filler"
        until = time.monotonic() + chance.uniform(0.5, 3)
        try:
            with filler.open("wb", buffering=0) as full:
                while time.monotonic() < until:
                    for size in CHUNKS:
                        with suppress(OSError):
                            while full.write(bytes(size)) == size:
                                pass
                    time.sleep(0.01)
        finally:
            filler.unlink()


@contextmanager
def _wired(server: str, socket: Path, wire: Wire) -> Iterator[str]:
    """Run the proxy in a thread of its own; yield its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    context = cutting(server.removeprefix("unix://"), socket, wire)

    async def enter() -> str:
        return await context.__aenter__()

    async def leave() -> None:
        await context.__aexit__(None, None, None)

    try:
        yield asyncio.run_coroutine_threadsafe(enter(), loop).result(10)
    finally:
        asyncio.run_coroutine_threadsafe(leave(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class ClusterStore(Store):
    """A cluster of three primaries, with a replica each."""

    def __init__(self, folder: Path, stack: ExitStack, *, wait: bool) -> None:
        """Start it with its files in `folder`; with `wait`, moves wait for a replica."""
        self.counts: Counter[str] = Counter()
        self.excused: Mapping[str, str] = {}
        self._cluster = stack.enter_context(running(folder / "nodes", replicas=1))
        self._wait = wait
        self._lock = threading.Lock()
        self.url = self._cluster.url

    @override
    def settings(self, place: int) -> Mapping[str, str]:
        return {"REDIS_URL": self.url, "REDIS_WAIT": str(int(self._wait))}

    @override
    def troubles(self) -> Mapping[str, Trouble]:
        return {
            "kills of a primary": lambda chance: self._fail(chance, signal.SIGKILL),
            "hung primaries": lambda chance: self._fail(chance, signal.SIGSTOP),
            "promoted replicas": self._promote,
        }

    def _fail(self, chance: Random, how: signal.Signals) -> None:
        """Let a primary fail; bring it back as a replica once its own has taken over.

        One at a time: a cluster survives no more.
        """
        with self._lock:
            self._fail_now(chance, how)

    def _fail_now(self, chance: Random, how: signal.Signals) -> None:
        primary = self._primary(chance)
        replica = self._cluster.replica_of(primary)
        primary.signal(how)
        until = time.monotonic() + TAKEOVER_SECONDS
        while not replica.is_primary:
            assert time.monotonic() < until, "no replica has taken over"
            time.sleep(LOOK_SECONDS)
        time.sleep(chance.uniform(0, 1))
        self._cluster.rejoin(primary)

    def _promote(self, chance: Random) -> None:
        """Let a replica take over as its operator would, before an update of the primary."""
        with self._lock:
            replica = self._cluster.replica_of(self._primary(chance))
            replica.client.execute_command("CLUSTER FAILOVER")
            until = time.monotonic() + TAKEOVER_SECONDS
            while not replica.is_primary:
                assert time.monotonic() < until, "no replica has taken over"
                time.sleep(LOOK_SECONDS)

    def _primary(self, chance: Random) -> Node:
        return chance.choice([node for node in self._cluster.nodes if node.is_primary])
