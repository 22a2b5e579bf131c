"""How many writes a cluster loses when a primary fails, and how long nothing can be written.

    .venv/bin/python -m tests.scale.losses --failovers 100
    .venv/bin/python -m tests.scale.losses --failovers 100 --copies 1 --how both --lag-ms 200

It runs three primaries with a replica each on 127.0.0.1, which keep their data in memory only. For
each failover, several tables on one shard get one commit after another through the bot's store.
Then their primary is killed (SIGKILL) or hangs (SIGSTOP), its replica takes over, and the old
primary comes back as a replica; the writers go on all the time, and repeat what wasn't confirmed as
people do. In the end every commit is looked up in the record of its table.

- acknowledged: commits that the store confirmed, with `--copies` after that many replicas had them
- lost: acknowledged commits that aren't there
- not promised: commits that were applied while too few replicas confirmed them (`Verdict.unsafe`)
- of those lost: likewise; their players were warned
- seconds without success: the longest time in which nothing was applied, for each failover

Replicas here are so close that next to nothing is lost. With `--lag-ms`, the replica hears nothing
from its primary for that long before the failure, as behind a bad network.
"""

import argparse
import asyncio
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, count, islice, pairwise, product
from pathlib import Path

import structlog
from redis.crc import key_slot

from bot.store import keys
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.ports import Operation, StoreDown, Verdict
from bot.table.table import Table
from tests.bot.store.cluster import Cluster, running
from tests.scale.figures import MEDIAN, percentile, sheet
from tests.store_size import PULUC, offer

HOW = {"kill": signal.SIGKILL, "hang": signal.SIGSTOP}

LOOK_SECONDS = 0.02
TAKEOVER_SECONDS = 60.0
SETTLE_SECONDS = 0.3
"""How long writing goes on after each change of the cluster."""

HEADINGS = (
    *("copies", "how", "failovers", "acknowledged", "lost", "not promised", "of those lost"),
    *("median s without success", "max s"),
)


@dataclass(slots=True)
class Writer:
    """What one table's players were told: revisions, with the one entry that each added."""

    table: Table
    pause: float = 0.0
    """How many seconds to rest after each commit."""
    told: list[tuple[int, str]] = field(default_factory=list)
    unsafe: list[tuple[int, str]] = field(default_factory=list)
    successes: list[float] = field(default_factory=list)
    """When commits were applied."""

    async def write(self, store: RedisStore, stopping: asyncio.Event) -> None:
        """Commit one step after another until asked to stop."""
        steps = count()
        entry = ""
        while not stopping.is_set():
            entry = entry or f"w{next(steps)}"
            after = replace(self.table, revision=self.table.revision + 1)
            try:
                verdict = await store.commit(after, (entry,), Operation(entry), [after.place])
                if verdict is Verdict.STALE:  # the step before is lost
                    self.table = await store.load(after.id) or self.table
                    continue
            except StoreDown:
                continue  # the same operation is tried again
            self.successes.append(time.monotonic())
            (self.unsafe if verdict.unsafe else self.told).append((after.revision, entry))
            self.table, entry = after, ""
            await asyncio.sleep(self.pause)


@dataclass(frozen=True, slots=True)
class Failover:
    """What came of one failover; see the module."""

    acknowledged: int
    lost: int
    unsafe: int
    unsafe_lost: int
    seconds: float


def missing(
    told: Sequence[tuple[int, str]], revision: int, record: Sequence[str]
) -> list[tuple[int, str]]:
    """Return the steps that a table doesn't have; `record` has one entry for each after the first.

    A step counts as missing if the table's `revision` is older, or the entry is another one.
    """
    return [
        (number, entry)
        for number, entry in told
        if number > revision or [*record[number - 2 : number - 1]] != [entry]
    ]


def longest_gap(times: Sequence[float]) -> float:
    """Return the longest time between two successes, in seconds; 0 with fewer than two."""
    return max((after - before for before, after in pairwise(sorted(times))), default=0.0)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="Count writes lost over failovers.")
    parser.add_argument("--failovers", type=int, default=20, help="how many of each kind (20)")
    parser.add_argument("--how", choices=[*HOW, "both"], default="kill", help="(kill)")
    parser.add_argument("--copies", type=int, choices=(0, 1), nargs="+", default=[0, 1])
    parser.add_argument("--lag-ms", type=float, default=0, help="how late the replica is (0)")
    parser.add_argument("--tasks", type=int, default=8, help="tables that are written to (8)")
    parser.add_argument("--pause-ms", type=float, default=0, help="after each commit (0)")
    parser.add_argument("--seconds", type=float, default=1, help="of writing before it fails (1)")
    parser.add_argument("--node-timeout-ms", type=int, default=1_000, help="(1000)")
    return parser


