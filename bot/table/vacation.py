"""The rules for vacations.

A vacation lasts at most 30 days, and the next one can begin 30 days after it has ended, so that
nobody waits for ever. It can be shortened or ended at any time, and extended within its 30 days.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from bot.table.pace import DAY
from bot.table.preferences import Vacation
from bot.table.zones import zone_of

MOST_SECONDS = 30 * DAY
"""The maximum length of a vacation."""

REST_SECONDS = 30 * DAY
"""The time between two vacations."""


class Why(StrEnum):
    """Why a vacation is refused."""

    PAST = "past"
    """It would end before it begins."""
    LONG = "long"
    """It would be too long."""
    SOON = "soon"
    """The last one ended too recently."""


@dataclass
class NoVacation(Exception):  # noqa: N818 - an ordinary outcome
    """A vacation that is refused.

    `limit` (Unix seconds) is when the next vacation can begin if this one is too soon; otherwise,
    until when this one can last.
    """

    why: Why
    limit: int


def planned(last: Vacation | None, until: int, now: int) -> Vacation:
    """Return a vacation until `until`: the current one changed, or a new one from now on.

    `last` is the current or last vacation; times are Unix seconds. Raises NoVacation.
    """
    going_on = last is not None and last.covers(now)
    start = last.start if last is not None and going_on else now
    limit = start + MOST_SECONDS
    if last is not None and not going_on and now < (free := last.until + REST_SECONDS):
        raise NoVacation(Why.SOON, free)
    if until <= now:
        raise NoVacation(Why.PAST, limit)
    if until > limit:
        raise NoVacation(Why.LONG, limit)
    return Vacation(start, until)


def ended(last: Vacation | None, now: int) -> Vacation | None:
    """Return the person's last vacation if they are back now."""
    if last is None or not last.covers(now):
        return last
    return Vacation(last.start, now) if last.start < now else None


def midnight(day: date, zone: str) -> int:
    """Return the moment at which a day begins in a time zone, in Unix seconds."""
    return int(datetime(day.year, day.month, day.day, tzinfo=zone_of(zone)).timestamp())
