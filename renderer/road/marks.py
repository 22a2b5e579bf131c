"""Drawing the marks on the road: landings, the moves of the last turn, the fire."""

from functools import lru_cache

from renderer.colours import Colour, mix
from renderer.cutout import CutOut, cut_out
from renderer.road.warriors import body, pill, pill_width, turned
from renderer.road.winding import Way
from renderer.sketch import Point, Sketch
from renderer.theme import Theme

RING = 1.3
"""The size of the sprite of an outline, in diameters."""
BRACKET = 8
"""The thickness of the corners around an occupied space."""
STEP = 26
"""The size of the sprite of one step."""
PLUS = "+"


@lru_cache(maxsize=256)
def landing(theme: Theme, side: int, d: int, number: int, ground: Colour) -> CutOut:
    """Return the outline of a warrior for a space where `side` can land.

    `number` is drawn inside unless it is 0.
    """
    size = round(d * RING) + 6
    sketch = Sketch((size, size), ground)
    (x, y), look = sketch.middle, theme.sides[side]
    inside = mix(ground, theme.shade if theme.dark else theme.plate, 0.4)
    body(sketch, side, x, y, d * 0.97, look.mark)
    body(sketch, side, x, y, d * 0.76, inside)
    if number:
        sketch.word(x, y, str(number), d * 0.5, look.mark)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=256)
def target(theme: Theme, side: int, size: tuple[int, int], ground: Colour) -> CutOut:
    """Return the corners around an occupied space or base where `side` can land."""
    sketch, (width, height) = Sketch(size, ground), size
    long, edge = min(size) * 0.27, BRACKET / 2 + 2
    for x, right in ((edge, 1), (width - edge, -1)):
        for y, down in ((edge, 1), (height - edge, -1)):
            corner = ((x + right * long, y), (x, y), (x, y + down * long))
            sketch.path(corner, BRACKET, theme.sides[side].mark)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=256)
def step(theme: Theme, side: int, way: Way, ground: Colour) -> CutOut:
    """Return a chevron for one step of a move."""
    sketch = Sketch((STEP, STEP), ground)
    points = turned(((-5, -9), (4, 0), (-5, 9)), *sketch.middle, 1, way)
    sketch.path(points, 5.5, theme.sides[side].mark)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=256)
def hollow(theme: Theme, side: int, d: int, ground: Colour) -> CutOut:
    """Return the empty outline for where a move began."""
    size = round(d * RING) + 6
    sketch = Sketch((size, size), ground)
    body(sketch, side, *sketch.middle, d * 0.72, theme.sides[side].mark)
    body(sketch, side, *sketch.middle, d * 0.56, None)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=256)
def captured(theme: Theme, side: int, height: int, count: int, ground: Colour) -> CutOut:
    """Return the count of warriors that a move captured, in the colours of `side`."""
    sketch = Sketch(captured_size(height, count), ground)
    pill(sketch, theme, *sketch.middle, height, (0, count) if side else (count, 0), PLUS)
    return cut_out(sketch, theme, ground)


def captured_size(height: int, count: int) -> tuple[int, int]:
    """Return the size of that drawing."""
    return round(pill_width((count, 0), height, plus=True)) + 16, height + 14


@lru_cache(maxsize=64)
def fire(theme: Theme, size: tuple[int, int], ground: Colour) -> CutOut:
    """Return a fire on its logs, as large as `size` allows."""
    sketch, (width, height) = Sketch(size, ground), size
    x, bottom = width / 2, height - 8
    across = min(width * 0.42, height * 0.34)
    light, bright, deep = theme.flame
    for lean in (-1, 1):
        ends = ((x - across, bottom - 2 + lean * 5), (x + across, bottom - 2 - lean * 5))
        sketch.path(ends, across * 0.26, theme.shade)
        sketch.path(ends, across * 0.15, theme.kerb if not theme.flat else theme.shade)
    for part, fill in ((1.06, deep), (0.9, mix(deep, bright, 0.45)), (0.66, bright), (0.38, light)):
        sketch.blob(_flame(x, bottom - across * 0.18, across * part), fill)
    return cut_out(sketch, theme, ground)


def _flame(x: float, bottom: float, across: float) -> list[Point]:
    """Return the corners of a flame about twice as wide as `across`."""
    shape = (
        *((0, -2.15), (0.22, -1.55), (0.5, -1.3), (0.45, -1.65), (0.86, -0.95), (0.92, -0.35)),
        *((0.62, 0.1), (0, 0.22), (-0.62, 0.1), (-0.92, -0.35), (-0.82, -0.95)),
        *((-0.52, -1.45), (-0.46, -1.05), (-0.2, -1.5)),
    )
    return [(x + a * across, bottom + b * across) for a, b in shape]
