"""Flat shapes with smooth edges: drawn at a larger scale, then reduced."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageDraw

from renderer import lettering
from renderer.colours import Colour

SCALE = 2
"""The supersampling factor. A larger one makes softer edges and larger files."""

Point: TypeAlias = tuple[float, float]

Corners: TypeAlias = tuple[bool, bool, bool, bool]
"""Which corners of a rectangle are round: upper left, upper right, lower right, lower left."""

ALL_ROUND: Corners = (True, True, True, True)


class Sketch:
    """A drawing of `size` pixels on the background colour `ground`; all lengths are in pixels."""

    def __init__(self, size: tuple[int, int], ground: Colour) -> None:
        self._large = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), ground)
        self._pen = ImageDraw.Draw(self._large)

    @property
    def middle(self) -> Point:
        """The centre."""
        return self._large.width / SCALE / 2, self._large.height / SCALE / 2

    def picture(self) -> Image.Image:
        """Return the finished drawing."""
        return self._large.reduce(SCALE)

    def disc(self, x: float, y: float, across: float, fill: Colour, down: float = 0) -> None:
        """Draw a disc of diameter `across`, or an ellipse of height `down`, centred at x, y."""
        a, b = across / 2, (down or across) / 2
        left, top, right, bottom = (v * SCALE for v in (x - a, y - b, x + a, y + b))
        if right - left >= 1 and bottom - top >= 1:
            self._pen.ellipse((left, top, right - 1, bottom - 1), fill=fill)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """Draw a filled polygon."""
        self._pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def blob(self, points: Sequence[Point], fill: Colour) -> None:
        """Draw a filled polygon with rounded corners."""
        for _ in range(3):
            points = list(_rounded(points))
        self.polygon(points, fill)

    def bar(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Colour,
        round_: float = 0,
        corners: Corners = ALL_ROUND,
    ) -> None:
        """Draw a rectangle of whole pixels; `corners` have the radius `round_`."""
        x, y, end, low = (round(v) * SCALE for v in (left, top, right, bottom))
        if end <= x or low <= y:
            return
        radius = min(round_ * SCALE, (end - x - 3) / 2, (low - y - 3) / 2)
        self._pen.rounded_rectangle(
            (x, y, end - 1, low - 1), max(0, radius), fill=fill, corners=corners
        )

    def path(self, points: Sequence[Point], thick: float, fill: Colour) -> None:
        """Draw a line through `points` with round joints and ends."""
        line = [(x * SCALE, y * SCALE) for x, y in points]
        self._pen.line(line, fill=fill, width=max(1, round(thick * SCALE)), joint="curve")
        for x, y in points:
            self.disc(x, y, thick, fill)

    def word(self, x: float, y: float, text: str, size: float, fill: Colour) -> None:
        """Write bold `text` centred at x, y; vertically, the digits are centred."""
        large = max(6, round(size * SCALE))
        mask = lettering.mask(text, large, bold=True)
        left = round(x * SCALE - mask.width / 2)
        self._large.paste(fill, (left, lettering.top(0, round(2 * y * SCALE), large)), mask)

    def write(
        self, left: float, y: float, text: str, size: int, fill: Colour, *, bold: bool = True
    ) -> float:
        """Write `text` from the left, with its digits centred at y; return its right end."""
        large = size * SCALE
        mask = lettering.mask(text, large, bold=bold)
        at = round(left * SCALE), lettering.top(0, round(2 * y * SCALE), large)
        self._large.paste(fill, at, mask)
        return left + mask.width / SCALE

    def inlay(self, other: "Sketch", shape: "Sketch") -> None:
        """Paste `other` where `shape` is white; all three sketches have the same size."""
        self._large.paste(other._large, (0, 0), shape._large.convert("L"))  # noqa: SLF001 - its own kind


def _rounded(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a polygon with each corner cut off at a quarter of its sides."""
    for (x, y), (a, b) in pairwise((*points, points[0])):
        yield x * 0.75 + a * 0.25, y * 0.75 + b * 0.25
        yield x * 0.25 + a * 0.75, y * 0.25 + b * 0.75
