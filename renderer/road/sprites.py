"""Drawings of warriors in palette indices, cached."""

from functools import lru_cache
from math import ceil
from typing import Literal, TypeAlias

from renderer.colours import Colour
from renderer.cutout import CutOut, cut_out
from renderer.road.piles import Pile
from renderer.road.standing import RIMS, Build
from renderer.road.warriors import (
    THICK,
    THIN,
    body,
    course,
    eye,
    faded,
    outline,
    pill,
    pill_width,
    warrior,
)
from renderer.road.winding import Way
from renderer.sketch import Sketch
from renderer.theme import Theme

TIMES = "\N{MULTIPLICATION SIGN}"
PAD = 5
"""The padding around a sprite, for its edges."""
ROUND = 9
"""The radius of the corners of a plate."""

Fate: TypeAlias = Literal["free", "killed", "away"]
"""What happened to a warrior that is not on the road; a free one is in base."""


@lru_cache(maxsize=1024)
def pile(theme: Theme, shown: Pile, way: Way, build: Build, ground: Colour) -> CutOut:
    """Return a captain on its captives, with their counts, padded by PAD on each side.

    `way` is the direction of the road at its place, which is that of stacks with the heading 1.
    """
    size = ceil(build.width) + 2 * PAD, ceil(build.height) + 2 * PAD
    sketch, d = Sketch(size, ground), build.diameter
    ways = [(way[0] * turn, way[1] * turn) for turn in (1, -1) if shown.heading in (turn, 0)]
    x, y = size[0] / 2, PAD + build.badge + build.half
    aside = build.beside and any(shown.captives)
    if aside:  # the counts are on the side away from the captain's heading
        rightmost = ways[0][0] > 0
        x = size[0] - PAD - build.half if rightmost else PAD + build.half
    rims = [] if build.beside else _rims(shown)
    for below, side in reversed(list(enumerate(rims, start=1))):
        warrior(sketch, theme, side, x, y + below * build.step, d, THIN)
    warrior(sketch, theme, shown.side, x, y, d, THIN if rims else THICK)
    course(sketch, theme, shown.side, x, y, d, ways, shown.mark)
    if aside:
        width = pill_width((max(shown.captives), 0), build.pill)
        middle = x + (build.half + width * 0.22) * (-1 if rightmost else 1)
        _column(sketch, theme, middle, y, build.pill, shown.captives)
    elif any(shown.captives):
        bottom = y + build.half + build.rims * build.step
        pill(sketch, theme, x, bottom, build.pill, shown.captives)
    if shown.stacks > 1:
        count = (0, shown.stacks) if shown.side else (shown.stacks, 0)
        pill(sketch, theme, x, y - build.half + d * 0.05, max(d * 0.36, 15), count, TIMES)
    return cut_out(sketch, theme, ground)


def _rims(shown: Pile) -> list[int]:
    """Return the sides of the captives with visible rims, from the top down."""
    order = (shown.side, 1 - shown.side)
    return [side for side in order for _ in range(min(RIMS, shown.captives[side]))]


def _column(
    sketch: Sketch, theme: Theme, x: float, y: float, height: float, counts: tuple[int, int]
) -> None:
    """Draw the counts of captives in a column."""
    shown = [(side, count) for side, count in enumerate(counts) if count]
    top = y - (len(shown) - 1) * (height + 2) / 2
    for line, (side, count) in enumerate(shown):
        alone = (0, count) if side else (count, 0)
        pill(sketch, theme, x, top + line * (height + 2), height, alone)


