"""The paces that have a button."""

from typing import Final

from bot.table.durations import duration
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from engine.text import Text

PACES: Final = (None, Pace(10 * MINUTE), Pace(12 * HOUR), Pace(3 * DAY))
"""The paces that people can choose with a press."""


def pace_label(pace: Pace | None) -> Text:
    """Return the label of a button that chooses a pace."""
    if pace is None:
        return Text("challenge.pace-none")
    return Text("challenge.pace-turn", time=duration(pace.time))
