"""Sketches as pixels: shapes with smooth edges, drawn at a larger scale, then reduced."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from renderer import lettering
from renderer.colours import Colour
from renderer.sketch import (
    SCALE,
    Bar,
    Disc,
    Inlay,
    Path,
    Point,
    Polygon,
    Shape,
    Sketch,
    Stamp,
    Word,
)

CUTS: Final = 3
"""How often the corners of a round polygon are cut off."""


def painted(sketch: Sketch) -> Image.Image:
    """Return a sketch as an RGB picture."""
    return _large(sketch).reduce(SCALE)


def _large(sketch: Sketch) -> Image.Image:
    """Return a sketch before it is reduced."""
    width, height = sketch.size
    picture = Image.new("RGB", (width * SCALE, height * SCALE), sketch.ground)
    pen = ImageDraw.Draw(picture)
    for shape in sketch.shapes:
        _paint(picture, pen, shape, sketch.ground)
    return picture


def _paint(picture: Image.Image, pen: ImageDraw.ImageDraw, shape: Shape, ground: Colour) -> None:
    match shape:
        case Disc():
            _disc(pen, shape, shape.fill or ground)
        case Polygon(points, fill):
            for _ in range(CUTS if shape.round else 0):
                points = list(_rounded(points))
            pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill or ground)
        case Bar():
            _bar(pen, shape, shape.fill or ground)
        case Path(points, thick, fill):
            line = [(x * SCALE, y * SCALE) for x, y in points]
            pen.line(line, fill=fill, width=max(1, round(thick * SCALE)), joint="curve")
            for x, y in points:
                _disc(pen, Disc(x, y, thick, thick, fill), fill)
        case Word():
            _write(picture, shape)
        case Inlay(other, outline):
            picture.paste(_large(other), (0, 0), _large(outline).convert("L"))
        case Stamp(_, x, y, draw):
            part = Sketch((0, 0), (0, 0, 0))
            draw(part, x, y)
            for each in part.shapes:
                _paint(picture, pen, each, ground)


def _disc(pen: ImageDraw.ImageDraw, disc: Disc, fill: Colour) -> None:
    x, y, a, b = disc.x, disc.y, disc.across / 2, disc.down / 2
    left, top, right, bottom = (v * SCALE for v in (x - a, y - b, x + a, y + b))
    if right - left >= 1 and bottom - top >= 1:
        pen.ellipse((left, top, right - 1, bottom - 1), fill=fill)


def _bar(pen: ImageDraw.ImageDraw, bar: Bar, fill: Colour) -> None:
    x, y, end, low = (v * SCALE for v in (bar.left, bar.top, bar.right, bar.bottom))
    radius = max(0, min(bar.round * SCALE, (end - x - 3) / 2, (low - y - 3) / 2))
    edges = x, y, end - 1, low - 1
    pen.rounded_rectangle(edges, radius, fill=fill, corners=bar.corners)


def _write(picture: Image.Image, word: Word) -> None:
    size = max(6, round(word.size * SCALE))
    mask = lettering.mask(word.text, size, bold=word.bold)
    left = word.x * SCALE - (mask.width / 2 if word.centred else 0)
    top = lettering.top(0, round(2 * word.y * SCALE), size)
    picture.paste(word.fill, (round(left), top), mask)


def _rounded(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a polygon with each corner cut off at a quarter of its sides."""
    for (x, y), (a, b) in pairwise((*points, points[0])):
        yield x * 0.75 + a * 0.25, y * 0.75 + b * 0.25
        yield x * 0.25 + a * 0.75, y * 0.25 + b * 0.75
