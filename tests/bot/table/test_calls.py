"""Reminders: when the player to move is called during a turn."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.calls import EARLY_SECONDS, MAX_REMINDERS, NO_CALLS, Calls, may_call, next_call
from bot.table.clock import Clock
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.preferences import Preferences, Quiet, Reminders, Vacation
from bot.table.quiet import is_quiet

BEGAN = 1_795_348_800  # 2026-11-22 12:00 UTC

hours = st.integers(0, 23)
quiet_hours = st.none() | st.tuples(hours, hours).filter(lambda span: span[0] != span[1]).map(
    lambda span: Quiet(*span)
)
zones = st.sampled_from(["", "UTC", "Europe/Berlin", "America/New_York", "+05:45", "Asia/Kolkata"])
people = st.builds(
    Preferences,
    reminders=st.sampled_from(Reminders),
    quiet=quiet_hours,
    zone=zones,
    vacation=st.none()
    | st.builds(
        lambda start, days: Vacation(BEGAN + start, BEGAN + start + days * DAY),
        st.integers(-10 * DAY, 10 * DAY),
        st.integers(1, 30),
    ),
)
paces = st.none() | st.builds(
    Pace, st.integers(MINUTE, 30 * DAY), st.just(0) | st.integers(MINUTE, DAY)
)
clocks = st.builds(
    lambda pace, began: Clock.start(pace, 2, 0, BEGAN + began), paces, st.integers(0, 2 * DAY)
)


def called(clock: Clock, person: Preferences) -> list[float]:
    """Return when a person is called who never moves."""
    calls, times = NO_CALLS, list[float]()
    while (at := next_call(clock, calls, person)) is not None:
        assert len(times) < MAX_REMINDERS
        times.append(at)
        calls = Calls(count=calls.count + 1, last=int(at))
    return times


def clock(pace: Pace | None) -> Clock:
    return Clock.start(pace, 2, 0, BEGAN)


def test_by_pace() -> None:
    """With a pace, reminders come at half and in the last tenth of the time."""
    assert called(clock(Pace(10 * HOUR)), Preferences()) == [BEGAN + 5 * HOUR, BEGAN + 9 * HOUR]


def test_by_bank() -> None:
    """With a bank, the time that counts is what the player had when the turn began."""
    begun = replace(clock(Pace(9 * HOUR, HOUR)), since=BEGAN)
    assert called(begun, Preferences()) == [BEGAN + 5 * HOUR, BEGAN + 9 * HOUR]


def test_without_a_pace() -> None:
    """Without a pace, reminders come after one day and after three."""
    assert called(clock(None), Preferences()) == [BEGAN + DAY, BEGAN + 3 * DAY]


@pytest.mark.parametrize(
    ("wanted", "times"), [(Reminders.LESS, [BEGAN + 9 * HOUR]), (Reminders.OFF, [])]
)
def test_fewer(wanted: Reminders, times: list[float]) -> None:
    """With `less`, only the last reminder comes; with `off`, none does."""
    assert called(clock(Pace(10 * HOUR)), Preferences(reminders=wanted)) == times


def test_after_quiet_hours() -> None:
    """A reminder in quiet hours comes when they end."""
    person = Preferences(quiet=Quiet(22, 8), zone="UTC")
    assert called(clock(Pace(DAY)), person)[0] == BEGAN + 20 * HOUR


def test_before_quiet_hours() -> None:
    """If quiet hours last until the deadline, one reminder comes before they begin."""
    person = Preferences(quiet=Quiet(20, 12), zone="UTC")
    (at,) = called(clock(Pace(22 * HOUR)), person)
    assert at == BEGAN + 8 * HOUR - EARLY_SECONDS - 1


def test_after_a_vacation() -> None:
    """In a game without a clock, a reminder waits for the end of the vacation."""
    person = Preferences(vacation=Vacation(BEGAN, BEGAN + 10 * DAY))
    assert called(clock(None), person) == [BEGAN + 10 * DAY]


def test_a_pause_calls_nobody() -> None:
    """A paused game has no reminders."""
    assert called(clock(Pace(DAY)).paused(BEGAN + HOUR), Preferences()) == []


def test_time_that_is_up_calls_nobody() -> None:
    """When the time is up, the opponent decides, and the player is not called."""
    assert called(clock(Pace(DAY)).up(), Preferences()) == []


def test_reminders_after_a_pause() -> None:
    """After a pause, reminders come by the time that is left."""
    again = clock(Pace(10 * HOUR)).paused(BEGAN + 2 * HOUR).resumed(BEGAN + DAY)
    assert called(again, Preferences()) == [BEGAN + DAY + 3 * HOUR, BEGAN + DAY + 7 * HOUR]


@given(clocks, people)
def test_never_in_quiet_hours(clock: Clock, person: Preferences) -> None:
    """No reminder is due in quiet hours or, if the clock is not running then, on vacation."""
    for at in called(clock, person):
        assert not is_quiet(at, person.quiet, person.zone)


@given(clocks, people)
def test_always_in_time(clock: Clock, person: Preferences) -> None:
    """Reminders come after the turn has begun, one after the other, before the deadline."""
    times = called(clock, person)
    assert all(before < after for before, after in pairwise([clock.began, *times]))
    assert all(clock.deadline is None or at < clock.deadline for at in times)


@given(clocks, people, st.floats(0, 40 * DAY))
def test_may_call(clock: Clock, person: Preferences, later: float) -> None:
    """Nobody may be called in quiet hours or on vacation."""
    now = clock.began + later
    away = person.vacation
    on_vacation = away is not None and away.start <= now < away.until
    assert may_call(person, now) is not (on_vacation or is_quiet(now, person.quiet, person.zone))
