"""Marks on squares: dots of a move, frames of captures, plates of barriers and lessons."""

from functools import lru_cache

from renderer.colours import Colour
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import Cut
from renderer.parchis.layout import MIDDLE, PIECE, outline, square, turned
from renderer.parchis.pieces import solid
from renderer.parchis.view import Arm
from renderer.sketch import Sketch


@lru_cache(maxsize=128)
def dot(paints: Paints, arm: Arm, ground: Colour) -> Cut:
    """Return the dot on a square that the last move passed."""
    sketch, look = Sketch((16, 16), ground), paints.arms[arm]
    sketch.disc(8, 8, 11, look.edge)
    sketch.disc(8, 8, 8.5, look.face)
    return Cut(sketch, paints, ground)


@lru_cache(maxsize=512)
def frame(paints: Paints, arm: Arm, place: int, ground: Colour) -> Cut:
    """Return a frame along the edges of the square of the ring where `arm` can capture."""
    box, look = square(place, Arm.YELLOW), paints.arms[arm]
    sketch = Sketch((box.width + 8, box.height + 8), ground)
    points = [(x - box.left + 4, y - box.top + 4) for x, y in outline(place, Arm.YELLOW)]
    for thick, fill in ((6, look.edge), (3.5, look.face)):
        sketch.path((*points, points[0]), thick, fill)
    return Cut(sketch, paints, ground)


@lru_cache(maxsize=512)
def barrier(
    paints: Paints, arm: Arm, stands: tuple[int, bool], ground: Colour, text: str = ""
) -> Cut:
    """Return two pieces on one plate; `stands` are their distance and whether it is upright."""
    (gap, upright), look, size = stands, paints.arms[arm], PIECE - 3
    sketch = Sketch((92, 92), ground)
    x, y = sketch.middle
    a, b = gap / 2 + size / 2 + 1, 17
    across, down = (b, a) if upright else (a, b)
    for inset, fill in ((0, look.edge), (1.5, look.face), (3.5, look.stair)):
        edges = (x - across + inset, y - down + inset, x + across - inset, y + down - inset)
        sketch.bar(*edges, fill, 7 - inset)
    for way, letter in ((-1, text), (1, "")):
        shift = way * gap / 2
        at = (x, y + shift) if upright else (x + shift, y)
        solid(sketch, paints, arm, *at, size, letter)
    return Cut(sketch, paints, ground)


@lru_cache(maxsize=64)
def learner(paints: Paints, arm: Arm, side: Arm, ground: Colour, text: str = "") -> Cut:
    """Return a piece under instruction on a plate that points to its square.

    `side` is the arm of the board that the square is part of.
    """
    look = paints.arms[arm]
    sketch = Sketch((58, 58), ground)
    x, y = sketch.middle
    for inset, fill in ((0, look.wall_edge), (2, look.wall)):
        a, tip = 17 - inset, 27 - inset * 1.6
        corners = ((-a, -a), (a, -a), (a, a), (-a, a), (-tip, 0))
        moved = (turned(side, round(p), round(q)) for p, q in corners)
        sketch.polygon([(p - MIDDLE[0] + x, q - MIDDLE[1] + y) for p, q in moved], fill)
    solid(sketch, paints, arm, x, y, 25, text)
    return Cut(sketch, paints, ground)
