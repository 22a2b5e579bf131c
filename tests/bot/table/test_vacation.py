"""How long vacations last, and when the next one can begin."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.pace import DAY
from bot.table.preferences import Vacation
from bot.table.vacation import (
    MOST_REST_SECONDS,
    MOST_SECONDS,
    NoVacation,
    Why,
    ended,
    free_from,
    midnight,
    needs_confirmation,
    planned,
)

NOW = 1_800_000_000
moments = st.integers(0, 200 * DAY).map(lambda seconds: NOW + seconds)


def refused(last: Vacation | None, until: int, now: int = NOW) -> tuple[Why, int]:
    with pytest.raises(NoVacation) as refusal:
        planned(last, until, now)
    return refusal.value.why, refusal.value.limit


def test_a_first_vacation() -> None:
    """A vacation begins now, and lasts at most 30 days."""
    assert planned(None, NOW + 7 * DAY, NOW) == Vacation(NOW, NOW + 7 * DAY)
    assert planned(None, NOW + MOST_SECONDS, NOW) == Vacation(NOW, NOW + MOST_SECONDS)
    assert refused(None, NOW + MOST_SECONDS + 1) == (Why.LONG, NOW + MOST_SECONDS)


@pytest.mark.parametrize("until", [NOW, NOW - 1, -5])
def test_a_vacation_in_the_past(until: int) -> None:
    """A vacation can't end before it begins."""
    assert refused(None, until)[0] is Why.PAST


def test_changing_a_vacation() -> None:
    """A vacation can be extended and shortened, but lasts at most 30 days in all."""
    current = Vacation(NOW - 10 * DAY, NOW + 5 * DAY)
    assert planned(current, NOW + 20 * DAY, NOW) == Vacation(current.start, NOW + 20 * DAY)
    assert planned(current, NOW + DAY, NOW) == Vacation(current.start, NOW + DAY)
    assert refused(current, NOW + 21 * DAY) == (Why.LONG, NOW + 20 * DAY)


def test_the_next_vacation() -> None:
    """The next vacation can begin 30 days after the last one ended."""
    last = Vacation(NOW - 40 * DAY, NOW - 20 * DAY)
    assert refused(last, NOW + DAY) == (Why.SOON, NOW + 10 * DAY)
    free = last.until + MOST_REST_SECONDS
    assert refused(last, free + DAY, free - 1)[0] is Why.SOON
    assert planned(last, free + DAY, free) == Vacation(free, free + DAY)


@pytest.mark.parametrize(
    ("lasted", "rest"),
    [
        (10, 300),
        (3600, 30 * 3600),
        (DAY, MOST_REST_SECONDS),
        (7 * DAY, MOST_REST_SECONDS),
        (MOST_SECONDS, MOST_REST_SECONDS),
    ],
)
def test_the_rest_after_a_vacation(lasted: int, rest: int) -> None:
    """After less than a day, the next vacation can begin earlier, but not at once."""
    last = Vacation(NOW - lasted, NOW)
    assert free_from(last) == NOW + rest
    assert refused(last, NOW + rest + DAY, NOW + rest - 1) == (Why.SOON, NOW + rest)
    assert planned(last, NOW + rest + DAY, NOW + rest).start == NOW + rest


def test_confirmation() -> None:
    """A new vacation of more than a day is to be confirmed, a changed one isn't."""
    long = Vacation(NOW, NOW + DAY + 1)
    assert needs_confirmation(None, long)
    assert needs_confirmation(Vacation(NOW - 3 * DAY, NOW - 2 * DAY), long)
    assert not needs_confirmation(None, Vacation(NOW, NOW + DAY))
    assert not needs_confirmation(Vacation(NOW, NOW + 60), long)


def test_coming_back() -> None:
    """A person who is back early has had a vacation until then; others aren't affected."""
    assert ended(Vacation(NOW - DAY, NOW + DAY), NOW) == Vacation(NOW - DAY, NOW)
    assert ended(Vacation(NOW, NOW + DAY), NOW) is None
    assert ended(None, NOW) is None
    past = Vacation(NOW - 2 * DAY, NOW - DAY)
    assert ended(past, NOW) == past


@given(
    st.lists(st.tuples(moments, st.none() | moments), max_size=30).map(
        lambda asked: sorted(asked, key=lambda each: each[0])
    )
)
def test_nobody_is_away_for_ever(requests: list[tuple[int, int | None]]) -> None:
    """Whatever a person asks for, they are back after 30 days, and for 30 days."""
    vacation, away = None, list[Vacation]()
    for now, until in requests:
        try:
            vacation = ended(vacation, now) if until is None else planned(vacation, until, now)
        except NoVacation:
            continue
        if away and (vacation is None or away[-1].start == vacation.start):
            away.pop()
        if vacation is not None:
            away.append(vacation)
    assert all(each.until - each.start <= MOST_SECONDS for each in away)
    for a, b in pairwise(away):
        rest = b.start - a.until
        assert rest >= min(MOST_REST_SECONDS, 30 * (a.until - a.start))


def test_midnight() -> None:
    """A day begins at midnight in the person's time zone."""
    day = "2026-12-24"
    assert midnight(day, "UTC") - midnight(day, "Europe/Berlin") == 3600
    assert midnight(day, "+05:30") == midnight(day, "") - 5.5 * 3600
