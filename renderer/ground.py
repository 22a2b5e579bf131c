"""The empty road with its cobs, numbers and pyramids, drawn once for each length and theme."""

from functools import lru_cache

from PIL import Image

from renderer import layout as places
from renderer.layout import Box, Row, layout
from renderer.palette import palette
from renderer.sketch import Sketch
from renderer.theme import Theme

NARROW = 56
"""A space that is no wider bears a smaller number."""


@lru_cache(maxsize=16)
def empty_road(theme: Theme, road: int) -> Image.Image:
    """Return the picture without anything that changes; copy it, never draw on it."""
    plan = layout(road)
    sketch = Sketch(plan.size, theme.ground)
    for row in plan.rows:
        _ends(sketch, theme, row, road)
    for number, place in enumerate(plan.places[1:-1], start=1):
        box = place.box
        sketch.bar(
            box.left - places.COB / 2,
            box.top,
            box.right + places.COB / 2,
            box.bottom,
            theme.grounds[place.shade],
        )
        name = places.label(place)
        size = 30 if box.width > NARROW else 27
        sketch.word(name.middle, (name.top + name.bottom) / 2, str(number), size, theme.number)
    for row in plan.rows:
        pitch = plan.places[row.first].box.width + places.COB
        for cob in range(row.last - row.first + 2):
            _cob(sketch, theme, row.box.left + cob * pitch + places.COB / 2, row.box)
    for side, base in enumerate(plan.bases):
        _pyramid(sketch, theme, side, base.pyramid)
    return palette(theme).indices(sketch.picture())


def _ends(sketch: Sketch, theme: Theme, row: Row, road: int) -> None:
    """Draw the torn ends where a row goes on: a tip at its end, a notch where it comes from."""
    box, tip, half = row.box, places.TORN, places.COB / 2
    middle = (box.top + box.bottom) / 2
    if row.last < road:
        x, colour = box.right - half, theme.grounds[places.shade(row.last + 1)]
        points = ((x, box.top), (x + tip / 2, box.top), (x + tip, middle))
        sketch.polygon((*points, (x + tip / 2, box.bottom), (x, box.bottom)), colour)
    if row.first > 1:
        x, colour = box.left + half, theme.grounds[places.shade(row.first - 1)]
        points = ((x, box.top), (x - tip, box.top), (x - tip / 2, middle))
        sketch.polygon((*points, (x - tip, box.bottom), (x, box.bottom)), colour)


def _cob(sketch: Sketch, theme: Theme, x: float, box: Box) -> None:
    half = places.COB / 2
    top, bottom = box.top - 2, box.bottom
    sketch.polygon(
        ((x - half + 1, bottom - 4), (x + half - 1, bottom - 4), (x, bottom + places.HUSK)),
        theme.husk,
    )
    sketch.bar(x - half, top, x + half, bottom, theme.cob_edge, half)
    sketch.bar(x - half + 1.5, top + 1.5, x + half - 1.5, bottom - 1.5, theme.cob, half - 1.5)
    for y in range(top + 9, bottom - 6, 9):
        for column in (-1, 1):
            sketch.disc(x + column * 2.7, y + (column + 1) * 2.25, 3.4, theme.cob_edge)


def _pyramid(sketch: Sketch, theme: Theme, side: int, box: Box) -> None:
    look, steps = theme.sides[side], 4
    high = box.height / steps
    middle = (box.left + box.right) / 2
    for step in range(steps):
        half = box.width / 2 * (1 - 0.2 * step)
        bottom = box.bottom - step * high
        sketch.bar(middle - half, bottom - high - 1, middle + half, bottom, look.wall_edge, 3)
        sketch.bar(
            middle - half + 2, bottom - high + 1, middle + half - 2, bottom - 2, look.wall, 2
        )
    sketch.bar(middle - 12, box.top + 1, middle + 12, box.bottom - 2, look.stair)
    for y in range(box.top + 8, box.bottom - 4, 9):
        sketch.bar(middle - 12, y, middle + 12, y + 1.5, look.wall_edge)
