"""The parts that charts and bars share: ground, frame, signs, and the file."""

from typing import Final

from renderer.box import Box
from renderer.chart.look import Look, SideLook, palette
from renderer.png import encoded
from renderer.raster import painted
from renderer.sketch import Sketch

OVERLAP: Final = 0.86
"""The distance between two signs of one side, in sizes of a sign."""


def blank(look: Look, size: tuple[int, int]) -> Sketch:
    """Return a sketch of the bare ground."""
    sketch = Sketch(size, look.ground)
    look.cover(sketch, size)
    return sketch


def frame(sketch: Sketch, look: Look, box: Box) -> None:
    """Draw a kerb with its shadow around `box`."""
    rim = look.rim
    for low, fill in ((rim, look.shade), (0, look.kerb)):
        edges = box.left - rim, box.top - rim + low, box.right + rim, box.bottom + rim + low
        sketch.bar(*edges, fill, 2 * rim - 1)


def signs(sketch: Sketch, side: SideLook, x: float, y: float, size: float) -> None:
    """Draw the signs of a side beside one another, centred at x, y."""
    first = x - (len(side.signs) - 1) * size * OVERLAP / 2
    for index, sign in enumerate(side.signs):
        sign.draw(sketch, first + index * size * OVERLAP, y, size)


def signs_width(side: SideLook, size: float) -> float:
    """Return the width of the signs of a side."""
    return size * (1 + (len(side.signs) - 1) * OVERLAP)


def png(sketch: Sketch, look: Look) -> bytes:
    """Return a finished sketch as the bytes of a PNG file."""
    colours = palette(look)
    return encoded(colours.indices(painted(sketch)), colours.bytes)
