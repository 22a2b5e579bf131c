"""Terms: what players agree on with a challenge besides the game itself."""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from bot.table.pace import MINUTE, Pace, read_duration, write_duration
from bot.table.settings import SWITCH

SHORTEST_OFFER = 10 * MINUTE
"""The shortest time that a challenge can stay open, in seconds; the longest is `LONGEST`."""

WINS = range(2, 11)
"""The numbers of wins that can end a match."""

SERIES = range(2, 12)
"""The numbers of games that a series can have."""

SEPARATOR = ","
"""Separates the rulesets of a series."""

NONE = "none"
"""What people type to remove the pace, the match or the series from a challenge."""

REMOVABLE = ("pace", "match", "series")
"""The terms that can be removed."""

OF_PACE = ("flag", "vacation")
"""The terms that mean nothing without a pace."""

OF_MATCH = ("match", "series")
"""The terms that make a match of a game. There is never more than one of them."""

_KEY = re.compile(r"[a-z][a-z0-9-]*", re.ASCII)


class Flag(StrEnum):
    """What happens when a player's time is up."""

    ASK = "ask"  # the opponent decides
    AUTO = "auto"  # the player loses


class Calling(StrEnum):
    """When a new board calls the player to move."""

    NOW = "now"  # as their turn begins, unless two players are both at the board
    LATER = "later"  # after a pause


@dataclass(frozen=True, slots=True)
class Terms:
    """How a game is played: its time, hints and taking back, and whether others follow it.

    `vacation`: the clock stands still while the player to move is on vacation; None stands for the
    default, which is yes if the pace is at least a day. `expires` is how many seconds a challenge
    stays open, 0 for the default. `hints`: players may ask for the best move. `undo`: they may take
    back moves. `calls`: when the next player is called. `thread`: the game gets a thread of its
    own; None stands for the channel's setting. `match` is how many wins end a match, and `series`
    are the rulesets of a series of games, or the name of a series
    (`bot.games.family.Family.series`). Without either, it is one game; there are never both.
    """

    pace: Pace | None = None
    flag: Flag = Flag.ASK
    vacation: bool | None = None
    expires: int = 0
    hints: bool = False
    undo: bool = True
    calls: Calling = Calling.NOW
    thread: bool | None = None
    match: int = 0
    series: tuple[str, ...] = ()

    @property
    def allows_vacation(self) -> bool:
        """Whether the clock stands still during vacations."""
        if self.vacation is None:
            return self.pace is not None and self.pace.is_correspondence
        return self.vacation

    def idle(self, names: Container[str]) -> str | None:
        """Return the first of these terms that means nothing without a pace, if there is none."""
        idle = (name for name in OF_PACE if name in names and self.pace is None)
        return next(idle, None)

    def at(self, pace: Pace | None) -> "Terms":
        """Return the terms with another pace. Without one, what depends on it is dropped."""
        if pace is None:
            return replace(self, pace=None, flag=Flag.ASK, vacation=None)
        return replace(self, pace=pace)

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


def _write_switch(value: bool) -> str:
    return "yes" if value else "no"


def _read_switch(text: str) -> bool:
    if text not in SWITCH:
        raise ValueError(f"{text!r} is neither yes nor no")
    return SWITCH[text]


def _read_expiry(text: str) -> int:
    seconds = read_duration(text)
    if seconds < SHORTEST_OFFER:
        raise ValueError(f"{text!r} is less than {write_duration(SHORTEST_OFFER)}")
    return seconds


def _read_wins(text: str) -> int:
    if text not in map(str, WINS):
        raise ValueError(f"{text!r} is not from {WINS[0]} to {WINS[-1]}")
    return int(text)


def _read_series(text: str) -> tuple[str, ...]:
    keys = tuple(text.split(SEPARATOR))
    if not all(map(_KEY.fullmatch, keys)) or len(keys) > SERIES[-1]:
        raise ValueError(f"{text[:60]!r} is not a list of at most {SERIES[-1]} rulesets")
    return keys


_FORMS: Mapping[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "pace": (str, Pace.read),
    "flag": (str, Flag),
    "vacation": (_write_switch, _read_switch),
    "expires": (write_duration, _read_expiry),
    "hints": (_write_switch, _read_switch),
    "undo": (_write_switch, _read_switch),
    "calls": (str, Calling),
    "thread": (_write_switch, _read_switch),
    "match": (str, _read_wins),
    "series": (SEPARATOR.join, _read_series),
}
"""How each of the terms is written and read, by name."""

_DEFAULTS = {field.name: field.default for field in fields(Terms)}

TERMS = tuple(_FORMS)
"""The names of the terms."""


def between_people(names: Iterable[str]) -> str | None:
    """Return the first of these terms that games against the computer don't have."""
    return next((name for name in names if name in TERMS and name not in OF_MATCH), None)
