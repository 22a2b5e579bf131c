"""The store's guard: when alarms rise and fall, and what is said about them."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from bot.ops import guard as guards
from bot.ops.guard import ADVICE, MEGABYTE, Alarm, Disk, Guard, alarms
from bot.store.vitals import Vitals
from bot.table.pace import HOUR
from bot.table.ports import Down, StoreDown
from engine.text import Text

NONE: frozenset[Alarm] = frozenset()
HEALTHY = {
    "used_bytes": 1,
    "max_bytes": 100,
    "clients": 1,
    "max_clients": 20,
    "policy": "noeviction",
    "saves": True,
    "replica": False,
}


def filled(percent: int) -> Vitals:
    """A healthy server of 25 MB that is this full."""
    most = 25 * MEGABYTE
    return Vitals(**HEALTHY | {"used_bytes": percent * most // 100, "max_bytes": most})  # type: ignore[arg-type] # mixed


def risen(**changed: object) -> frozenset[Alarm]:
    """The alarms of a healthy server with these differences."""
    return alarms(Vitals(**HEALTHY | changed), None, NONE)  # type: ignore[arg-type] # mixed


def course(percents: Sequence[int]) -> list[frozenset[Alarm]]:
    """The alarms as a server fills and empties."""
    found, before = [], NONE
    for percent in percents:
        before = alarms(filled(percent), None, before)
        found.append(before)
    return found


def test_a_healthy_server() -> None:
    """A healthy server raises no alarm."""
    assert risen() == NONE


def test_filling_up() -> None:
    """The first alarm rises at 80 % and falls below 75 %, the second at 95 % and below 90 %."""
    nearly = frozenset({Alarm.NEARLY_FULL})
    both = nearly | {Alarm.ALMOST_FULL}
    assert course([79, 80, 94, 95, 90, 89, 75, 74, 79]) == [
        *(NONE, nearly, nearly, both, both, nearly, nearly, NONE, NONE)
    ]


@given(st.lists(st.integers(76, 79)))
def test_no_flicker(percents: list[int]) -> None:
    """Between the two levels, nothing changes."""
    assert set(course(percents)) <= {NONE}
    assert set(course([80, *percents])) == {frozenset({Alarm.NEARLY_FULL})}


@pytest.mark.parametrize(
    ("changed", "alarm"),
    [
        ({"clients": 16}, Alarm.CROWDED),
        ({"policy": "allkeys-lru"}, Alarm.EVICTS),
        ({"policy": "volatile-ttl"}, Alarm.EVICTS),
        ({"saves": False}, Alarm.UNSAVED),
        ({"refuses": Down.READ_ONLY}, Alarm.REFUSES),
        ({"backup_age": 1, "regular_age": 37 * HOUR}, Alarm.OLD_BACKUP),
    ],
)
def test_an_alarm(changed: dict[str, object], alarm: Alarm) -> None:
    """Each condition raises its alarm and no other."""
    assert risen(**changed) == {alarm}


@pytest.mark.parametrize(
    "changed",
    [
        *({"max_bytes": 0}, {"used_bytes": None}, {"clients": 15}, {"max_clients": None}),
        *({"backup_age": 37 * HOUR}, {"regular_age": 35 * HOUR}),
    ],
)
def test_no_alarm_without_a_limit(changed: dict[str, object]) -> None:
    """Without a limit, or without what the server doesn't tell, there is no alarm."""
    assert risen(**changed) == NONE


def test_a_server_that_tells_nothing() -> None:
    """A server that forbids its report raises no alarm."""
    assert alarms(Vitals(), None, NONE) == NONE


@pytest.mark.parametrize(
    ("free", "total", "low"),
    [(99, 1_000, True), (100, 1_000, False), (499, 10_000, True), (500, 10_000, False)],
)
def test_the_disk(free: int, total: int, low: bool) -> None:
    """The disk is low below 100 MB or 5 %, and no longer so with a quarter more."""
    disk = Disk(free * MEGABYTE, total * MEGABYTE)
    assert disk.is_low(before=False) is low
    assert disk.is_low(before=True)
    assert not Disk(2 * disk.free, disk.total).is_low(before=True)


class Told:
    """What the operator was told, by kind."""

    def __init__(self) -> None:
        self.texts: dict[str, Text] = {}

    async def tell(self, kind: str, text: Text) -> None:
        self.texts[kind] = text


async def test_what_is_said() -> None:
    """An alarm is logged and told when it rises and when it falls, and not in between."""
    states = iter([filled(81), filled(82), filled(10)])

    async def read() -> Vitals:
        return next(states)

    told = Told()
    guard = Guard(read, told.tell)
    with capture_logs() as lines:
        for _ in range(3):
            await guard.look()
    assert [(line["event"], line["log_level"]) for line in lines] == [
        ("store.nearly-full", "warning"),
        ("store.recovered", "info"),
    ]
    assert (lines[0]["used"], lines[0]["of"]) == (20_250_000, 25_000_000)
    assert told.texts == {
        "nearly-full": Text("operator.nearly-full", used=20, of=25),
        "recovered.nearly-full": Text("operator.recovered.nearly-full"),
    }


def test_every_alarm_has_advice() -> None:
    """The log says what to do about each alarm."""
    assert set(ADVICE) == set(Alarm)


async def test_what_cannot_be_checked_is_said_once() -> None:
    """What the server doesn't tell is logged once, below warning level."""

    async def read() -> Vitals:
        return Vitals(policy="noeviction")

    guard = Guard(read)
    with capture_logs() as lines:
        await guard.look()
        await guard.look()
    assert [(line["event"], line["log_level"]) for line in lines] == [("store.unchecked", "info")]
    assert "max_bytes" in lines[0]["what"]


async def test_the_metrics(tmp_path: Path) -> None:
    """A look sets the metrics."""

    async def read() -> Vitals:
        return replace(filled(40), backup_age=HOUR)

    await Guard(read, folder=tmp_path).look()
    names = ("store_used_bytes", "store_max_bytes", "disk_bytes")
    values = [REGISTRY.get_sample_value(f"puluc_{name}") for name in names]
    assert values == [10_000_000, 25_000_000, Disk.of(tmp_path).total]
    free = REGISTRY.get_sample_value("puluc_disk_free_bytes")
    assert free is not None
    assert 0 < free < Disk.of(tmp_path).total
    saved = REGISTRY.get_sample_value("puluc_backup_timestamp_seconds")
    assert saved == pytest.approx(time.time() - HOUR, abs=HOUR / 2)


async def test_the_disk_of_the_bundled_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guard looks at the disk of the bundled server's folder."""
    monkeypatch.setattr(guards, "LOW_DISK_BYTES", 2**62)

    async def read() -> Vitals:
        return filled(1)

    guard = Guard(read, folder=tmp_path)
    await guard.look()
    assert guard.alarms == {Alarm.LOW_DISK}


async def test_it_survives_a_dead_store() -> None:
    """A store that is down for a while doesn't end the watch."""
    looks = 0

    async def read() -> Vitals:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise StoreDown
        if looks == 2:
            raise RuntimeError("a bug")
        return filled(96)

    async def sleep(_seconds: float) -> None:
        if looks == 3:
            raise EOFError  # ends the test

    guard = Guard(read, sleep=sleep)
    with pytest.raises(EOFError):
        await guard.run()
    assert Alarm.ALMOST_FULL in guard.alarms
