"""Drawing the empty board: squares, corridors, goals and homes; cached by theme and seats."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer import lettering
from renderer.colours import Colour
from renderer.parchis import layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import LEGIBLE, palette, written
from renderer.parchis.layout import (
    CORRIDOR,
    ENTRIES,
    GOAL_HALF,
    RING,
    SAFE,
    SIZE,
    STARTS,
    Spot,
)
from renderer.parchis.pieces import grown, shape
from renderer.parchis.view import Arm
from renderer.sketch import Sketch

_CORNER, _NUMBER = LEGIBLE, 18  # the sizes of numbers, beside the goal and elsewhere
_EMPTY: Final = 40  # the size of the places of pieces at home


def ground_of(paints: Paints, playing: frozenset[Arm], place: int, arm: Arm) -> Colour:
    """Return the colour of a square of the ring, or of the corridor of `arm`."""
    if place in CORRIDOR:
        return paints.arms[arm].wall if arm in playing else paints.ground
    own = STARTS.get(place)
    if own in playing:
        return paints.arms[own].stair if own is not None else paints.safe
    return paints.safe if place in SAFE else paints.cell


@lru_cache(maxsize=12)
def bare(paints: Paints, playing: frozenset[Arm]) -> Image.Image:
    """Return the picture of the empty board; it is cached, so do not modify it."""
    sketch = Sketch(SIZE, paints.ground)
    for arm in Arm:
        _home(sketch, paints, arm, taken=arm in playing)
    ring = [Spot(place, Arm.YELLOW) for place in range(1, RING + 1)]
    corridors = [Spot(place, arm) for arm in Arm if arm in playing for place in CORRIDOR]
    for at in (*ring, *corridors):
        _square(sketch, at, (ground_of(paints, playing, *at), paints.line))
    for arm in Arm:
        _goal(sketch, paints, arm, taken=arm in playing)
    for at in ring:
        _signs(sketch, paints, playing, at.place)
    picture = palette(paints).indices(sketch.picture())
    for at in ring:
        _number(picture, paints, playing, at)
    return picture


def _square(sketch: Sketch, at: Spot, colours: tuple[Colour, Colour]) -> None:
    """Draw a square in the colours of its ground and of its edges, which are on whole pixels."""
    ground, line = colours
    if layout.is_cut(at.place):
        corners = layout.outline(*at)
        sketch.polygon(corners, ground)
        sketch.path((*corners, corners[0]), 2, line)
        return
    box = layout.square(*at)
    for inset, fill in ((-1, line), (1, ground)):
        edges = (box.left + inset, box.top + inset, box.right - inset, box.bottom - inset)
        sketch.bar(*edges, fill)


def _number(picture: Image.Image, paints: Paints, playing: frozenset[Arm], at: Spot) -> None:
    own, (x, y) = STARTS.get(at.place), layout.stands(*at).number
    ink = paints.arms[own].ink if own is not None and own in playing else paints.number
    ground = ground_of(paints, playing, *at)
    size = _CORNER if layout.is_cut(at.place) else _NUMBER
    drawn = written(paints, str(at.place), (size, True), (ground, ink))
    bare_ = palette(paints).index(ground)
    mask = drawn.point([0 if index == bare_ else 255 for index in range(256)])
    left = x - lettering.width(str(at.place), size, bold=True) // 2
    picture.paste(drawn, (left, lettering.top(y, y, size)), mask)


def _home(sketch: Sketch, paints: Paints, arm: Arm, *, taken: bool) -> None:
    box, look = layout.home(arm), paints.arms[arm]
    edge, fill = (look.wall_edge, look.wall) if taken else (paints.line, paints.ground)
    sketch.bar(box.left, box.top, box.right, box.bottom, edge, 18)
    sketch.bar(box.left + 2, box.top + 2, box.right - 2, box.bottom - 2, fill, 16)
    if not taken:
        return
    at, _, row = layout.cell(layout.start(arm), arm)
    near = GOAL_HALF + layout.ALONG * row
    for inset, colour in ((0, look.wall_edge), (2, look.stair)):
        low, high = near + inset, near + layout.ALONG - inset
        ends = ((142, low), (155 + inset, low), (155 + inset, high), (142, high))
        sketch.polygon([layout.turned(at, *end) for end in ends], colour)
    for index in range(4):
        x, y = layout.at_home(arm, index)
        shape(sketch, arm, x, y, _EMPTY, look.stair)


def _goal(sketch: Sketch, paints: Paints, arm: Arm, *, taken: bool) -> None:
    look = paints.arms[arm]
    outer, inner = (look.stair, look.wall) if taken else (paints.ground, paints.cell)
    for half, fill in ((GOAL_HALF, outer), (40, inner)):
        corners = [layout.turned(arm, *at) for at in ((-half, half), (half, half), (0, 0))]
        sketch.polygon(corners, fill)
        sketch.path((*corners, corners[0]), 2, paints.line)


def _signs(sketch: Sketch, paints: Paints, playing: frozenset[Arm], place: int) -> None:
    """Draw the sign of a start, or the ring of a safe square and the arrow of an entry."""
    if place not in SAFE:
        return
    x, y = layout.stands(place, Arm.YELLOW).alone
    ground = ground_of(paints, playing, place, Arm.YELLOW)
    own, entry = STARTS.get(place), ENTRIES.get(place)
    if own is not None and own in playing:
        shape(sketch, own, x, y, 29, paints.arms[own].wall_edge)
        grown(sketch, own, x, y, 29, -2.8, ground)
        return
    sketch.disc(x, y, 27, paints.ring)
    sketch.disc(x, y, 21.5, ground)
    if entry is not None and entry in playing:
        out = GOAL_HALF + layout.ALONG * 7
        tip = ((15, out + 10), (22, out + 24), (8, out + 24))
        sketch.polygon([layout.turned(entry, *at) for at in tip], paints.arms[entry].wall_edge)
