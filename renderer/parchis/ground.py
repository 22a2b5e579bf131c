"""Drawing the empty board: squares, corridors, goals and homes; cached by theme and seats."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.parchis.board import CORRIDOR, RING, SAFE
from renderer import lettering
from renderer.colours import Colour
from renderer.parchis import layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import LEGIBLE, palette, written
from renderer.parchis.layout import ALONG, ENTRIES, GOAL_HALF, SIZE, STARTS, Spot
from renderer.parchis.pieces import grown, shape
from renderer.parchis.view import Arm
from renderer.sketch import Sketch

_CORNER, _NUMBER = LEGIBLE, 18
"""The text sizes of numbers beside the goal, and elsewhere."""
SIGN: Final = 34
"""The size of the area with the sign of a safe square."""
_EMPTY, _START = 40, 29
"""The sizes of an empty place at home, and of the sign of a start."""
_RING, _HOLE = 27, 21.5
"""The outer and inner diameters of the ring of a safe square."""
_TIP: Final = 40
"""Half the width of the inner part of the goals."""
_DOOR: Final = (142, 155)
"""Where the door from a home to its start begins and ends, across the arm."""


def ground_of(paints: Paints, playing: frozenset[Arm], place: int, arm: Arm) -> Colour:
    """Return the colour of a square of the ring, or of the corridor of `arm`."""
    if place in CORRIDOR:
        return paints.arms[arm].wall
    own = _owner(STARTS, place, playing)
    if own is not None:
        return paints.arms[own].stair
    return paints.safe if place in SAFE else paints.cell


def _owner(places: Mapping[int, Arm], place: int, playing: frozenset[Arm]) -> Arm | None:
    """Return the arm whose start or entry is `place`, if it plays."""
    arm = places.get(place)
    return arm if arm in playing else None


@lru_cache(maxsize=12)
def bare(paints: Paints, playing: frozenset[Arm]) -> Image.Image:
    """Return the picture of the empty board; it is cached, so do not modify it.

    Homes, corridors and goals of arms that do not play have no colour.
    """
    sketch = Sketch(SIZE, paints.ground)
    ring = [Spot(place, Arm.YELLOW) for place in range(1, RING + 1)]
    corridors = [Spot(place, arm) for arm in sorted(playing) for place in CORRIDOR]
    for arm in Arm:
        if arm in playing:
            _home(sketch, paints, arm)
        else:
            _panel(sketch, arm, paints.line, paints.ground)
    for at in (*ring, *corridors):
        _square(sketch, at, (ground_of(paints, playing, *at), paints.line))
    for arm in Arm:
        _goal(sketch, paints, arm, taken=arm in playing)
    for place in SAFE:
        _sign(sketch, paints, playing, place)
    picture = palette(paints).indices(sketch.picture())
    for at in ring:
        _number(picture, paints, playing, at)
    return picture


def _panel(sketch: Sketch, arm: Arm, edge: Colour, fill: Colour) -> None:
    """Draw the panel of a home."""
    box = layout.home(arm)
    sketch.bar(box.left, box.top, box.right, box.bottom, edge, 18)
    sketch.bar(box.left + 2, box.top + 2, box.right - 2, box.bottom - 2, fill, 16)


def _home(sketch: Sketch, paints: Paints, arm: Arm) -> None:
    """Draw a home with its empty places, and the door to its start."""
    look = paints.arms[arm]
    _panel(sketch, arm, look.wall_edge, look.wall)
    at, _, row = layout.cell(layout.start(arm), arm)
    near, (first, last) = GOAL_HALF + ALONG * row, _DOOR
    for inset, fill in ((0, look.wall_edge), (2, look.stair)):
        low, high = near + inset, near + ALONG - inset
        corners = ((first, low), (last + inset, low), (last + inset, high), (first, high))
        sketch.polygon([layout.turned(at, *corner) for corner in corners], fill)
    for index in range(4):
        shape(sketch, arm, *layout.at_home(arm, index), _EMPTY, look.stair)


def _square(sketch: Sketch, at: Spot, colours: tuple[Colour, Colour]) -> None:
    """Draw a square in the colours of its ground and its edges; edges are on whole pixels."""
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


def _goal(sketch: Sketch, paints: Paints, arm: Arm, *, taken: bool) -> None:
    """Draw a goal, in its colours if its arm is `taken`."""
    look = paints.arms[arm]
    outer, inner = (look.stair, look.wall) if taken else (paints.ground, paints.cell)
    for half, fill in ((GOAL_HALF, outer), (_TIP, inner)):
        corners = [layout.turned(arm, *at) for at in ((-half, half), (half, half), (0, 0))]
        sketch.polygon(corners, fill)
        sketch.path((*corners, corners[0]), 2, paints.line)


def _sign(sketch: Sketch, paints: Paints, playing: frozenset[Arm], place: int) -> None:
    """Draw the sign of a start, or the ring of a safe square, with the arrow of an entry."""
    x, y = layout.stands(place, Arm.YELLOW).alone
    ground = ground_of(paints, playing, place, Arm.YELLOW)
    own, entry = _owner(STARTS, place, playing), _owner(ENTRIES, place, playing)
    if own is not None:
        shape(sketch, own, x, y, _START, paints.arms[own].wall_edge)
        grown(sketch, own, x, y, _START, -2.8, ground)
        return
    sketch.disc(x, y, _RING, paints.ring)
    sketch.disc(x, y, _HOLE, ground)
    if entry is not None:
        out = GOAL_HALF + ALONG * 7
        tip = ((15, out + 10), (22, out + 24), (8, out + 24))
        sketch.polygon([layout.turned(entry, *at) for at in tip], paints.arms[entry].wall_edge)


def _number(picture: Image.Image, paints: Paints, playing: frozenset[Arm], at: Spot) -> None:
    """Write the number of a square."""
    own, (x, y) = _owner(STARTS, at.place, playing), layout.stands(*at).number
    ink = paints.number if own is None else paints.arms[own].ink
    text, ground = str(at.place), ground_of(paints, playing, *at)
    size = _CORNER if layout.is_cut(at.place) else _NUMBER
    drawn = written(paints, text, (size, True), (ground, ink))
    left = x - lettering.width(text, size, bold=True) // 2
    picture.paste(drawn.drawn, (left, lettering.top(y, y, size)), drawn.mask)
