"""Figures of a measurement: percentiles, and tables to print."""

import math
from collections.abc import Iterable, Sequence

MEDIAN = 0.5


def percentile(values: Iterable[float], share: float) -> float:
    """Return the smallest value that this share of the values don't exceed; nan without values."""
    ordered = sorted(values)
    if not ordered:
        return math.nan
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]


def sheet(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table as text, with columns aligned to the right."""
    cells = [(*map(_cell, row),) for row in rows]
    widths = [max(map(len, column)) for column in zip(headings, *cells, strict=True)]
    lines = [
        "  ".join(word.rjust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in (headings, *cells)
    ]
    return "\n".join(lines)


def _cell(value: object) -> str:
    """Return a value as text; numbers that are small have more decimals."""
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        if math.isnan(value):
            return "-"
        digits = 2 if abs(value) < 10 else 1 if abs(value) < 100 else 0
        return f"{value:,.{digits}f}"
    return str(value)
