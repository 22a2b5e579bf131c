"""Terms: what players agree on with a challenge besides the game itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from bot.table.pace import DAY, MINUTE, Pace, read_duration, write_duration

SHORTEST_OFFER = 10 * MINUTE
"""The shortest time that a challenge can stay open, in seconds; the longest is `LONGEST`."""


class Flag(StrEnum):
    """What happens when a player's time is up."""

    ASK = "ask"  # the opponent decides
    AUTO = "auto"  # the player loses


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played in time.

    `vacation`: the clock stands still while the player to move is on vacation; None stands for the
    default, which is yes if the pace is at least a day. `expires` is how many seconds a challenge
    stays open, 0 for the default.
    """

    pace: Pace | None = None
    flag: Flag = Flag.ASK
    vacation: bool | None = None
    expires: int = 0

    @property
    def allows_vacation(self) -> bool:
        """Whether the clock stands still during vacations."""
        if self.vacation is None:
            return self.pace is not None and self.pace.time >= DAY
        return self.vacation

    def at(self, pace: Pace | None) -> "Terms":
        """Return the terms with another pace. Without one, only `expires` is kept."""
        return Terms(expires=self.expires) if pace is None else replace(self, pace=pace)

    @property
    def written(self) -> tuple[tuple[str, str], ...]:
        """The terms that differ from the defaults, as names and values that people type."""
        return tuple(
            (name, write(value))
            for name, (write, _) in _FORMS.items()
            if (value := getattr(self, name)) != _DEFAULTS[name]
        )

    def changed(self, name: str, value: str) -> "Terms":
        """Return the terms with one set as typed.

        Raises KeyError for an unknown name, and ValueError for an invalid value.
        """
        _, read = _FORMS[name]
        return replace(self, **{name: read(value)})


DEFAULT_TERMS = Terms()

_SWITCH = {"yes": True, "no": False}


def _read_switch(text: str) -> bool:
    if text not in _SWITCH:
        raise ValueError(f"{text!r} is neither yes nor no")
    return _SWITCH[text]


def _read_expiry(text: str) -> int:
    seconds = read_duration(text)
    if seconds < SHORTEST_OFFER:
        raise ValueError(f"{text!r} is less than {write_duration(SHORTEST_OFFER)}")
    return seconds


_FORMS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "pace": (str, Pace.read),
    "flag": (str, Flag),
    "vacation": (lambda value: "yes" if value else "no", _read_switch),
    "expires": (write_duration, _read_expiry),
}
"""How each of the terms is written and read, by name."""

_DEFAULTS = {field.name: field.default for field in fields(Terms)}

TERMS = tuple(_FORMS)
"""The names of the terms."""
