"""The store's guard: watches the server and warns before it is full, and when it loses data.

A condition is an `Alarm`. It rises at one level and falls at a lower one, so that a value that
hovers around a level warns once. What rises is logged and told to the operator.
"""

import asyncio
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeAlias

import structlog
from prometheus_client import Gauge

from bot.store.vitals import Vitals
from bot.table.pace import HOUR
from bot.table.ports import StoreDown
from engine.text import Text

LOOK_SECONDS = 60.0
"""How often to look at the server."""

MEGABYTE = 10**6

LOW_DISK_BYTES = 100 * MEGABYTE
LOW_DISK_SHARE = 0.05
ENOUGH = 1.25
"""The multiple of the lowest room on the disk at which the alarm falls."""

USED = Gauge("puluc_store_used_bytes", "Memory that the store uses.")
MOST = Gauge("puluc_store_max_bytes", "Memory that the store may use; 0 without a limit.")
CLIENTS = Gauge("puluc_store_clients", "Connections to the store, those of all programs.")
MOST_CLIENTS = Gauge("puluc_store_max_clients", "Connections that the store accepts.")
FREE = Gauge("puluc_disk_free_bytes", "Room on the disk of the bundled server.")
TOTAL = Gauge("puluc_disk_bytes", "Size of the disk of the bundled server; 0 for another store.")
BACKED_UP = Gauge("puluc_backup_timestamp_seconds", "When the last backup was made; 0 for never.")

log = structlog.get_logger()


class Alarm(StrEnum):
    """A condition of the store that needs its operator."""

    NEARLY_FULL = "nearly-full"
    ALMOST_FULL = "almost-full"
    CROWDED = "crowded"
    LOW_DISK = "low-disk"
    EVICTS = "evicts"
    UNSAVED = "unsaved"
    REFUSES = "refuses-writes"
    OLD_BACKUP = "old-backup"

    @property
    def event(self) -> str:
        """The log event."""
        return f"store.{self}"


@dataclass(frozen=True, slots=True)
class Level:
    """The share at which an alarm rises, and the one below which it falls."""

    rises: float
    falls: float

    def reached(self, share: float, *, before: bool) -> bool:
        """Return whether the alarm is on at `share`, if it was on `before` or wasn't."""
        return share >= (self.falls if before else self.rises)


MEMORY: Final[Mapping[Alarm, Level]] = {
    Alarm.NEARLY_FULL: Level(0.80, 0.75),
    Alarm.ALMOST_FULL: Level(0.95, 0.90),
}
CONNECTIONS: Final = Level(0.80, 0.70)

OLD_SECONDS: Final = 36 * HOUR
"""The age of a backup after which one of every night must have failed."""

ADVICE: Final[Mapping[Alarm, str]] = {
    Alarm.NEARLY_FULL: "raise maxmemory at REDIS_URL, or change to a larger plan",
    Alarm.ALMOST_FULL: "raise maxmemory at REDIS_URL now, or change to a larger plan",
    Alarm.CROWDED: "lower REDIS_CONNECTIONS, run fewer processes, or change to a larger plan",
    Alarm.LOW_DISK: "free some space on the disk of PULUC_DATA",
    Alarm.EVICTS: (
        "a full store would delete data, with allkeys-* also running games; set maxmemory-policy "
        "noeviction in the server's configuration, or at your provider"
    ),
    Alarm.UNSAVED: (
        "a restart of the server loses every game; set appendonly yes in the server's "
        "configuration, or choose a plan with persistence"
    ),
    Alarm.REFUSES: (
        "see the server's log; check its disk, its replicas, whether it is a replica, and what its "
        "user may do"
    ),
    Alarm.OLD_BACKUP: "look at the log of the timer or cron job that runs `backup`",
}
"""What to do about an alarm, for the log."""


@dataclass(frozen=True, slots=True)
class Disk:
    """The room on the disk of the bundled server, in bytes."""

    free: int
    total: int

    @classmethod
    def of(cls, folder: Path) -> "Disk":
        """Return the room on the disk of a folder. Raises OSError."""
        usage = shutil.disk_usage(folder)
        return cls(usage.free, usage.total)

    def is_low(self, *, before: bool) -> bool:
        """Return whether the disk is nearly full, if it was `before` or wasn't."""
        least = max(LOW_DISK_BYTES, LOW_DISK_SHARE * self.total)
        return self.free < (ENOUGH * least if before else least)


def alarms(vitals: Vitals, disk: Disk | None, before: Set[Alarm]) -> frozenset[Alarm]:
    """Return the alarms that are on, given those that were on `before`.

    What the server doesn't tell raises no alarm. `disk` is the bundled server's.
    """
    found: set[Alarm] = set()
    if vitals.used_bytes is not None and vitals.max_bytes:
        share = vitals.used_bytes / vitals.max_bytes
        found |= {
            alarm for alarm, level in MEMORY.items() if level.reached(share, before=alarm in before)
        }
    if vitals.clients is not None and vitals.max_clients:
        share = vitals.clients / vitals.max_clients
        if CONNECTIONS.reached(share, before=Alarm.CROWDED in before):
            found.add(Alarm.CROWDED)
    if disk is not None and disk.is_low(before=Alarm.LOW_DISK in before):
        found.add(Alarm.LOW_DISK)
    if vitals.policy not in (None, "noeviction"):
        found.add(Alarm.EVICTS)
    if vitals.saves is False:
        found.add(Alarm.UNSAVED)
    if vitals.refuses is not None:
        found.add(Alarm.REFUSES)
    if vitals.regular_age is not None and vitals.regular_age > OLD_SECONDS:
        found.add(Alarm.OLD_BACKUP)
    return frozenset(found)


