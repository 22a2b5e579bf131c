"""Bands: curves of any number of points as one outline, which takes the same time to draw."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

from renderer.chart.layout import PLOT
from renderer.sketch import Point


class Band(NamedTuple):
    """The smallest and the largest y of a curve at each pixel across the plot.

    Where steps are closer than a pixel, these are their extremes; elsewhere they are equal.
    """

    highest: Sequence[float]
    lowest: Sequence[float]

    def middle(self, column: int) -> float:
        """Return the height of the curve at a pixel."""
        return (self.highest[column] + self.lowest[column]) / 2

    def ribbon(self, thick: float) -> tuple[Point, ...]:
        """Return the outline of the curve as a line with round joints."""
        half = thick / 2
        moves = [(by, sqrt(half * half - by * by)) for by in range(-int(half), int(half) + 1)]
        upper = map(min, *(_moved(self.highest, by, -bulge) for by, bulge in moves))
        lower = map(max, *(_moved(self.lowest, by, bulge) for by, bulge in moves))
        there = [(PLOT.left + column, y) for column, y in enumerate(upper)]
        back = [(PLOT.left + column, y) for column, y in enumerate(lower)]
        return (*there, *reversed(back))


def band(points: Sequence[Point]) -> Band:
    """Return the band of the curve through `points`, which cross the plot from left to right."""
    reached: list[list[float]] = [[] for _ in range(PLOT.width + 1)]
    for x, y in points:
        reached[round(x) - PLOT.left].append(y)
    for (a, b), (c, d) in pairwise(points):
        for x in range(ceil(a), int(c) + 1):
            reached[x - PLOT.left].append(b + (d - b) * (x - a) / (c - a))
    return Band([*map(min, reached)], [*map(max, reached)])


def _moved(heights: Sequence[float], by: int, down: float) -> Sequence[float]:
    """Return the heights of columns moved sideways and down; beyond an end, its height goes on."""
    lower = [height + down for height in heights]
    if by < 0:
        return (*lower[-by:], *lower[-1:] * -by)
    return (*lower[:1] * by, *lower[: len(lower) - by])
