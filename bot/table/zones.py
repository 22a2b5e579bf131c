"""Time zones: names of the IANA database such as `Europe/Berlin`, and offsets such as `+05:30`.

The database is the system's or, without one, that of the package tzdata.
"""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from engine.text import Local

_OFFSET = re.compile(r"([+-])([0-9]{2}):([0-5][0-9])", re.ASCII)
_TYPED = re.compile(r"(?:utc|gmt)?\s*([+-])\s*([0-9]{1,2})(?::?([0-5][0-9]))?", re.ASCII)
_NAME = re.compile(r"[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*", re.ASCII)
"""A zone's name; other files of a system's database begin with a small letter."""

_ISO = "%Y-%m-%dT%H:%M:%SZ"

_EASTERNMOST, _WESTERNMOST = 14 * 60, -12 * 60
_STEP = 15
_DAY = 24 * 60


@lru_cache(maxsize=512)
def find_zone(zone: str) -> tzinfo | None:
    """Return the time zone with this name or offset, None if there is none (cached)."""
    if offset := _OFFSET.fullmatch(zone):
        return _shifted(_minutes(offset[1], offset[2], offset[3]))
    if not _NAME.fullmatch(zone):
        return None
    try:
        return ZoneInfo(zone)
    except (ValueError, KeyError, OSError):  # a folder, or no zone at all
        return None


def zone_of(zone: str) -> tzinfo:
    """Return a time zone, UTC if it is empty or unknown."""
    return find_zone(zone) or UTC


def local(at: float, zone: str) -> datetime:
    """Return the local time at `at` (Unix seconds)."""
    return datetime.fromtimestamp(at, zone_of(zone))


def clock(at: float, zone: str) -> str:
    """Return the local time of day at `at` (Unix seconds): `21:40`."""
    return f"{local(at, zone):%H:%M}"


def moment(at: float, zone: str) -> Local:
    """Return the local date and time at `at` (Unix seconds), or that in UTC if `zone` is empty."""
    ahead = local(at, zone).utcoffset() if zone else None
    return Local(int(at), None if ahead is None else int(ahead.total_seconds()))


def utc(at: float) -> str:
    """Return the date and time in UTC at `at` (Unix seconds), as in ISO 8601."""
    return datetime.fromtimestamp(at, UTC).strftime(_ISO)


def read_utc(text: str) -> int:
    """Return the Unix seconds of what `utc` wrote; raises ValueError for anything else."""
    return int(datetime.strptime(text, _ISO).replace(tzinfo=UTC).timestamp())


def read_offset(typed: str) -> str | None:
    """Return the offset that a person typed, such as `UTC+2` or `-3:30`; None if it is none."""
    offset = _TYPED.fullmatch(typed.strip().casefold())
    if offset is None:
        return None
    minutes = _minutes(offset[1], offset[2], offset[3] or "0")
    return None if _shifted(minutes) is None else write_offset(minutes)


def write_offset(minutes: int) -> str:
    """Return an offset from UTC in minutes as a zone: `+05:30`."""
    hours, rest = divmod(abs(minutes), 60)
    return f"{'-' if minutes < 0 else '+'}{hours:02}:{rest:02}"


def offset_showing(clock: int, now: float) -> str:
    """Return the offset of a zone in which clocks show `clock` at `now` (Unix seconds).

    `clock` is in minutes since midnight. Offsets are multiples of 15 minutes, and of two that
    differ by a day, the one from -11:45 to +12:00 is returned.
    """
    utc = datetime.fromtimestamp(now, UTC)
    ahead = clock - (utc.hour * 60 + utc.minute + utc.second / 60)
    minutes = round(ahead / _STEP) * _STEP % _DAY
    return write_offset(minutes - _DAY if minutes > _DAY // 2 else minutes)


def _minutes(sign: str, hours: str, minutes: str) -> int:
    return (60 * int(hours) + int(minutes)) * (-1 if sign == "-" else 1)


def _shifted(minutes: int) -> tzinfo | None:
    if not _WESTERNMOST <= minutes <= _EASTERNMOST:
        return None
    return timezone(timedelta(minutes=minutes))
