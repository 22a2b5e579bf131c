"""Durations and paces in words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.durations import duration, pace_text
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.texts.catalogue import Catalogue

SAY = Catalogue().voice("en")
UNITS = {"day": DAY, "hour": HOUR, "minute": MINUTE}


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3 * DAY, "3 days"),
        (DAY, "1 day"),
        (2 * DAY + 4 * HOUR, "2 days and 4 hours"),
        (5 * HOUR, "5 hours"),
        (HOUR + MINUTE, "1 hour and 1 minute"),
        (12 * MINUTE, "12 minutes"),
    ],
)
def test_a_duration(seconds: int, words: str) -> None:
    """A duration is told in at most two units."""
    assert SAY(duration(seconds)) == words


@pytest.mark.parametrize("seconds", [2 * DAY + 59 * MINUTE, 2 * DAY + 59])
def test_two_units_are_neighbours(seconds: int) -> None:
    """Days are never told with minutes."""
    assert SAY(duration(seconds)) == "2 days"


@pytest.mark.parametrize("seconds", [59.9, 0, -5])
def test_less_than_a_minute(seconds: float) -> None:
    """Less than a minute isn't counted in seconds, even if the time has passed."""
    assert SAY(duration(seconds)) == "less than a minute"


@given(st.floats(MINUTE, 100 * DAY))
def test_a_duration_is_rounded_down(seconds: float) -> None:
    """A duration in words is at most the duration, and less than its smaller unit away from it."""
    counted = re.findall(r"(\d+) (day|hour|minute)", SAY(duration(seconds)))
    told = sum(int(count) * UNITS[unit] for count, unit in counted)
    first = UNITS[counted[0][1]]
    second = {DAY: HOUR, HOUR: MINUTE, MINUTE: MINUTE}[first]
    assert told <= seconds < told + second


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        ("10m", "10 minutes a turn"),
        ("3d", "3 days a turn"),
        ("1d+1h", "1 day each, plus 1 hour a turn"),
    ],
)
def test_a_pace(pace: str, words: str) -> None:
    """A pace is told as the time a turn has, or as a bank with its increment."""
    assert SAY(pace_text(Pace.read(pace))) == words


@pytest.mark.parametrize(
    ("pace", "words"), [("36h", "36 hours a turn"), ("1501m", "1501 minutes a turn")]
)
def test_a_pace_is_exact(pace: str, words: str) -> None:
    """A pace isn't rounded."""
    assert SAY(pace_text(Pace.read(pace))) == words
