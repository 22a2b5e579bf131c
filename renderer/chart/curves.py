"""Drawing the curves of a chart: two areas, or a line for each side."""

from typing import Final, NamedTuple

from renderer.chart.bands import band
from renderer.chart.layout import PLOT, x_of, y_of
from renderer.chart.look import Look
from renderer.chart.parts import signs
from renderer.chart.view import Chart
from renderer.sketch import Point, Sketch

SIGN: Final = 18
"""The size of the signs on a line."""
EVERY: Final = 170
"""The distance between two signs on a line, in pixels."""
DASH, DASHES = 7, 14
"""The length of a dash, and the distance from one to the next."""


class Thickness(NamedTuple):
    """How thick lines are, in pixels: between two areas, and those with an edge."""

    curve: float
    line: float
    edge: float


USUAL: Final = Thickness(3.2, 3.6, 6.4)
FINE: Final = Thickness(2.2, 2.4, 4.4)
CROWDED: Final = 4
"""The distance between two steps below which lines are fine, in pixels."""


def draw(sketch: Sketch, look: Look, chart: Chart) -> None:
    """Draw the curves of `chart` into the plot, and the line at 50 %."""
    thick = FINE if PLOT.width < CROWDED * chart.last else USUAL
    if chart.duel:
        _areas(sketch, look, chart, thick)
    else:
        _lines(sketch, look, chart, thick)


def _areas(sketch: Sketch, look: Look, chart: Chart, thick: Thickness) -> None:
    """Draw the first side's area below its curve, and the other's above it."""
    points, (below, above) = _points(chart, 0), look.sides
    sketch.bar(PLOT.left, PLOT.top, PLOT.right, PLOT.bottom, above.area)
    corners = ((PLOT.right, PLOT.bottom), (PLOT.left, PLOT.bottom))
    sketch.polygon((*points, *corners), below.area)
    _middle(sketch, look)
    sketch.polygon(band(points).ribbon(thick.curve), look.curve)


def _lines(sketch: Sketch, look: Look, chart: Chart, thick: Thickness) -> None:
    """Draw a line with its signs for each side, the first side's on top."""
    sketch.bar(PLOT.left, PLOT.top, PLOT.right, PLOT.bottom, look.paper)
    _middle(sketch, look)
    bands = [band(_points(chart, side)) for side in range(len(chart.sides))]
    for side, shown in reversed([*zip(look.sides, bands, strict=True)]):
        sketch.polygon(shown.ribbon(thick.edge), side.edge)
        sketch.polygon(shown.ribbon(thick.line), side.line)
    for index, (side, shown) in enumerate(zip(look.sides, bands, strict=True)):
        first = round(EVERY * (index + 0.5) / len(bands))
        for x in range(first, PLOT.width - SIGN, EVERY):
            signs(sketch, side, PLOT.left + x, shown.middle(x), SIGN)


def _middle(sketch: Sketch, look: Look) -> None:
    """Draw the line at 50 %."""
    y = y_of(0.5)
    for x in range(PLOT.left + DASH, PLOT.right - DASH, DASHES):
        sketch.bar(x, y - 1, x + DASH, y + 1, look.grid)


def _points(chart: Chart, side: int) -> tuple[Point, ...]:
    """Return the points of a side's curve; a single step is a level line."""
    points = [(x_of(step, chart.last), y_of(odds[side])) for step, odds in enumerate(chart.odds)]
    return (*points, (PLOT.right, points[0][1])) if len(points) == 1 else tuple(points)
