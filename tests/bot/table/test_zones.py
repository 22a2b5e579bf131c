"""Time zones, as people type them and as they are stored."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.zones import find_zone, local, offset_showing, read_offset, write_offset, zone_of

quarters = st.integers(-12 * 4, 14 * 4).map(lambda quarter: 15 * quarter)


@given(quarters)
def test_an_offset_round_trip(minutes: int) -> None:
    """An offset is read as it is written."""
    zone = write_offset(minutes)
    assert read_offset(zone) == zone
    assert zone_of(zone).utcoffset(None) == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("+2", "+02:00"),
        ("UTC+5:30", "+05:30"),
        ("gmt -0330", "-03:30"),
        (" + 12:45 ", "+12:45"),
        ("+14", "+14:00"),
        ("-12", "-12:00"),
        ("+15", None),
        ("-12:15", None),
        ("+5:75", None),
        ("5", None),
        ("Berlin", None),
        ("", None),
        ("+٢", None),
    ],
)
def test_a_typed_offset(typed: str, zone: str | None) -> None:
    """Offsets can be typed in several ways; those that no clock has are none."""
    assert read_offset(typed) == zone


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"])
def test_a_named_zone(zone: str) -> None:
    """Names of the IANA database are found."""
    assert str(find_zone(zone)) == zone


@pytest.mark.parametrize(
    "zone",
    ["", "Europe", "europe/berlin", "Mars/Olympus", "../UTC", "/etc/localtime", "A\0", "+99:00"],
)
def test_an_unknown_zone(zone: str) -> None:
    """Anything else is no zone, and UTC is used instead."""
    assert find_zone(zone) is None
    assert zone_of(zone) is UTC


@given(st.integers(0, 24 * 60 - 1), st.integers(1_600_000_000, 2_000_000_000))
def test_it_is_now(clock: int, now: int) -> None:
    """The offset found for a clock is a multiple of 15 minutes and shows its time within 8."""
    offset = offset_showing(clock, now)
    shift = zone_of(offset).utcoffset(None)
    assert shift is not None
    assert shift % timedelta(minutes=15) == timedelta()
    assert timedelta(hours=-12) < shift <= timedelta(hours=12)
    shown = local(now, offset)
    apart = abs(shown.hour * 60 + shown.minute + shown.second / 60 - clock)
    assert min(apart, 1440 - apart) <= 7.5


def test_local_time() -> None:
    """Local time follows the zone's summer time."""
    summer = datetime(2026, 7, 1, 12, tzinfo=UTC).timestamp()
    assert local(summer, "Europe/Berlin").hour == 14
    assert local(summer, "+01:00").hour == 13
