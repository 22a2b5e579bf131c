"""Abbreviations of time zones, and where clocks show that time.

The IANA database has some of them as names, but there `EST`, `MST` and `HST` have no summer time,
and most people who write them do.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from bot.table.pace import DAY
from bot.table.zones import find_zone, local

ABBREVIATIONS: Final[Mapping[str, Sequence[str]]] = {
    "ACDT": ("Australia/Adelaide",),
    "ACST": ("Australia/Adelaide", "Australia/Darwin"),
    "ADT": ("America/Halifax",),
    "AEDT": ("Australia/Sydney",),
    "AEST": ("Australia/Sydney", "Australia/Brisbane"),
    "AKDT": ("America/Anchorage",),
    "AKST": ("America/Anchorage",),
    "ART": ("America/Argentina/Buenos_Aires",),
    "AST": ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"),
    "AWST": ("Australia/Perth",),
    "BOT": ("America/La_Paz",),
    "BRT": ("America/Sao_Paulo",),
    "BST": ("Europe/London", "Asia/Dhaka"),
    "CAT": ("Africa/Maputo",),
    "CDT": ("America/Chicago", "America/Havana"),
    "CEST": ("Europe/Berlin",),
    "CET": ("Europe/Berlin", "Africa/Algiers"),
    "CLST": ("America/Santiago",),
    "CLT": ("America/Santiago",),
    "COT": ("America/Bogota",),
    "CST": (
        "America/Chicago",
        "America/Guatemala",
        "America/Mexico_City",
        "America/Havana",
        "Asia/Shanghai",
    ),
    "CT": ("America/Chicago",),
    "EAT": ("Africa/Nairobi",),
    "ECT": ("America/Guayaquil",),
    "EDT": ("America/New_York",),
    "EEST": ("Europe/Athens", "Africa/Cairo"),
    "EET": ("Europe/Athens", "Africa/Cairo", "Europe/Kaliningrad"),
    "EST": ("America/New_York", "America/Toronto", "America/Panama", "America/Cancun"),
    "ET": ("America/New_York",),
    "GMT": ("Europe/London", "Africa/Accra"),
    "GST": ("Asia/Dubai",),
    "HDT": ("America/Adak",),
    "HKT": ("Asia/Hong_Kong",),
    "HST": ("Pacific/Honolulu", "America/Adak"),
    "ICT": ("Asia/Bangkok",),
    "IDT": ("Asia/Jerusalem",),
    "IRST": ("Asia/Tehran",),
    "IST": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "JST": ("Asia/Tokyo",),
    "KST": ("Asia/Seoul",),
    "MDT": ("America/Denver",),
    "MET": ("Europe/Berlin",),
    "MSK": ("Europe/Moscow",),
    "MST": ("America/Denver", "America/Edmonton", "America/Phoenix", "America/Hermosillo"),
    "MT": ("America/Denver",),
    "MYT": ("Asia/Kuala_Lumpur",),
    "NDT": ("America/St_Johns",),
    "NPT": ("Asia/Kathmandu",),
    "NST": ("America/St_Johns",),
    "NZDT": ("Pacific/Auckland",),
    "NZST": ("Pacific/Auckland",),
    "PDT": ("America/Los_Angeles",),
    "PET": ("America/Lima",),
    "PHT": ("Asia/Manila",),
    "PKT": ("Asia/Karachi",),
    "PST": ("America/Los_Angeles", "Asia/Manila"),
    "PT": ("America/Los_Angeles",),
    "SAST": ("Africa/Johannesburg",),
    "SGT": ("Asia/Singapore",),
    "SST": ("Pacific/Pago_Pago",),
    "TRT": ("Europe/Istanbul",),
    "UYT": ("America/Montevideo",),
    "VET": ("America/Caracas",),
    "WAT": ("Africa/Lagos",),
    "WEST": ("Europe/Lisbon",),
    "WET": ("Europe/Lisbon",),
    "WIB": ("Asia/Jakarta",),
    "WIT": ("Asia/Jayapura",),
    "WITA": ("Asia/Makassar",),
}
"""The time zones that people mean by an abbreviation, the one with most people first."""

_STEP: Final = 7 * DAY
"""How often clocks are compared, in seconds: no summer time is shorter."""

_YEAR: Final = 366 * DAY


def zones_called(typed: str, now: float) -> Sequence[str]:
    """Return the time zones that a person may mean by an abbreviation; none if it is none.

    If the clocks of all of them agree for a year from `now` (Unix seconds), it is only one.
    """
    zones = [zone for zone in ABBREVIATIONS.get(typed.upper(), ()) if find_zone(zone)]
    agree = len({_offsets(zone, now) for zone in zones}) == 1
    return zones[:1] if agree else zones


def has_summer_time(zone: str, now: float) -> bool:
    """Return whether a zone's clocks change within a year from `now` (Unix seconds)."""
    return len(set(_offsets(zone, now))) > 1


def city_of(zone: str) -> str:
    """Return the city that a time zone is named after: `New York`."""
    return zone.rpartition("/")[2].replace("_", " ")


def _offsets(zone: str, now: float) -> tuple[timedelta | None, ...]:
    """Return how far a zone is ahead of UTC, at moments of a year."""
    moments = range(int(now), int(now) + _YEAR, _STEP)
    return tuple(local(moment, zone).utcoffset() for moment in moments)
