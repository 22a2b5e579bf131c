"""Marks on squares: dots of a move, frames of captures, plates of barriers and lessons."""

from functools import lru_cache

from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import cut, palette
from renderer.parchis.layout import MIDDLE, PIECE, Spot, cell, outline, square, stands, turned
from renderer.parchis.pieces import solid
from renderer.parchis.view import Arm
from renderer.sketch import Sketch


@lru_cache(maxsize=64)
def blank(paints: Paints, size: int, ground: Colour) -> CutOut:
    """Return the bare ground of a square, to hide its sign, which would show between pieces."""
    sketch = Sketch((size, size), ground)
    sketch.bar(0, 0, size, size, ground)
    return CutOut(palette(paints), sketch)


@lru_cache(maxsize=128)
def dot(paints: Paints, arm: Arm, ground: Colour) -> CutOut:
    """Return the dot on a square that the last move passed."""
    sketch, look = Sketch((16, 16), ground), paints.arms[arm]
    sketch.disc(8, 8, 11, look.edge)
    sketch.disc(8, 8, 8.5, look.face)
    return cut(sketch, paints, ground)


@lru_cache(maxsize=512)
def frame(paints: Paints, arm: Arm, at: Spot, ground: Colour) -> CutOut:
    """Return a frame along the edges of the square where `arm` can capture."""
    box, look = square(*at), paints.arms[arm]
    sketch = Sketch((box.width + 8, box.height + 8), ground)
    points = [(x - box.left + 4, y - box.top + 4) for x, y in outline(*at)]
    for thick, fill in ((6, look.edge), (3.5, look.face)):
        sketch.path((*points, points[0]), thick, fill)
    return cut(sketch, paints, ground)


@lru_cache(maxsize=512)
def barrier(paints: Paints, arm: Arm, at: Spot, text: str, ground: Colour) -> CutOut:
    """Return two pieces on one plate, as they stand on a square; the first one has the text."""
    _, first, second, between, _ = stands(*at)
    offsets = [(x - between[0], y - between[1]) for x, y in (first, second)]
    look, size = paints.arms[arm], PIECE - 3
    sketch = Sketch((92, 92), ground)
    x, y = sketch.middle
    a, b = (max(p) + size / 2 + 1 if any(p) else 17 for p in zip(*offsets, strict=True))
    for inset, fill in ((0, look.edge), (1.5, look.face), (3.5, look.stair)):
        sketch.bar(x - a + inset, y - b + inset, x + a - inset, y + b - inset, fill, 7 - inset)
    for (right, down), letter in zip(offsets, (text, ""), strict=True):
        solid(sketch, paints, arm, x + right, y + down, size, letter)
    return cut(sketch, paints, ground)


@lru_cache(maxsize=64)
def learner(paints: Paints, arm: Arm, at: Spot, text: str, ground: Colour) -> CutOut:
    """Return a piece under instruction on a plate that points to its square."""
    look, side = paints.arms[arm], cell(at.place, arm).arm
    sketch = Sketch((62, 62), ground)
    x, y = sketch.middle
    for inset, fill in ((0, look.wall_edge), (2, look.wall)):
        a, tip = 19 - inset, 28 - inset * 1.6
        corners = ((-a, -a), (a, -a), (a, a), (-a, a), (-tip, 0))
        moved = (turned(side, round(p), round(q), at.turn) for p, q in corners)
        sketch.polygon([(p - MIDDLE[0] + x, q - MIDDLE[1] + y) for p, q in moved], fill)
    solid(sketch, paints, arm, x, y, 29, text)
    return cut(sketch, paints, ground)
