"""The picture of a position's odds: one bar, divided among the sides."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from engine.text import Say
from renderer.box import Box
from renderer.chart import legend
from renderer.chart.layout import HEAD, MARGIN, WIDTH
from renderer.chart.look import Look
from renderer.chart.parts import blank, frame, png, signs, signs_width

BAR: Final = Box(MARGIN, 72, WIDTH - MARGIN, 112)
HEIGHT: Final = 126
SIGN: Final = 28
"""The size of a sign on the bar."""
ROOM: Final = 8
"""The space beside the signs of a side; a part of the bar that is too narrow has no signs."""
RULE: Final = 1.5
"""Half the thickness of the line between two sides."""


def draw_odds(sides: Sequence[str], odds: Sequence[float], look: Look, say: Say) -> bytes:
    """Return a bar divided by the `odds` below the names of the `sides`, as a PNG file.

    There is a name and a probability for each side; the probabilities add up to 1.
    """
    sketch = blank(look, (WIDTH, HEIGHT))
    legend.draw(sketch, look, sides, odds, HEAD, say)
    frame(sketch, look, BAR)
    ends = [BAR.left + BAR.width * share for share in accumulate(odds, initial=0.0)]
    for side, (left, right) in zip(look.sides, pairwise(ends), strict=True):
        sketch.bar(left, BAR.top, right, BAR.bottom, side.area)
        if right - left >= signs_width(side, SIGN) + 2 * ROOM:
            signs(sketch, side, (left + right) / 2, (BAR.top + BAR.bottom) / 2, SIGN)
    for x in ends:
        if BAR.left + RULE < x < BAR.right - RULE:
            sketch.bar(x - RULE, BAR.top, x + RULE, BAR.bottom, look.curve)
    return png(sketch, look)
