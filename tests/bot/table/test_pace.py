"""Paces, as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.pace import DAY, HOUR, LONGEST, MINUTE, Pace, read_duration, write_duration

durations = st.integers(1, LONGEST // MINUTE).map(lambda minutes: minutes * MINUTE)


@given(durations, st.just(0) | durations)
def test_a_round_trip(time: int, increment: int) -> None:
    """A pace that is written can be read."""
    assert Pace.read(str(Pace(time, increment))) == Pace(time, increment)


@pytest.mark.parametrize(
    ("text", "pace"),
    [
        ("10m", Pace(10 * MINUTE)),
        ("12h", Pace(12 * HOUR)),
        ("3d", Pace(3 * DAY)),
        ("1d+1h", Pace(DAY, HOUR)),
        (" 3D ", Pace(3 * DAY)),
        ("3 d", Pace(3 * DAY)),
        ("3days", Pace(3 * DAY)),
        ("1 day + 90 minutes", Pace(DAY, 90 * MINUTE)),
        ("36hrs", Pace(36 * HOUR)),
        ("10 min", Pace(10 * MINUTE)),
        ("\N{FULLWIDTH DIGIT THREE}\N{FULLWIDTH LATIN SMALL LETTER D}", Pace(3 * DAY)),
        ("1d + 1h", Pace(DAY, HOUR)),
        ("43200m", Pace(30 * DAY)),
    ],
)
def test_a_pace(text: str, pace: Pace) -> None:
    """Minutes, hours and days are understood, with or without an increment, in any case."""
    assert Pace.read(text) == pace


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3",
        "d",
        "0d",
        "-1d",
        "03d",
        "1.5h",
        "3w",
        "3d+",
        "+1h",
        "1d+1h+1h",
        "1d1h",
        "٣d",
        "3 x",
        "3 weeks",
    ],
)
def test_no_pace(text: str) -> None:
    """Anything else is refused."""
    with pytest.raises(ValueError, match="is not a duration such as"):
        Pace.read(text)


@pytest.mark.parametrize("text", ["31d", "43201m", "99999h", "1d+31d"])
def test_too_long(text: str) -> None:
    """Durations of more than 30 days are refused."""
    with pytest.raises(ValueError, match="between 1m and 30d"):
        Pace.read(text)


@given(st.text(max_size=12))
def test_any_text(text: str) -> None:
    """Any text is a duration or raises ValueError."""
    try:
        seconds = read_duration(text)
    except ValueError:
        return
    assert MINUTE <= seconds <= LONGEST


@pytest.mark.parametrize(
    ("seconds", "text"), [(90 * MINUTE, "90m"), (36 * HOUR, "36h"), (2 * DAY, "2d"), (60, "1m")]
)
def test_the_largest_unit(seconds: int, text: str) -> None:
    """A duration is written in the largest unit that divides it."""
    assert write_duration(seconds) == text


def test_a_bank_has_an_increment() -> None:
    """Time that is left is kept only with an increment."""
    assert (Pace(DAY).has_bank, Pace(DAY, HOUR).has_bank) == (False, True)
