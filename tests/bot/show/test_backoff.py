"""Pauses grow with each failure in a row, up to a maximum."""

from bot.show import backoff
from bot.show.backoff import Backoff


def test_pauses_double() -> None:
    """Each pause is twice the last one, up to the maximum, by key."""
    pauses = Backoff[str](1, 10)
    assert [pauses.failed("maize") for _ in range(6)] == [1, 2, 4, 8, 10, 10]
    assert pauses.failed("beans") == 1


def test_a_long_outage() -> None:
    """After days of failures, the pause is still the maximum."""
    pauses = Backoff[str]()
    for _ in range(2_000):
        pause = pauses.failed("maize")
    assert pause == backoff.MAX_SECONDS


def test_a_success() -> None:
    """After a success, pauses begin anew."""
    pauses = Backoff[str](1, 10)
    pauses.failed("maize")
    assert "maize" in pauses
    pauses.succeeded("maize")
    assert [*pauses] == []
    assert pauses.failed("maize") == 1


def test_very_many_keys() -> None:
    """Those that failed longest ago are forgotten first."""
    pauses = Backoff[int](1, 10)
    for key in range(backoff.REMEMBERED + 1):
        pauses.failed(key)
    assert (0 in pauses, 1 in pauses) == (False, True)
