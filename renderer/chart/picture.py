"""The picture of a chart: the chances of each side over the steps of a game."""

from typing import Final

from engine.text import Say
from renderer import lettering
from renderer.chart import curves, legend
from renderer.chart.layout import (
    HEAD,
    HEIGHT,
    PINS,
    PLOT,
    STEPS,
    WIDTH,
    numbered,
    spread,
    x_of,
    y_of,
)
from renderer.chart.look import Look
from renderer.chart.parts import blank, frame, png, signs
from renderer.chart.view import Chart
from renderer.chart.words import percent
from renderer.sketch import Sketch

AXIS: Final = 19
"""The text size of the axes."""
GAP: Final = 8
"""The distance between the plot and the chances beside it, and around the marked step's number."""
TICK: Final = 5
"""The length of the tick above the number of a step."""
PIN, PIN_NUMBER = 27, 20
"""The size of the disc that marks a moment, and of the number on it."""
STEM, DASHES = 5, 10
"""The length of a dash below a disc, and the distance from one dash to the next."""
SIGN: Final = 25
"""The size of the signs at the right end."""


def draw(chart: Chart, look: Look, say: Say) -> bytes:
    """Return the picture of `chart` as a PNG file; `say` translates its text."""
    sketch = blank(look, (WIDTH, HEIGHT))
    legend.draw(sketch, look, chart.sides, chart.odds[chart.shown], HEAD, say)
    frame(sketch, look, PLOT)
    _chances(sketch, look, say)
    _steps(sketch, look, chart)
    curves.draw(sketch, look, chart)
    _here(sketch, look, chart)
    _moments(sketch, look, chart)
    _ends(sketch, look, chart)
    return png(sketch, look)


def _chances(sketch: Sketch, look: Look, say: Say) -> None:
    """Draw the axis of chances."""
    for share in (0.0, 0.5, 1.0):
        label = say(percent(share))
        left = PLOT.left - look.rim - GAP - lettering.width(label, AXIS)
        y = min(PLOT.bottom - TICK, max(PLOT.top + TICK, y_of(share)))
        sketch.write(left, y, label, AXIS, look.soft, bold=False)


def _steps(sketch: Sketch, look: Look, chart: Chart) -> None:
    """Draw the numbers of some steps, except where the marked one needs the room."""
    low = PLOT.bottom + look.rim
    for step in numbered(chart.last):
        x, half = x_of(step, chart.last), lettering.width(str(step), AXIS) / 2
        if chart.here is not None:
            away = abs(x - x_of(chart.here, chart.last))
            if away < half + _plate(chart.here) + GAP / 2:
                continue
        sketch.bar(x - 1, low, x + 1, low + TICK, look.soft)
        middle = (STEPS.top + STEPS.bottom) / 2
        sketch.write(x - half, middle, str(step), AXIS, look.soft, bold=False)


def _here(sketch: Sketch, look: Look, chart: Chart) -> None:
    """Draw the line at the marked step, with its number on a plate."""
    if chart.here is None:
        return
    x, half = x_of(chart.here, chart.last), _plate(chart.here)
    sketch.bar(x - 1.5, PLOT.top, x + 1.5, STEPS.top, look.here)
    sketch.bar(x - half, STEPS.top, x + half, STEPS.bottom, look.here, GAP)
    sketch.word(x, (STEPS.top + STEPS.bottom) / 2, str(chart.here), AXIS, look.on_here)


def _plate(step: int) -> float:
    """Return half the width of the plate with the number of a step."""
    return lettering.width(str(step), AXIS, bold=True) / 2 + GAP


def _moments(sketch: Sketch, look: Look, chart: Chart) -> None:
    """Draw the numbers of the marked moments above the plot, with a line down from each."""
    wanted = [x_of(step, chart.last) for step in chart.moments]
    places = spread(wanted, PIN + 2, PLOT.left, PLOT.right)
    for x, at in zip(wanted, places, strict=True):
        sketch.path(((at, PINS), (x, PLOT.top)), 2.5, look.mark)
        for y in range(PLOT.top, PLOT.bottom, DASHES):
            sketch.bar(x - 1, y, x + 1, y + STEM, look.mark)
    for number, at in enumerate(places, start=1):
        sketch.disc(at, PINS, PIN, look.mark)
        sketch.word(at, PINS, str(number), PIN_NUMBER, look.on_mark)


def _ends(sketch: Sketch, look: Look, chart: Chart) -> None:
    """Draw the signs of the sides beside the ends of their areas or lines."""
    wanted = [y_of(share) for share in chart.odds[-1]]
    if chart.duel:
        wanted = [(wanted[0] + edge) / 2 for edge in (PLOT.bottom, PLOT.top)]
    half = SIGN / 2
    heights = spread(wanted, SIGN + 2, PLOT.top + half, PLOT.bottom - half)
    x = (PLOT.right + look.rim + WIDTH) / 2
    for side, y in zip(look.sides, heights, strict=True):
        signs(sketch, side, x, y, SIGN)
