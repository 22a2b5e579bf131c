"""Quiet hours in a person's own time zone.

Hours are what the clocks there show. So a quiet span is shorter or longer when the clocks change
during it. Everywhere in the world, hours begin and clocks change at quarters of an hour UTC (the
last exception ended in 2011), so only these have to be examined.
"""

from itertools import count, islice
from math import floor

from bot.table.preferences import Quiet
from bot.table.zones import local

_QUARTER = 900
_MOST_QUARTERS = 4 * 72
"""More than any quiet span has, even if the clocks change and skip its only other hour."""


def is_quiet(at: float, quiet: Quiet | None, zone: str) -> bool:
    """Return whether `at` (Unix seconds) is in the quiet hours; never, if there are none.

    `zone` is a time zone as in `Preferences`. If it is empty or unknown, hours are in UTC.
    """
    if quiet is None:
        return False
    hour = local(floor(at), zone).hour
    if quiet.start < quiet.end:
        return quiet.start <= hour < quiet.end
    return hour >= quiet.start or hour < quiet.end


def quiet_ends(at: float, quiet: Quiet | None, zone: str) -> float:
    """Return the first moment from `at` on that is outside the quiet hours."""
    if not is_quiet(at, quiet, zone):
        return at
    later = islice(count(_quarter(at) + _QUARTER, _QUARTER), _MOST_QUARTERS)
    return next(each for each in later if not is_quiet(each, quiet, zone))


def quiet_begins_before(at: float, quiet: Quiet | None, zone: str) -> float:
    """Return the last second before the quiet span that contains `at`; `at` if none does."""
    if not is_quiet(at, quiet, zone):
        return at
    earlier = islice(count(_quarter(at) - 1, -_QUARTER), _MOST_QUARTERS)
    return next(each for each in earlier if not is_quiet(each, quiet, zone))


def _quarter(at: float) -> int:
    """Return the beginning of a quarter of an hour."""
    return floor(at) // _QUARTER * _QUARTER
