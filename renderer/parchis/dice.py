"""Dice, numbers and ranks as they lie in a home; cached."""

from functools import lru_cache
from typing import Final

from engine.throws import Thing
from renderer.colours import mix
from renderer.cutout import CutOut
from renderer.parchis.colours import FADED, Paints
from renderer.parchis.drawing import cut
from renderer.parchis.view import Arm, ThrowView
from renderer.sketch import Sketch
from renderer.things import die

_EARLIER: Final = 54
"""The size of a die of an earlier turn."""
_PLATE: Final = 104
"""The height of a plate."""
_WORD, _WORDS = 0.78, 0.58
"""The size of up to two characters on a plate, and of more, in heights of the plate."""


@lru_cache(maxsize=256)
def lying(paints: Paints, arm: Arm, face: int, size: int, *, lost: bool = False) -> CutOut:
    """Return a die in a home, struck out if its number is lost."""
    look = paints.arms[arm]
    sketch = Sketch((size + 16, size + 16), look.wall)
    x, y = sketch.middle
    die(sketch, x, y, size, (paints.die_edge, paints.die, paints.pip), face, Thing.DIE)
    if lost:
        _strike(sketch, paints, arm, size * 0.5)
    return cut(sketch, paints, look.wall)


@lru_cache(maxsize=128)
def earlier(paints: Paints, arm: Arm, throw: ThrowView) -> CutOut:
    """Return a throw of an earlier turn, faded."""
    look = paints.arms[arm]
    sketch = Sketch((_EARLIER + 8, _EARLIER + 8), look.wall)
    x, y = sketch.middle
    edge, fill, pip = (mix(c, look.wall, FADED) for c in (paints.die_edge, paints.die, paints.pip))
    die(sketch, x, y, _EARLIER, (edge, fill, pip), throw.face, Thing.DIE)
    if throw.lost:
        half = _EARLIER * 0.41
        sketch.path(((x - half, y + half), (x + half, y - half)), 5, look.ink)
    return cut(sketch, paints, look.wall)


@lru_cache(maxsize=16)
def alone(paints: Paints, arm: Arm) -> CutOut:
    """Return the two arrows of a number whose only move played itself."""
    look = paints.arms[arm]
    sketch = Sketch((36, 22), look.wall)
    for x in (12, 23):
        sketch.path(((x - 3, 4), (x + 4, 11), (x - 3, 18)), 3.6, look.ink)
    return cut(sketch, paints, look.wall)


@lru_cache(maxsize=64)
def plate(paints: Paints, arm: Arm, text: str, *, lost: bool = False) -> CutOut:
    """Return a plate in the colour of an arm: a bonus to count, struck out if lost, or a rank."""
    look, wide = paints.arms[arm], round(_PLATE * 1.9)
    sketch = Sketch((wide, _PLATE + 20), look.wall)
    x, y = sketch.middle
    for inset, fill, low in ((0, look.edge, 3), (0, look.edge, 0), (3, look.face, 0)):
        a, b = wide / 2 - _PLATE * 0.3 - inset / 2, wide / 2 - inset * 1.1
        h = _PLATE / 2 - inset
        corners = ((-a, -h), (a, -h), (b, 0), (a, h), (-a, h), (-b, 0))
        sketch.polygon([(x + p, y + q + low) for p, q in corners], fill)
    sketch.word(x, y, text, _PLATE * (_WORD if len(text) < 3 else _WORDS), look.inlay)
    if lost:
        _strike(sketch, paints, arm, _PLATE * 0.5)
    return cut(sketch, paints, look.wall)


def _strike(sketch: Sketch, paints: Paints, arm: Arm, half: float) -> None:
    """Strike out a drawing from corner to corner, with a line that shows on every colour."""
    (x, y), look = sketch.middle, paints.arms[arm]
    ends = (x - half, y + half), (x + half, y - half)
    for thick, fill in ((17, look.wall), (9, look.ink)):
        sketch.path(ends, thick, fill)
