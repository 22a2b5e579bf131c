"""Drawing the objects that are thrown: kernels of maize and dice."""

from typing import TypeAlias

from engine.throws import Thing
from renderer.colours import Colour
from renderer.sketch import Point, Sketch

Paints: TypeAlias = tuple[Colour, Colour, Colour]
"""The colours of the edge, the object and the marks on it."""

_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


def kernel(
    sketch: Sketch,
    x: float,
    y: float,
    height: float,
    paints: Paints,
    face: int,
) -> None:
    """Draw a kernel centred at x, y; face 1 is the marked side."""
    edge, fill, mark = paints
    sketch.blob(_tooth(x, y, height), edge)
    sketch.blob(_tooth(x, y - height * 0.04, height * 0.8), fill)
    if face:
        sketch.disc(x, y - height * 0.06, height * 0.36, mark, height * 0.4)


def die(
    sketch: Sketch,
    x: float,
    y: float,
    height: float,
    paints: Paints,
    face: int,
    thing: Thing,
) -> None:
    """Draw a die centred at x, y that shows `face` with pips or footprints."""
    edge, fill, mark = paints
    half = height * 0.48
    sketch.bar(x - half, y - half, x + half, y + half, edge, height * 0.16)
    sketch.bar(x - half, y - half, x + half, y + half - 3, fill, height * 0.16)
    for column, line in _PIPS[face]:
        at = (x + column * height * 0.25, y - 1 + line * height * 0.25)
        if thing is Thing.FOOTPRINT_DIE:
            _footprint(sketch, *at, height, mark)
        else:
            sketch.disc(*at, height * 0.2, mark)


def _tooth(x: float, y: float, height: float) -> list[Point]:
    """Return the corners of a kernel of maize, broad at the top and pointed at the bottom."""
    shape = (
        *((-0.40, -0.20), (-0.33, -0.42), (0.0, -0.50), (0.33, -0.42), (0.40, -0.20)),
        *((0.33, 0.14), (0.16, 0.44), (0.0, 0.50), (-0.16, 0.44), (-0.33, 0.14)),
    )
    return [(x + a * height, y + b * height) for a, b in shape]


def _footprint(sketch: Sketch, x: float, y: float, height: float, fill: Colour) -> None:
    """Draw a footprint: a sole with five toes above it."""
    sketch.disc(x, y + height * 0.05, height * 0.19, fill, height * 0.34)
    for toe in range(-2, 3):
        sketch.disc(
            x + toe * height * 0.05, y - height * (0.18 - abs(toe) * 0.014), height * 0.06, fill
        )
