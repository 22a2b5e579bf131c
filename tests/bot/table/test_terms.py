"""The terms of a game, as people type and read them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.terms import DEFAULT_TERMS, SHORTEST_OFFER, TERMS, Calling, Flag, Terms

minutes = st.integers(1, 30 * 24 * 60).map(lambda number: number * MINUTE)
terms = st.builds(
    Terms,
    st.none() | st.builds(Pace, minutes, st.just(0) | minutes),
    st.sampled_from(Flag),
    st.none() | st.booleans(),
    st.just(0) | minutes.filter(lambda seconds: seconds >= SHORTEST_OFFER),
    hints=st.booleans(),
    undo=st.booleans(),
    calls=st.sampled_from(Calling),
)


@given(terms)
def test_a_round_trip(terms: Terms) -> None:
    """Terms can be set again as they are written."""
    again = DEFAULT_TERMS
    for name, value in terms.written:
        again = again.changed(name, value)
    assert again == terms


def test_defaults_are_not_written() -> None:
    """Terms that nobody has chosen are not written."""
    assert DEFAULT_TERMS.written == ()
    assert Terms(Pace(3 * DAY)).written == (("pace", "3d"),)
    assert Terms(undo=False).written == (("undo", "no"),)


def test_one_changes() -> None:
    """Changing one of the terms leaves the others unchanged."""
    before = Terms(Pace(DAY, HOUR), Flag.AUTO, vacation=False, expires=HOUR)
    assert before.changed("flag", "ask") == Terms(Pace(DAY, HOUR), vacation=False, expires=HOUR)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pace", "soon"),
        ("flag", "never"),
        ("vacation", "maybe"),
        ("expires", "1"),
        ("expires", "9m"),
    ],
)
def test_an_invalid_value(name: str, value: str) -> None:
    """An invalid value raises ValueError."""
    with pytest.raises(ValueError, match=value):
        DEFAULT_TERMS.changed(name, value)


@pytest.mark.parametrize(
    ("pace", "expected"),
    [
        (Pace(HOUR), Terms(Pace(HOUR), Flag.AUTO, vacation=False, expires=HOUR)),
        (None, Terms(expires=HOUR)),
    ],
)
def test_another_pace(pace: Pace | None, expected: Terms) -> None:
    """Another pace leaves the other terms unchanged; without one, only the expiry remains."""
    before = Terms(Pace(DAY), Flag.AUTO, vacation=False, expires=HOUR)
    assert before.at(pace) == expected


def test_an_unknown_name() -> None:
    """An unknown name raises KeyError."""
    assert "road" not in TERMS
    with pytest.raises(KeyError):
        DEFAULT_TERMS.changed("road", "9")


@pytest.mark.parametrize(
    ("terms", "allowed"),
    [
        (DEFAULT_TERMS, False),
        (Terms(Pace(23 * HOUR)), False),
        (Terms(Pace(DAY)), True),
        (Terms(Pace(DAY, HOUR)), True),
        (Terms(Pace(DAY), vacation=False), False),
        (Terms(Pace(HOUR), vacation=True), True),
    ],
)
def test_vacations(terms: Terms, *, allowed: bool) -> None:
    """Vacations stop the clock from a pace of a day on, unless the terms say otherwise."""
    assert terms.allows_vacation is allowed
