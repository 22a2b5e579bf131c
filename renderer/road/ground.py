"""The empty road with its cobs, numbers and pyramids, drawn once for each kind and theme."""

from dataclasses import dataclass
from functools import lru_cache

from renderer.box import Box
from renderer.palette import palette
from renderer.png import Blank
from renderer.road.layout import layout
from renderer.road.marks import flame
from renderer.road.rows import COB, HUSK, TORN, Roadway, Row, inner, label, shade
from renderer.sketch import Sketch
from renderer.theme import Theme

NARROW = 60
"""A space that is no wider bears a smaller number."""


@dataclass(frozen=True, slots=True)
class Road:
    """What an empty road looks like depends on this alone; `seen_from` is the side at the left."""

    length: int
    seats: int = 2
    seen_from: int = 0
    fire: int | None = None

    def place(self, at: int) -> int:
        """Return which place `at` is, counted from the left."""
        return self.length + 1 - at if self.seen_from else at


def empty_road(theme: Theme, road: Road) -> Blank:
    """Return the picture without anything that changes."""
    plan = layout(road.length, road.seats)
    return bare(theme, road, plan.way, plan.size)


@lru_cache(maxsize=8)
def small_road(theme: Theme, road: Road) -> Blank:
    """Return the same half as wide and half as high."""
    return Blank(palette(theme).halved(empty_road(theme, road).copy()))


@lru_cache(maxsize=16)
def bare(theme: Theme, road: Road, way: Roadway, size: tuple[int, int]) -> Blank:
    """Return a picture of `size` with nothing but the road as it lies in `way`."""
    sketch = Sketch(size, theme.ground)
    _spaces(sketch, theme, road, way)
    for index, pyramid in enumerate(way.pyramids):
        _pyramid(sketch, theme, index ^ road.seen_from, pyramid)
    return Blank(palette(theme).indices(sketch.picture()))


def _spaces(sketch: Sketch, theme: Theme, road: Road, way: Roadway) -> None:
    """Draw the spaces with their numbers, the cobs between them, and the fire."""
    for row in way.rows:
        _ends(sketch, theme, row, road.length)
    for number, place in enumerate(way.places[1:-1], start=1):
        box, at = place.box, road.place(number)
        left, right = box.left - COB / 2, box.right + COB / 2
        sketch.bar(left, box.top, right, box.bottom, theme.grounds[place.shade])
        if at == road.fire:
            room = inner(place)
            high = min(room.width / 0.74, room.height * 0.8)
            flame(sketch, theme, room.middle, room.bottom, high)
        name = label(place)
        size = 31 if box.width > NARROW else 28
        sketch.word(name.middle, (name.top + name.bottom) / 2, str(at), size, theme.number)
    for row in way.rows:
        pitch = way.places[row.first].box.width + COB
        for cob in range(row.last - row.first + 2):
            _cob(sketch, theme, row.box.left + cob * pitch + COB / 2, row.box)


def _ends(sketch: Sketch, theme: Theme, row: Row, road: int) -> None:
    """Draw the torn ends where a row goes on: a tip at its end, a notch where it comes from."""
    box, tip, half = row.box, TORN, COB / 2
    middle = (box.top + box.bottom) / 2
    if row.last < road:
        x, colour = box.right - half, theme.grounds[shade(row.last + 1)]
        points = ((x, box.top), (x + tip / 2, box.top), (x + tip, middle))
        sketch.polygon((*points, (x + tip / 2, box.bottom), (x, box.bottom)), colour)
    if row.first > 1:
        x, colour = box.left + half, theme.grounds[shade(row.first - 1)]
        points = ((x, box.top), (x - tip, box.top), (x - tip / 2, middle))
        sketch.polygon((*points, (x - tip, box.bottom), (x, box.bottom)), colour)


def _cob(sketch: Sketch, theme: Theme, x: float, box: Box) -> None:
    half = COB / 2
    top, bottom = box.top - 2, box.bottom
    sketch.polygon(
        ((x - half + 1, bottom - 4), (x + half - 1, bottom - 4), (x, bottom + HUSK)),
        theme.husk,
    )
    sketch.bar(x - half, top, x + half, bottom, theme.cob_edge, half)
    sketch.bar(x - half + 1.5, top + 1.5, x + half - 1.5, bottom - 1.5, theme.cob, half - 1.5)
    for y in range(top + 9, bottom - 6, 9):
        for column in (-1, 1):
            sketch.disc(x + column * 2.7, y + (column + 1) * 2.25, 3.4, theme.cob_edge)


def _pyramid(sketch: Sketch, theme: Theme, side: int, box: Box) -> None:
    """Draw the base of a side: a stepped pyramid with its stair."""
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
