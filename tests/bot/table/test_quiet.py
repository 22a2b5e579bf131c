"""Quiet hours, in every time zone and on the days when clocks change."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.preferences import Quiet
from bot.table.quiet import is_quiet, quiet_begins_before, quiet_ends
from bot.table.zones import zone_of

ZONES = (
    "",
    "Mars/Olympus",
    "+05:45",
    "-03:30",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Africa/Casablanca",
    "America/St_Johns",
)
YEAR_2012, YEAR_2036 = 1_325_376_000, 2_082_758_400

spans = (
    st.tuples(st.integers(0, 23), st.integers(0, 23))
    .filter(lambda hours: hours[0] != hours[1])
    .map(lambda hours: Quiet(*hours))
)
zones = st.sampled_from(ZONES)
CHANGES = [
    datetime(*day, 1, tzinfo=UTC).timestamp()
    for day in [(2026, 3, 29), (2026, 10, 25), (2026, 3, 8), (2026, 11, 1), (2028, 2, 29)]
]
"""When clocks change in Europe and America, and a leap day."""
moments = st.floats(YEAR_2012, YEAR_2036) | st.builds(
    lambda at, more: at + more, st.sampled_from(CHANGES), st.floats(-86_400, 86_400)
)


def at(zone: str, *when: int, fold: int = 0) -> float:
    """Return the moment at which clocks in a zone show this."""
    year, month, day, hour, minute = when
    return datetime(year, month, day, hour, minute, tzinfo=zone_of(zone), fold=fold).timestamp()


@given(moments, spans, zones)
def test_the_end_is_not_quiet(moment: float, quiet: Quiet, zone: str) -> None:
    """Quiet hours end at a moment that isn't quiet, and no earlier one since then is."""
    end = quiet_ends(moment, quiet, zone)
    assert end >= moment
    assert not is_quiet(end, quiet, zone)
    if end > moment:
        assert is_quiet(end - 1, quiet, zone)


@given(moments, spans, zones)
def test_the_beginning_is_not_quiet(moment: float, quiet: Quiet, zone: str) -> None:
    """The second before a quiet span isn't quiet, and the next one is."""
    before = quiet_begins_before(moment, quiet, zone)
    assert before <= moment
    assert not is_quiet(before, quiet, zone)
    if before < moment:
        assert is_quiet(before + 1, quiet, zone)


@given(moments, spans, zones, st.floats(0, 1))
def test_all_between_is_quiet(moment: float, quiet: Quiet, zone: str, share: float) -> None:
    """Every moment between the beginning and the end of a quiet span is quiet."""
    before, end = quiet_begins_before(moment, quiet, zone), quiet_ends(moment, quiet, zone)
    if before < moment:
        assert is_quiet(before + 1 + share * (end - before - 1.001), quiet, zone)


@given(
    moments, spans, st.sampled_from(["", "Mars/Olympus", "Europe", "../etc/passwd", "posix/UTC"])
)
def test_an_unknown_zone_is_utc(moment: float, quiet: Quiet, zone: str) -> None:
    """Without a known time zone, quiet hours are in UTC."""
    assert is_quiet(moment, quiet, zone) == is_quiet(moment, quiet, "UTC")


@given(moments, zones)
def test_without_quiet_hours(moment: float, zone: str) -> None:
    """Without quiet hours, no moment is quiet."""
    assert not is_quiet(moment, None, zone)
    assert quiet_ends(moment, None, zone) == quiet_begins_before(moment, None, zone) == moment


@pytest.mark.parametrize(
    ("zone", "quiet", "begins", "ends", "hours"),
    [
        ("Europe/Berlin", Quiet(22, 8), (2026, 6, 1, 22, 0), (2026, 6, 2, 8, 0), 10),
        ("Europe/Berlin", Quiet(22, 8), (2026, 3, 28, 22, 0), (2026, 3, 29, 8, 0), 9),
        ("Europe/Berlin", Quiet(22, 8), (2026, 10, 24, 22, 0), (2026, 10, 25, 8, 0), 11),
        ("Europe/Berlin", Quiet(1, 5), (2026, 3, 29, 1, 0), (2026, 3, 29, 5, 0), 3),
        ("Australia/Lord_Howe", Quiet(0, 9), (2026, 10, 4, 0, 0), (2026, 10, 4, 9, 0), 8.5),
        ("+05:30", Quiet(23, 7), (2028, 2, 28, 23, 0), (2028, 2, 29, 7, 0), 8),
        ("", Quiet(23, 0), (2026, 12, 31, 23, 0), (2027, 1, 1, 0, 0), 1),
        ("UTC", Quiet(9, 17), (2026, 12, 31, 9, 0), (2026, 12, 31, 17, 0), 8),
    ],
)
def test_the_length_of_a_span(
    zone: str, quiet: Quiet, begins: tuple[int, ...], ends: tuple[int, ...], hours: float
) -> None:
    """A quiet span begins and ends by local clocks, whatever happens to them meanwhile."""
    begin, end = at(zone, *begins), at(zone, *ends)
    assert end - begin == hours * 3600
    middle = (begin + end) / 2
    assert quiet_ends(middle, quiet, zone) == end
    assert quiet_begins_before(middle, quiet, zone) == begin - 1


def test_an_hour_that_is_skipped() -> None:
    """Quiet hours that clocks skip don't come that day; their only other hour may be a day off."""
    noon = at("Europe/Berlin", 2026, 3, 28, 12, 0)
    assert quiet_ends(noon, Quiet(3, 2), "Europe/Berlin") == at("Europe/Berlin", 2026, 3, 30, 2, 0)
    gap = at("Europe/Berlin", 2026, 3, 29, 3, 0)
    assert not is_quiet(gap, Quiet(2, 3), "Europe/Berlin")
    assert not is_quiet(gap - 1, Quiet(2, 3), "Europe/Berlin")


def test_an_hour_that_comes_twice() -> None:
    """An hour that clocks show twice is quiet both times."""
    first, second = (at("Europe/Berlin", 2026, 10, 25, 2, 30, fold=fold) for fold in (0, 1))
    assert second - first == 3600
    assert quiet_ends(first, Quiet(2, 3), "Europe/Berlin") == second + 1800


@pytest.mark.parametrize("hours", [(8, 8), (-1, 5), (22, 24)])
def test_no_quiet_hours(hours: tuple[int, int]) -> None:
    """Hours that don't exist, or that make no span, raise ValueError."""
    with pytest.raises(ValueError, match="no quiet hours"):
        Quiet(*hours)