@lru_cache(maxsize=256)
def in_socket(theme: Theme, side: int, d: int, fate: Fate, mark: int = 0) -> CutOut:
    """Return a warrior in a socket of diameter `d`, or a symbol for its fate."""
    look = theme.sides[side]
    sketch = Sketch((d + 2 * PAD, d + 2 * PAD), look.niche)
    x, y = sketch.middle
    if fate == "free":
        haloed = theme.halo != look.niche
        warrior(sketch, theme, side, x, y - d * 0.02, d * 0.8, 0.07, haloed=haloed)
        if mark:
            sketch.word(x, y - d * 0.02, str(mark), d * 0.66, look.inlay)
        else:
            eye(sketch, side, x, y - d * 0.02, d * 0.8, look.inlay)
        return cut_out(sketch, theme, look.niche)
    if (fill := faded(theme, side)) != look.niche:
        body(sketch, side, x, y, d * 0.74, fill)
    _fate(sketch, theme, side, d * 0.78, fate)
    return cut_out(sketch, theme, look.niche)


def _fate(sketch: Sketch, theme: Theme, side: int, d: float, fate: Fate) -> None:
    """Draw a cross over a killed warrior, or an arrow over one that left the road for good."""
    (x, y), ink, reach = sketch.middle, _deep(theme, side), d * 0.2
    if fate == "killed":
        for way in (-1, 1):
            ends = ((x - reach, y - way * reach), (x + reach, y + way * reach))
            sketch.path(ends, d * 0.125, ink)
        return
    sketch.path(((x, y + reach), (x, y - reach * 0.4)), d * 0.11, ink)
    head = ((x - reach, y), (x, y - reach * 1.2), (x + reach, y))
    sketch.polygon(head, ink)


def _deep(theme: Theme, side: int) -> Colour:
    """Return the colour of symbols on faded warriors."""
    return theme.shade if theme.dark else theme.sides[side].edge


@lru_cache(maxsize=256)
def sign(theme: Theme, side: int, across: int, mark: int, ground: Colour) -> CutOut:
    """Return the sign of a side, or of a partner with the number `mark`.

    It is a warrior with an outer diameter of `across`.
    """
    sketch = Sketch((round(across * 1.2) + 2, round(across * 1.2) + 2), ground)
    x, y = sketch.middle
    d = across - 2 * outline(across) - (5 if theme.halo else 0)
    warrior(sketch, theme, side, x, y - d * 0.02, d, 0.04)
    if mark:
        sketch.word(x, y - d * 0.02, str(mark), d * 0.78, theme.sides[side].inlay)
    else:
        eye(sketch, side, x, y - d * 0.02, d, theme.sides[side].inlay)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=64)
def icon(theme: Theme, side: int, fate: Fate | Literal["held"], ground: Colour) -> CutOut:
    """Return the icon for the count of a partner's warriors with this fate."""
    sketch = Sketch((34, 34), ground)
    (x, y), look = sketch.middle, theme.sides[side]
    light = theme.halo or look.ledge
    if fate == "free":
        for half, top in ((12.5, 9), (9, 3), (5.5, -3)):
            sketch.bar(x - half, y + top - 2, x + half, y + top + 4, light, 1)
        sketch.bar(x - 2, y - 10, x + 2, y - 4, light)
    elif fate == "held":
        body(sketch, side, x, y + 5, 20, theme.halo or look.face)
        body(sketch, 1 - side, x, y - 3, 23, ground)
        body(sketch, 1 - side, x, y - 4, 19, theme.halo or theme.sides[1 - side].face)
    else:
        body(sketch, side, x, y, 23, faded(theme, side))
        _fate(sketch, theme, side, 26, fate)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=16)
def machine(theme: Theme, ink: Colour, ground: Colour) -> CutOut:
    """Return the symbol of a computer player: a screen on its stand."""
    sketch = Sketch((28, 28), ground)
    sketch.bar(1, 3, 27, 20, ink, 3)
    sketch.bar(4, 6, 24, 17, ground, 1)
    sketch.bar(11, 20, 17, 23, ink)
    sketch.bar(7, 23, 21, 26, ink, 1)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=64)
def plate(theme: Theme, fill: Colour, size: tuple[int, int]) -> CutOut:
    """Return a plate in the colour `fill`, with round corners, to write on."""
    sketch = Sketch(size, theme.ground)
    sketch.bar(0, 0, *size, fill, ROUND)
    return cut_out(sketch, theme, theme.ground)
