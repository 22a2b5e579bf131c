"""Reminders: when the player to move is called during a turn, and by which message.

The board that begins a turn is the first call. At most two reminders follow: after half of the time
and in its last tenth or, without a pace, after one day and after three. If the time is up, an
opponent is called once, to decide what follows. No call comes in quiet hours or during a vacation.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.table.clock import Clock, Stop
from bot.table.pace import DAY, MINUTE
from bot.table.people import Place, Platform, User
from bot.table.preferences import Preferences, Reminders, Where
from bot.table.quiet import is_quiet, quiet_begins_before, quiet_ends

MAX_REMINDERS = 2
"""How many reminders a turn has at most, besides the board that begins it."""

SHARES = (1 / 2, 1 / 10)
"""The shares of the given time that are left when a reminder is due."""

DAYS = (1, 3)
"""After how many days a reminder is due in a game without a pace."""

EARLY_SECONDS = 10 * MINUTE
"""How long before quiet hours a reminder comes that would be too late after them."""

NUDGE_SECONDS = DAY
"""How long an opponent has to wait before nudging again."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The reminders of a turn or, if the time is up, the call to the opponent who decides.

    `count` reminders were due by themselves, the last one at `last`; the opponent's last nudge was
    at `nudged` (Unix seconds, 0 for never). `revision` is that of the board that made the last
    call. `place` is where the player was called in private, None if they were called on the board.
    `refused`: they wanted to be called in private, but the platform refused.
    """

    count: int = 0
    last: int = 0
    nudged: int = 0
    revision: int = 0
    place: Place | None = None
    refused: bool = False


NO_CALLS = Calls()


def next_call(clock: Clock, calls: Calls, person: Preferences) -> float | None:
    """Return when the next reminder is due; None if the turn has no further one.

    A reminder that would come in quiet hours waits for their end. If the time is up by then, it
    comes before they begin, if that is still possible.
    """
    if calls.count >= MAX_REMINDERS or clock.stopped in (Stop.PAUSED, Stop.UP):
        return None
    since = max(calls.last, clock.began)
    for due in _times(clock, person.reminders):
        at = first_moment(due, person)
        if clock.deadline is not None and at >= clock.deadline:
            at = quiet_begins_before(due, person.quiet, person.zone) - EARLY_SECONDS
        if due > since and since < at and may_call(person, at):
            return at
    return None


def next_decision(calls: Calls, person: Preferences, now: float) -> float | None:
    """Return when to call an opponent who is to decide what follows; None if that is done."""
    if calls.count or person.reminders is Reminders.OFF:
        return None
    return first_moment(now, person)


def is_due_soon(clock: Clock, now: float, within: float) -> bool:
    """Return whether a reminder is due within so many seconds, whatever the player prefers."""
    return any(now <= at <= now + within for at in _times(clock, Reminders.ON))


def may_call(person: Preferences, now: float) -> bool:
    """Return whether the person may be called now, neither in quiet hours nor on vacation."""
    away = person.vacation is not None and person.vacation.covers(now)
    return not away and not is_quiet(now, person.quiet, person.zone)


def first_moment(due: float, person: Preferences) -> float:
    """Return the first moment from `due` on at which the person may be called."""
    away = person.vacation
    back = away.until if away is not None and away.covers(due) else due
    return quiet_ends(back, person.quiet, person.zone)


def private_place(user: User, preferences: Preferences) -> Place | None:
    """Return where to call a person in private, None if they are called on the board."""
    wanted = preferences.where is Where.PRIVATE
    return Place.private(user) if wanted and user.platform is not Platform.WEB else None


def _times(clock: Clock, wanted: Reminders) -> Iterator[int]:
    """Yield when reminders are due, regardless of quiet hours."""
    if clock.left:
        left = clock.left[clock.seat]
        times = [clock.since + left - int(clock.given * share) for share in SHARES]
    else:
        times = [clock.began + days * DAY for days in DAYS]
    match wanted:
        case Reminders.ON:
            yield from times
        case Reminders.LESS:
            yield times[-1]
        case Reminders.OFF:
            pass
