"""How long games take: turns that `make lengths` has measured, and what follows for people.

Each family has a table of games by header. Minutes and days are estimates from turns, by the
constants here and nothing else.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from bot.games.size import Size
from bot.table.durations import pace_text, rounded, span
from bot.table.pace import DAY, HOUR, Pace
from engine.text import Text

CHOICE_SECONDS: Final = 18
"""How long a person who looks at the board takes to see what has happened, choose and press.

This is an assumption, not a measurement.
"""

OTHER_SECONDS: Final = 3
"""How long people look at a turn in which nobody chooses, or that of a computer: an assumption."""

LEAST_SHARE: Final = 1 / 2
"""The share of a turn's time that passes before it is played, at least.

Somebody who looks at the board once a day, or once within a shorter time for a turn, sees a turn
half of that time after it has begun, on average. At most, each turn takes all of its time.
"""

SLOW: Final = HOUR
"""A pace of so many seconds or more is not for a game in one go."""

_STEPS: Final = ((15, 1), (100, 5), (float("inf"), 10))
"""To what turns are rounded, below a number of them."""

A_DAY: Final = Pace(DAY)
"""The pace of games over days, where none is chosen."""


@dataclass(frozen=True, slots=True)
class Length:
    """The turns of a game, of all seats together, and in how many of them somebody chooses.

    Both are medians of games between computers.
    """

    turns: float
    choices: float

    def seconds(self, people: int = 2, seats: int = 2) -> float:
        """Return how long a game in one go takes, with people in so many of its seats."""
        chosen = self.choices * people / seats
        return chosen * CHOICE_SECONDS + (self.turns - chosen) * OTHER_SECONDS

    def at(self, pace: Pace, people: int = 2, seats: int = 2) -> tuple[float, float]:
        """Return the least and the most seconds a game takes at a pace; see `LEAST_SHARE`.

        People have so many of its seats, and computers take no time.
        """
        chosen = self.choices * people / seats
        most = chosen * pace.brought + (people * pace.time if pace.has_bank else 0)
        return min(most, chosen * DAY) * LEAST_SHARE, most


def read(path: Path) -> Mapping[str, Length]:
    """Return a table of lengths by header."""
    games = tomllib.loads(path.read_text(encoding="utf-8"))["games"]
    return {header: Length(**measured) for header, measured in games.items()}


def written(lengths: Mapping[str, Length], how: str) -> str:
    """Return a table of lengths as a file, with a comment on `how` it was measured."""
    lines = (
        f'"{header}" = {{ turns = {each.turns:g}, choices = {each.choices:g} }}'
        for header, each in lengths.items()
    )
    return "\n".join([*(f"# {line}" for line in how.splitlines()), "", "[games]", *lines, ""])


def about(turns: float) -> int:
    """Return a number of turns as people say it, such as 35 rather than 36."""
    step = next(step for most, step in _STEPS if turns < most)
    return round(turns / step) * step


class Of(StrEnum):
    """What a length is that of: one game, each game of a match, or all games of a series."""

    GAME = "game"
    EACH = "each"
    ALL = "all"


_SENTENCES: Final[Mapping[Of, Callable[[int, Text], Text]]] = {
    Of.GAME: lambda count, time: Text("length.game", count=count, time=time),
    Of.EACH: lambda count, time: Text("length.each", count=count, time=time),
    Of.ALL: lambda count, time: Text("length.all", count=count, time=time),
}


def told(
    length: Length,
    size: Size | None = None,
    *,
    of: Of = Of.GAME,
    pace: Pace | None = None,
    people: int = 2,
    seats: int = 2,
) -> Text:
    """Return how long a game takes, as in "Short: about 20 turns, 6 minutes in one go".

    A `size` is named. With a pace of hours or days, the sentence goes
    on: ", 3 to 5 weeks at a turn a day". People have so many of the seats.
    """
    count, time = about(length.turns), rounded(length.seconds(people, seats))
    if pace is None or pace.time < SLOW:
        time = Text("length.at-once", time=time)
    else:
        slow = span(*length.at(pace, people, seats))
        time = Text("length.slow", time=time, span=slow, pace=at(pace))
    if size is None:
        return _SENTENCES[of](count, time)
    return Text("length.size", size=size.text, count=count, time=time)


def total(lengths: Iterable[Length]) -> Length:
    """Return the length of several games, one after another."""
    every = tuple(lengths)
    return Length(sum(each.turns for each in every), sum(each.choices for each in every))


def at(pace: Pace) -> Text:
    """Return a pace as it is said after "at"."""
    return Text("pace.day") if pace == A_DAY else pace_text(pace)
