"""Percentiles and tables."""

import math

import pytest

from tests.scale.figures import MEDIAN, percentile, sheet


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([3, 1, 2], MEDIAN, 2),
        ([4, 1, 3, 2], MEDIAN, 2),
        (range(1, 101), 0.99, 99),
        (range(1, 101), 1.0, 100),
        ([7], 0.99, 7),
        ([1, 2], 0.0, 1),
    ],
)
def test_percentiles(values: list[float], share: float, expected: float) -> None:
    """A percentile is one of the values."""
    assert percentile(values, share) == expected


def test_no_values() -> None:
    """Without values there is no percentile, and a table says so."""
    assert math.isnan(percentile([], MEDIAN))
    assert sheet(["ms"], [[math.nan]]).splitlines()[1] == " -"


def test_a_table() -> None:
    """Columns are as wide as their longest cell, and numbers as precise as they are small."""
    rows = [["one", 1_234_567, 0.123], ["three", 2, 45.67], ["x", 3, 1234.5]]
    assert sheet(["what", "number", "s"], rows).splitlines() == [
        " what     number      s",
        "  one  1,234,567   0.12",
        "three          2   45.7",
        "    x          3  1,234",
    ]