def main() -> None:
    """Let primaries fail, and print what was lost."""
    asked = parser().parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), replicas=1, node_timeout_ms=asked.node_timeout_ms) as cluster,
    ):
        asyncio.run(_measure(cluster, asked))


async def _measure(cluster: Cluster, asked: argparse.Namespace) -> None:
    link, numbers = Link(cluster.url, connections=asked.tasks), count()
    hows = [*HOW] if asked.how == "both" else [asked.how]
    found: dict[tuple[int, str], list[Failover]] = {}
    try:
        for copies, how in product(asked.copies, hows):
            store, seen = RedisStore(link, copies=copies), found.setdefault((copies, how), [])
            for _ in range(asked.failovers):
                tables = islice(_neighbours(cluster, numbers), asked.tasks)
                writers = [Writer(table, asked.pause_ms / 1000) for table in tables]
                seen.append(await _fail(cluster, store, writers, HOW[how], asked))
    finally:  # after a long run, what it found until something went wrong
        print(sheet(HEADINGS, ((*what, *_row(seen)) for what, seen in found.items())))
    await link.close()


def _row(seen: Sequence[Failover]) -> Sequence[object]:
    """Return the figures of several failovers, in the order of the headings."""
    return (
        len(seen),
        sum(each.acknowledged for each in seen),
        sum(each.lost for each in seen),
        sum(each.unsafe for each in seen),
        sum(each.unsafe_lost for each in seen),
        percentile((each.seconds for each in seen), MEDIAN),
        percentile((each.seconds for each in seen), 1),
    )


def _neighbours(cluster: Cluster, numbers: Iterator[int]) -> Iterator[Table]:
    """Yield tables that one primary serves: that of the first."""
    first = offer(PULUC, next(numbers))
    slots = cluster.primary_of(keys.table(first.id)).slots
    for table in chain([first], (offer(PULUC, number) for number in numbers)):
        if any(key_slot(keys.table(table.id).encode()) in some for some in slots):
            yield table


async def _fail(
    cluster: Cluster,
    store: RedisStore,
    writers: Sequence[Writer],
    how: signal.Signals,
    asked: argparse.Namespace,
) -> Failover:
    """Let the primary of some tables fail while they are written to, and bring it back."""
    for writer in writers:
        await store.create(writer.table, Operation("post"))
    primary = cluster.primary_of(keys.table(writers[0].table.id))
    replica, stopping = cluster.replica_of(primary), asyncio.Event()
    tasks = [asyncio.create_task(writer.write(store, stopping)) for writer in writers]
    await asyncio.sleep(asked.seconds)
    if asked.lag_ms:
        replica.signal(signal.SIGSTOP)
        # Otherwise the system would still receive for it what it reads later.
        primary.client.execute_command("CLIENT KILL TYPE replica")
        await asyncio.sleep(asked.lag_ms / 1000)
    primary.signal(how)
    replica.signal(signal.SIGCONT)
    await _until(lambda: replica.is_primary)
    taken = time.monotonic()
    await _until(lambda: any(writer.successes[-1:] > [taken] for writer in writers))
    await asyncio.sleep(SETTLE_SECONDS)
    await asyncio.to_thread(cluster.rejoin, primary)
    await asyncio.sleep(SETTLE_SECONDS)
    stopping.set()
    await asyncio.gather(*tasks)
    return await _judge(store, writers)


async def _until(seen: Callable[[], bool]) -> None:
    """Wait until something is so; raise TimeoutError if that takes too long."""
    async with asyncio.timeout(TAKEOVER_SECONDS):
        while True:
            if seen():
                return
            await asyncio.sleep(LOOK_SECONDS)


async def _judge(store: RedisStore, writers: Sequence[Writer]) -> Failover:
    """Look every commit up, and remove the tables."""
    lost = unsafe_lost = 0
    for writer in writers:
        table, record = await store.load(writer.table.id), await store.record(writer.table.id)
        revision = 0 if table is None else table.revision
        lost += len(missing(writer.told, revision, record))
        unsafe_lost += len(missing(writer.unsafe, revision, record))
        with suppress(StoreDown):
            await store.erase(writer.table)
    return Failover(
        acknowledged=sum(len(writer.told) for writer in writers),
        lost=lost,
        unsafe=sum(len(writer.unsafe) for writer in writers),
        unsafe_lost=unsafe_lost,
        seconds=longest_gap([at for writer in writers for at in writer.successes]),
    )


if __name__ == "__main__":
    main()
