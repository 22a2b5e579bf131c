"""The rules for vacations.

A vacation lasts at most 30 days. After a day or more of it, the next one can begin 30 days after it
has ended, so that nobody waits for ever; after less, once 30 times as long as it lasted has passed.
It can be shortened or ended at any time, and extended within its 30 days.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.table.pace import DAY
from bot.table.preferences import Vacation
from bot.table.zones import zone_of

MOST_SECONDS = 30 * DAY
"""The maximum length of a vacation."""

MOST_REST_SECONDS = 30 * DAY
"""The time between two vacations if the first one lasted a day or longer."""

REST_FACTOR = MOST_REST_SECONDS // DAY
"""How many times as long as a shorter vacation the time is until the next one."""

SURE_SECONDS = DAY
"""A vacation that is longer begins only if the person confirms it."""


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


def free_from(last: Vacation) -> int:
    """Return when the next vacation can begin after this one, in Unix seconds."""
    return last.until + min(MOST_REST_SECONDS, REST_FACTOR * (last.until - last.start))


def planned(last: Vacation | None, until: int, now: int) -> Vacation:
    """Return a vacation until `until`: the current one changed, or a new one from now on.

    `last` is the current or last vacation; times are Unix seconds. Raises NoVacation.
    """
    going_on = last is not None and last.covers(now)
    start = last.start if last is not None and going_on else now
    limit = start + MOST_SECONDS
    if last is not None and not going_on and now < (free := free_from(last)):
        raise NoVacation(Why.SOON, free)
    if until <= now:
        raise NoVacation(Why.PAST, limit)
    if until > limit:
        raise NoVacation(Why.LONG, limit)
    return Vacation(start, until)


def needs_confirmation(last: Vacation | None, new: Vacation) -> bool:
    """Return whether a planned vacation is a new one, and so long that the person is asked."""
    begins = last is None or new.start != last.start
    return begins and new.until - new.start > SURE_SECONDS


def ended(last: Vacation | None, now: int) -> Vacation | None:
    """Return the person's last vacation if they are back now."""
    if last is None or not last.covers(now):
        return last
    return Vacation(last.start, now) if last.start < now else None


def midnight(day: str, zone: str) -> int:
    """Return when a day such as `2026-12-24` begins in a time zone, in Unix seconds.

    Raises ValueError if there is no such day.
    """
    return int(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=zone_of(zone)).timestamp())