Read: TypeAlias = Callable[[], Awaitable[Vitals]]
"""Reads the server's state; raises StoreDown."""

Tell: TypeAlias = Callable[[str, Text], Awaitable[None]]
"""Tells the operator a text, at most once a day for each kind; never raises."""

Sleep: TypeAlias = Callable[[float], Awaitable[None]]


async def _nobody(_kind: str, _text: Text) -> None:
    """Tell nobody, because no operator is set."""


class Guard:
    """Looks at the server at intervals, and reports alarms that rise and fall."""

    def __init__(
        self,
        read: Read,
        tell: Tell = _nobody,
        *,
        folder: Path | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """`folder` is that of the bundled server, None for another one."""
        self._read = read
        self._tell = tell
        self._folder = folder
        self._sleep = sleep
        self._unchecked: tuple[str, ...] = ()
        self.alarms: frozenset[Alarm] = frozenset()
        """The alarms that are on."""

    async def run(self) -> None:
        """Look at the server until cancelled."""
        while True:
            try:
                await self.look()
            except StoreDown:
                pass  # logged by the link, and told to players by the acts that fail
            except Exception:
                log.exception("store.unwatched")
            await self._sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Look once: report what has changed. Raises StoreDown."""
        vitals = await self._read()
        disk = None if self._folder is None else Disk.of(self._folder)
        _measure(vitals, disk)
        if vitals.unknown != self._unchecked:
            self._unchecked = vitals.unknown
            if vitals.unknown:
                log.info("store.unchecked", what=vitals.unknown)
        before, self.alarms = self.alarms, alarms(vitals, disk, self.alarms)
        for alarm in Alarm:
            if alarm in self.alarms and alarm not in before:
                log.warning(alarm.event, **_facts(alarm, vitals, disk), do=ADVICE[alarm])
                await self._tell(alarm, _text(alarm, vitals, disk))
            elif alarm in before and alarm not in self.alarms:
                log.info("store.recovered", alarm=alarm.value, **_facts(alarm, vitals, disk))
                await self._tell(f"recovered.{alarm}", Text(f"operator.recovered.{alarm}"))


def _measure(vitals: Vitals, disk: Disk | None) -> None:
    """Set the metrics; what isn't known keeps its value."""
    age = vitals.backup_age
    for gauge, value in (
        (USED, vitals.used_bytes),
        (MOST, vitals.max_bytes),
        (CLIENTS, vitals.clients),
        (MOST_CLIENTS, vitals.max_clients),
        (FREE, None if disk is None else disk.free),
        (TOTAL, None if disk is None else disk.total),
        (BACKED_UP, None if age is None else time.time() - age),
    ):
        if value is not None:
            gauge.set(value)


def _facts(alarm: Alarm, vitals: Vitals, disk: Disk | None) -> Mapping[str, object]:
    """Return the values that an alarm is about, for the log."""
    if alarm in MEMORY:
        return {"used": vitals.used_bytes, "of": vitals.max_bytes}
    if alarm is Alarm.CROWDED:
        return {"clients": vitals.clients, "of": vitals.max_clients}
    if alarm is Alarm.LOW_DISK and disk is not None:
        return {"free": disk.free, "of": disk.total}
    if alarm is Alarm.EVICTS:
        return {"policy": vitals.policy}
    if alarm is Alarm.REFUSES and vitals.refuses is not None:
        return {"reason": vitals.refuses.value, "replica": vitals.replica}
    if alarm is Alarm.OLD_BACKUP and vitals.regular_age is not None:
        return {"hours": int(vitals.regular_age // HOUR)}
    return {}


def _text(alarm: Alarm, vitals: Vitals, disk: Disk | None) -> Text:
    """Return what to tell the operator about an alarm, with sizes in megabytes."""
    if alarm in MEMORY:
        used, most = vitals.used_bytes or 0, vitals.max_bytes or 0
        return Text(f"operator.{alarm}", used=used // MEGABYTE, of=most // MEGABYTE)
    if alarm is Alarm.CROWDED:
        return Text("operator.crowded", clients=vitals.clients or 0, of=vitals.max_clients or 0)
    if alarm is Alarm.LOW_DISK:
        return Text("operator.low-disk", free=0 if disk is None else disk.free // MEGABYTE)
    if alarm is Alarm.EVICTS:
        return Text("operator.evicts", policy=vitals.policy or "")
    if alarm is Alarm.OLD_BACKUP:
        return Text("operator.old-backup", hours=int((vitals.regular_age or 0) // HOUR))
    return Text(f"operator.{alarm}")
