"""Flat shapes with smooth edges: drawn larger than they are, then reduced."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from renderer.lettering import font
from renderer.theme import Colour

SCALE = 4
"""How much larger everything is drawn."""

Point: TypeAlias = tuple[float, float]
Way: TypeAlias = Literal[-1, 1]


class Sketch:
    """A drawing of its own, `size` pixels in the end, on one `ground`; lengths are pixels."""

    def __init__(self, size: tuple[int, int], ground: Colour) -> None:
        self._large = Image.new("RGB", (size[0] * SCALE, size[1] * SCALE), ground)
        self._pen = ImageDraw.Draw(self._large)

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return self._large.width / SCALE / 2, self._large.height / SCALE / 2

    def picture(self) -> Image.Image:
        """Return the finished drawing."""
        return self._large.reduce(SCALE)

    def disc(self, x: float, y: float, across: float, fill: Colour, down: float = 0) -> None:
        """Draw a disc, or an ellipse that is `down` high, around x, y."""
        a, b = across / 2, (down or across) / 2
        self._pen.ellipse([v * SCALE for v in (x - a, y - b, x + a, y + b)], fill=fill)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """Draw a filled polygon."""
        self._pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=fill)

    def lozenge(self, x: float, y: float, across: float, fill: Colour) -> None:
        """Draw a square that stands on a corner around x, y."""
        a = across / 2
        self.polygon(((x, y - a), (x + a, y), (x, y + a), (x - a, y)), fill)

    def bar(
        self, left: float, top: float, right: float, bottom: float, fill: Colour, round_: float = 0
    ) -> None:
        """Draw a rectangle with corners rounded by `round_`."""
        edges = (left * SCALE, top * SCALE, right * SCALE - 1, bottom * SCALE - 1)
        self._pen.rounded_rectangle(edges, radius=round_ * SCALE, fill=fill)

    def path(self, points: Sequence[Point], thick: float, fill: Colour) -> None:
        """Draw a line through `points` with round joints and ends."""
        self._pen.line(
            [(x * SCALE, y * SCALE) for x, y in points], fill=fill, width=round(thick * SCALE)
        )
        for x, y in points:
            self.disc(x, y, thick, fill)

    def word(self, x: float, y: float, text: str, size: float, fill: Colour) -> None:
        """Write bold `text` with its middle at x, y; digits are centred by their height."""
        face = font(round(size * SCALE), bold=True)
        self._pen.text(
            (x * SCALE, (y + size * 0.365) * SCALE), text, fill=fill, font=face, anchor="ms"
        )
