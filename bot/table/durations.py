"""Durations and paces in words."""

from collections.abc import Callable, Mapping

from bot.table.pace import DAY, HOUR, MINUTE, Pace
from engine.text import Text

WEEK, MONTH, YEAR = 7 * DAY, 30 * DAY, 365 * DAY

_UNITS: Mapping[int, Callable[[int], Text]] = {
    DAY: lambda count: Text("duration.days", count=count),
    HOUR: lambda count: Text("duration.hours", count=count),
    MINUTE: lambda count: Text("duration.minutes", count=count),
}
"""How many of a unit there are, in words, by the unit's seconds; the largest unit first."""


def duration(seconds: float) -> Text:
    """Return a duration in at most two neighbouring units, rounded down: "2 days and 4 hours"."""
    rest, parts = max(int(seconds), 0), list[Text]()
    for unit, words in _UNITS.items():
        count, rest = divmod(rest, unit)
        if count:
            parts.append(words(count))
        elif parts:
            break
    return Text("duration.parts", parts=tuple(parts[:2])) if parts else Text("duration.moment")


def pace_text(pace: Pace) -> Text:
    """Return a pace in words: "3 days a turn"."""
    if pace.has_bank:
        return Text("pace.bank", time=_exact(pace.time), increment=_exact(pace.increment))
    return Text("pace.turn", time=_exact(pace.time))


def rounded(seconds: float) -> Text:
    """Return an estimate of minutes or hours as people say it: "an hour and a half"."""
    minutes = min(_ROUND_MINUTES, key=lambda each: abs(each - seconds / MINUTE))
    if minutes < 60:
        return Text("duration.minutes", count=minutes)
    if minutes == 90:
        return Text("duration.hour-and-half")
    if minutes == 60:
        return Text("duration.hour")
    return Text("duration.hours", count=round(seconds / HOUR))


_ROUND_MINUTES = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 90, 120)
"""The minutes that estimates are rounded to; from two hours on, they are whole hours."""


def span(least: float, most: float) -> Text:
    """Return an estimate from `least` to `most` seconds: "3 to 5 weeks" or "10 hours to 2 days"."""
    (low, low_unit), (high, unit) = _in_unit(least), _in_unit(most)
    if (shared := round(least / unit)) and low_unit != unit:
        low, low_unit = shared, unit
    if (low, low_unit) == (high, unit):
        return Text("duration.about", time=_SPANS[unit](high))
    first = str(low) if low_unit == unit else _SPANS[low_unit](low)
    return Text("duration.span", least=first, most=_SPANS[unit](high))


def _in_unit(seconds: float) -> tuple[int, int]:
    """Return a duration in the unit in which people say it, and that unit in seconds."""
    unit = next(unit for unit, at_least in _SAID_FROM.items() if seconds >= at_least)
    return max(1, round(seconds / unit)), unit


_SAID_FROM: Mapping[int, float] = {
    YEAR: 2 * YEAR,
    MONTH: 10 * WEEK,
    WEEK: 2 * WEEK,
    DAY: 2 * DAY,
    HOUR: 0,
}
"""From how many seconds on people count in a unit, by the unit's seconds."""

_SPANS: Mapping[int, Callable[[int], Text]] = {
    YEAR: lambda count: Text("duration.years", count=count),
    MONTH: lambda count: Text("duration.months", count=count),
    WEEK: lambda count: Text("duration.weeks", count=count),
    **_UNITS,
}


def _exact(seconds: int) -> Text:
    """Return a whole number of minutes in the largest unit that divides it, such as "36 hours"."""
    return next(words(seconds // unit) for unit, words in _UNITS.items() if seconds % unit == 0)
