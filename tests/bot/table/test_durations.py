"""Durations and paces in words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.durations import duration, pace_text, rounded, span
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


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "1 minute"),
        (4.4 * MINUTE, "5 minutes"),
        (11 * MINUTE, "10 minutes"),
        (53 * MINUTE, "50 minutes"),
        (57 * MINUTE, "an hour"),
        (95 * MINUTE, "an hour and a half"),
        (2.7 * HOUR, "3 hours"),
    ],
)
def test_an_estimate(seconds: float, words: str) -> None:
    """An estimate is told in round minutes and hours."""
    assert SAY(rounded(seconds)) == words


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (18 * DAY, 36 * DAY, "3 to 5 weeks"),
        (5 * DAY, 10 * DAY, "5 to 10 days"),
        (5 * HOUR, 10 * HOUR, "5 to 10 hours"),
        (12 * HOUR, 3 * DAY, "12 hours to 3 days"),
        (9.6 * DAY, 20 * DAY, "1 to 3 weeks"),
        (2 * DAY, 100 * DAY, "2 days to 3 months"),
        (90 * DAY, 900 * DAY, "3 months to 2 years"),
        (20 * DAY, 21 * DAY, "about 3 weeks"),
        (30, 60, "about 1 hour"),
    ],
)
def test_a_span(least: float, most: float, words: str) -> None:
    """A span is told in the unit of its end, unless its beginning is less than one of it."""
    assert SAY(span(least, most)) == words


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
    ("pace", "words"), [("36h", "36 hours a turn"), ("1501m", "1,501 minutes a turn")]
)
def test_a_pace_is_exact(pace: str, words: str) -> None:
    """A pace isn't rounded."""
    assert SAY(pace_text(Pace.read(pace))) == words
