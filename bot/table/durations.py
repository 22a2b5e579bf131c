"""Durations and paces in words."""

from collections.abc import Callable, Mapping

from bot.table.pace import DAY, HOUR, MINUTE, Pace
from engine.text import Text

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


def _exact(seconds: int) -> Text:
    """Return a whole number of minutes in the largest unit that divides it, such as "36 hours"."""
    return next(words(seconds // unit) for unit, words in _UNITS.items() if seconds % unit == 0)
