"""Pace: how much time players have, written `10m`, `12h`, `3d` or `1d+1h`."""

import re
import unicodedata
from dataclasses import dataclass

from typing_extensions import override

MINUTE, HOUR, DAY = 60, 3600, 86_400

SHORTEST, LONGEST = MINUTE, 30 * DAY
"""Limits of every duration in a pace."""

_UNITS = {"d": DAY, "h": HOUR, "m": MINUTE}

_WORDS = r"d(?:ays?)?|h(?:(?:ou)?rs?)?|m(?:in(?:ute)?s?)?"
"""What people type for a unit; the first letter tells which."""

_DURATION = re.compile(rf"([1-9][0-9]{{0,4}})\s*({_WORDS})", re.ASCII)

UNIT = re.compile(rf"(?:{_WORDS})(?:\+.*)?", re.ASCII | re.IGNORECASE)
"""A word with which a duration can go on after its number, and after that an increment."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a player has, in seconds.

    Without an `increment`, `time` is for each turn, and what is left of it is lost. With one,
    `time` is a bank for the whole game, and each of the player's turns adds the increment to it.
    """

    time: int
    increment: int = 0

    @property
    def has_bank(self) -> bool:
        """Whether time that is left after a turn is kept."""
        return self.increment > 0

    @property
    def brought(self) -> int:
        """The time that a turn brings: the increment of a bank, or the whole time of a turn."""
        return self.increment or self.time

    @property
    def is_correspondence(self) -> bool:
        """Whether players have a day or more, so that nobody has to stay awake."""
        return self.time >= DAY

    @override
    def __str__(self) -> str:
        return "+".join(map(write_duration, filter(None, (self.time, self.increment))))

    @classmethod
    def read(cls, text: str) -> "Pace":
        """Parse a pace; raises ValueError for anything that is not one."""
        time, plus, increment = unicodedata.normalize("NFKC", text).partition("+")
        return cls(read_duration(time), read_duration(increment) if plus else 0)


def write_duration(seconds: int) -> str:
    """Return a whole number of minutes as text, in the largest unit that divides it: `36h`."""
    letter, unit = next(each for each in _UNITS.items() if seconds % each[1] == 0)
    return f"{seconds // unit}{letter}"


def read_duration(text: str) -> int:
    """Return the seconds of a duration such as `12h` or `3 days`; raises ValueError if it is none.

    Durations range from `SHORTEST` to `LONGEST`.
    """
    form = _DURATION.fullmatch(unicodedata.normalize("NFKC", text).strip().casefold())
    if form is None:
        raise ValueError(f"{text!r} is not a duration such as 10m, 12h or 3d")
    seconds = int(form[1]) * _UNITS[form[2][0]]
    if not SHORTEST <= seconds <= LONGEST:
        raise ValueError(f"{text!r} is not between 1m and 30d")
    return seconds
