"""Throw tables."""

from fractions import Fraction

import pytest

from engine.throws import KERNELS, TABLES, ThrowTable

EVERY_TABLE = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@EVERY_TABLE
def test_odds_sum_to_one(table: ThrowTable) -> None:
    """The odds of all numbers of a table sum to 1."""
    assert sum(table.odds.values()) == 1


@EVERY_TABLE
def test_examples_give_their_numbers(table: ThrowTable) -> None:
    """The example of each number is a cast of that number, and no number lacks one."""
    assert {number: table.number(cast) for number, cast in table.examples.items()} == {
        number: number for number in table.odds
    }


@EVERY_TABLE
def test_casts_round_trip(table: ThrowTable) -> None:
    """A cast is read as it was written."""
    assert all(table.read(table.write(cast)) == cast for cast in table.outcomes())


def test_kernels_count_marked_sides() -> None:
    """Marked sides up are the number; none is a five."""
    assert KERNELS.odds == {
        1: Fraction(4, 16),
        2: Fraction(6, 16),
        3: Fraction(4, 16),
        4: Fraction(1, 16),
        5: Fraction(1, 16),
    }


@pytest.mark.parametrize("text", ["", "011", "01101", "0120", "x110", "\u0661110"])
def test_a_cast_that_cannot_lie_so_is_refused(text: str) -> None:
    """A cast with too few, too many or unknown objects is an error that names the table."""
    with pytest.raises(ValueError, match="kernels"):
        KERNELS.read(text)
