"""Sharing Discord's shards among all processes of a bot, without a leader.

Each process reports that it lives, and which shards it has connected: regularly, and as soon as it
hears that another one has something new to report. Everyone hears the same, so everyone knows which
shards are theirs: one range each, in the order in which the processes have started. A process that
moves a shard to another one stays connected until the other is, so that no press is lost; for a
moment both hear of it, which acts, being idempotent, allow.
"""

import asyncio
import secrets
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import structlog
from prometheus_client import Gauge
from typing_extensions import override

from bot.table.notes import Notes, Said
from bot.table.ports import StoreDown
from bot.work.ending import end

REPORT_SECONDS: Final = 2.4
"""How often a process reports whose shards stay as they are."""

LOOK_SECONDS: Final = 1.0
"""How often a process reports whose shards change."""

LATER_SECONDS: Final = 0.01
"""How long after the end of another process's report it counts as dead."""

LEASE_SECONDS: Final = 4.8
"""After how long without a report a process counts as dead."""

HELD = Gauge("puluc_discord_shards", "Shards of Discord that this process has connected")

log = structlog.get_logger()


class Shards(Protocol):
    """The connections to Discord of this process."""

    def open(self) -> Collection[int]:
        """Return the shards that are connected."""
        ...

    def held(self) -> Collection[int]:
        """Return the shards that are connected, or that reconnect by themselves."""
        ...

    def use(self, count: int, mine: Sequence[int]) -> None:
        """Note how many shards there are, and which of them are this process's."""
        ...

    async def connect_shard(self, shard: int) -> None:
        """Connect a shard; returns once it is connected."""
        ...

    async def disconnect_shard(self, shard: int) -> None:
        """Close a shard's connection. Does nothing while the shard is reconnecting."""
        ...


@dataclass(frozen=True, slots=True)
class Report:
    """What a process says of itself: how many shards there are, and which it has connected."""

    count: int
    connected: frozenset[int]

    @override
    def __str__(self) -> str:
        return f"{self.count}/{','.join(map(str, sorted(self.connected)))}"

    @classmethod
    def read(cls, text: str) -> "Report":
        """Parse what `str` wrote."""
        count, _, connected = text.partition("/")
        return cls(int(count), frozenset(map(int, filter(None, connected.split(",")))))


def share(place: int, places: int, count: int) -> range:
    """Return the shards of the process at `place` among `places` processes."""
    return range(count * place // places, count * (place + 1) // places)


class Sharing:
    """This process's share, which changes as processes come and go."""

    def __init__(self, notes: Notes, name: str, count: int, shards: Shards) -> None:
        """Create the share; `count` shards are recommended, unless other processes use another."""
        self._notes = notes
        self._name = name
        self._count = count
        self._shards = shards
        # Sorts by the time of the start, so that a newcomer moves as few shards as possible.
        self._holder = f"{time.time_ns():020}-{secrets.token_hex(4)}"
        self._mine: Sequence[int] | None = None
        self._starting: dict[int, asyncio.Task[None]] = {}
        self._closing: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Look again and again until cancelled. While the store is down, everything stays as it is.

        A process that dies is missed as soon as its last report ends.
        """
        while True:
            seconds = LOOK_SECONDS
            try:
                soonest = await self.look()
                if not self._starting and not self._closing:
                    seconds = min(REPORT_SECONDS, soonest + LATER_SECONDS)
            except StoreDown:
                pass
            except Exception:
                log.exception("discord.sharing-failed")  # looks again
            await self._notes.hears(self._name, seconds)

    async def look(self) -> float:
        """Report what this process has, and begin to connect and close what it should.

        Returns after how many seconds the first report of another process ends.
        """
        said = await self._report()
        reports = {holder: Report.read(each.text) for holder, each in said.items()}
        first = reports[min(reports)]
        if first.count != self._count:  # Discord's recommendation has changed since then
            self._count = first.count
            self._close(self._shards.open())
        mine = share(sorted(reports).index(self._holder), len(reports), self._count)
        if mine != self._mine:
            self._mine = mine
            self._shards.use(self._count, mine)
            log.info("discord.shards", first=mine.start, shards=len(mine), count=self._count)
        others = [report for holder, report in reports.items() if holder != self._holder]
        self._change(mine, frozenset().union(*(report.connected for report in others)))
        ends = (each.seconds for holder, each in said.items() if holder != self._holder)
        return min(ends, default=LEASE_SECONDS)

    async def _report(self) -> Mapping[str, Said]:
        connected = frozenset(self._shards.open())
        HELD.set(len(connected))
        said = str(Report(self._count, connected))
        return await self._notes.report(self._name, self._holder, said, LEASE_SECONDS)

    def _change(self, mine: Collection[int], elsewhere: Collection[int]) -> None:
        """Begin to connect shards, and to close those that another process has connected.

        Identifies are rate-limited, so shards that nobody has come before those that only move.
        """
        connected, held = self._shards.open(), self._shards.held()
        for shard, task in tuple(self._starting.items()):
            if task.done() or shard not in mine:
                task.cancel()
                del self._starting[shard]
        missing = {*range(self._count)}.difference(connected, elsewhere)
        for shard in mine:
            is_next = shard in missing or not missing
            if is_next and shard not in held and shard not in self._starting:
                self._starting[shard] = asyncio.create_task(self._shards.connect_shard(shard))
        self._close(shard for shard in connected if shard not in mine and shard in elsewhere)

    def _close(self, shards: Iterable[int]) -> None:
        """Begin to close shards; Discord may take its time to answer."""
        for shard in shards:
            task = asyncio.create_task(self._shards.disconnect_shard(shard))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def leave(self) -> None:
        """Let the others take over at once. May raise StoreDown."""
        await end(*self._starting.values())
        await self._notes.leave(self._name, self._holder)
