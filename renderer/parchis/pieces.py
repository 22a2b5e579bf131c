"""Pieces: a triangle, a square, a diamond and a circle, which also outline landings."""

from functools import lru_cache
from typing import Final

from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import LEGIBLE, cut
from renderer.parchis.view import Arm
from renderer.placing import Ground, Sprite
from renderer.sketch import Sketch

_GROWTH: Final = (3.0, 2.25, 2.46, 2.0)  # of the size, so that all edges move out by 1
_TEXT: Final = (0.56, 0.74, 0.66, 0.72)  # the size of text on a piece
_SEVERAL: Final = 0.74  # how much smaller several letters are than one
_LOW: Final = 0.145  # how far the middle of a triangle's inside lies below its centre


def shape(sketch: Sketch, arm: Arm, x: float, y: float, size: float, fill: Colour) -> None:
    """Draw the bare shape of an arm; at one size, all have about the same weight."""
    match arm:
        case Arm.GREEN:
            sketch.disc(x, y, size, fill)
        case Arm.RED:
            a = size * 0.575
            sketch.polygon(((x, y - a), (x + a, y), (x, y + a), (x - a, y)), fill)
        case Arm.BLUE:
            a = size * 0.445
            sketch.bar(x - a, y - a, x + a, y + a, fill, size * 0.06)
        case Arm.YELLOW:
            a, low = size * 0.56, y + size * 0.46
            sketch.polygon(((x, y - size * 0.52), (x + a, low), (x - a, low)), fill)


def grown(
    sketch: Sketch, arm: Arm, x: float, y: float, size: float, by: float, fill: Colour
) -> None:
    """Draw a shape whose edges all lie `by` pixels further out than at this size."""
    larger = size + _GROWTH[arm] * by
    lift = (larger - size) * 0.115 if arm is Arm.YELLOW else 0
    shape(sketch, arm, x, y - lift, larger, fill)


def text_size(arm: Arm, size: int, text: str) -> float:
    """Return the size of text on a piece of an arm; several letters are smaller than one."""
    usual = size * _TEXT[arm]
    return usual if len(text) == 1 else max(LEGIBLE, usual * _SEVERAL)


def solid(
    sketch: Sketch, paints: Paints, arm: Arm, x: float, y: float, size: int, text: str = ""
) -> None:
    """Draw a piece with text on it, or with the sign of its arm."""
    look = paints.arms[arm]
    shape(sketch, arm, x, y + size * 0.05, size, look.edge)
    shape(sketch, arm, x, y, size, look.edge)
    grown(sketch, arm, x, y, size, -max(1.3, size * 0.05), look.face)
    middle = y + (size * _LOW if arm is Arm.YELLOW else 0)
    if text:
        sketch.word(x, middle, text, text_size(arm, size, text), look.inlay)
        return
    share = 0.8 if arm is Arm.YELLOW else 1
    shape(sketch, arm, x, middle, size * 0.46 * share, look.inlay)
    shape(sketch, arm, x, middle, size * 0.24 * share, look.face)


@lru_cache(maxsize=1024)
def piece(
    paints: Paints, arm: Arm, size: int, text: str, ringed: Arm | None, ground: Colour
) -> CutOut:
    """Return a piece, `ringed` in the colour of the arm that moved it last or captured it."""
    sketch = Sketch((round(size * 1.5) + 12,) * 2, ground)
    x, y = sketch.middle
    if ringed is not None:
        grown(sketch, arm, x, y, size, 4.5, paints.arms[ringed].face)
        grown(sketch, arm, x, y, size, 1.8, paints.cell)
    solid(sketch, paints, arm, x, y, size, text)
    return cut(sketch, paints, ground)


def sprite(
    arm: Arm, size: int, ground: Ground[Paints], text: str = "", ringed: Arm | None = None
) -> Sprite[Paints]:
    """Return such a piece on a ground."""
    return Sprite(piece, (arm, size, text, ringed), ground)


@lru_cache(maxsize=512)
def outlined(paints: Paints, arm: Arm, size: int, text: str, ground: Colour) -> CutOut:
    """Return the outline of a piece where one can land, with the letter of its move."""
    sketch = Sketch((round(size * 1.5) + 12,) * 2, ground)
    (x, y), look = sketch.middle, paints.arms[arm]
    shape(sketch, arm, x, y, size, look.edge)
    grown(sketch, arm, x, y, size, -1, look.face)
    grown(sketch, arm, x, y, size, -3.4, paints.cell)
    low = size * _LOW if arm is Arm.YELLOW else 0
    if text:
        sketch.word(x, y + low, text, text_size(arm, size, text), look.ink)
    return cut(sketch, paints, ground)


@lru_cache(maxsize=256)
def pale(paints: Paints, arm: Arm, size: int, ground: Colour) -> CutOut:
    """Return the pale shape that shows where the last move began."""
    sketch = Sketch((round(size * 1.5) + 12,) * 2, ground)
    look = paints.arms[arm]
    shape(sketch, arm, *sketch.middle, size, look.wall_edge)
    grown(sketch, arm, *sketch.middle, size, -2, look.wall)
    return cut(sketch, paints, ground)
