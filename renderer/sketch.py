"""Flat shapes with smooth edges: drawn larger than they are, then reduced."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from PIL import Image, ImageDraw

from renderer import standing
from renderer.lettering import font
from renderer.theme import Colour, SideColours

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


def body(sketch: Sketch, side: int, x: float, y: float, d: float, fill: Colour) -> None:
    """Draw the bare shape of a side around x, y: side 0 round, side 1 a lozenge."""
    if side:
        sketch.lozenge(x, y, d * standing.SLENDER, fill)
    else:
        sketch.disc(x, y, d, fill)


def warrior(sketch: Sketch, side: int, look: SideColours, x: float, y: float, d: float) -> None:
    """Draw a warrior of diameter `d` around x, y, with its thickness below."""
    line = max(1.5, d * 0.05)
    body(sketch, side, x, y + d * standing.FOOT, d, look.edge)
    body(sketch, side, x, y, d, look.edge)
    body(sketch, side, x, y, d - 2 * line, look.face)


def ring(sketch: Sketch, side: int, look: SideColours, x: float, y: float, d: float) -> None:
    """Draw the sign of a warrior that is not on its way: a ring of its shape."""
    body(sketch, side, x, y, d * 0.58, look.inlay)
    body(sketch, side, x, y, d * 0.36, look.face)


def dart(sketch: Sketch, x: float, y: float, size: float, way: int, fill: Colour) -> None:
    """Draw an arrowhead around x, y that is `size` high and points to the right or left (`way`)."""
    long, half = size * 0.86, size / 2
    back = x - way * long * 0.46
    sketch.polygon(
        (
            (back + way * long, y),
            (back, y - half),
            (back + way * long * 0.24, y),
            (back, y + half),
        ),
        fill,
    )


def course(
    sketch: Sketch,
    side: int,
    look: SideColours,
    x: float,
    y: float,
    d: float,
    heading: int,
    mark: int,
) -> None:
    """Draw the sign of a captain: arrowheads where it can go, and its seat's number."""
    small = 0.9 if side else 1.0
    ways = [way for way in (-1, 1) if heading in (way, 0)]
    if not mark:
        size, off = (0.58, 0.04) if len(ways) == 1 else (0.42, 0.21)
        for way in ways:
            dart(sketch, x + way * d * off, y, d * size * small, way, look.inlay)
        return
    shift = 0.0 if len(ways) > 1 else -0.15 * ways[0]
    for way in ways:
        at = x + way * d * (0.22 if len(ways) == 1 else 0.34)
        dart(sketch, at, y, d * (0.38 if len(ways) == 1 else 0.26) * small, way, look.inlay)
    sketch.word(x + shift * d, y, str(mark), d * 0.5 * small, look.inlay)


def badge(
    sketch: Sketch, side: int, look: SideColours, x: float, y: float, high: float, text: str
) -> None:
    """Write `text` on a small plate around x, y: round ends for side 0, pointed for side 1."""
    half = max(high * 0.62, high * (0.2 + 0.36 * len(text)))
    for grown, fill in ((1.5, look.inlay), (0, look.face)):
        h, w = high / 2 + grown, half + grown
        if side:
            tip = w + h * 0.35
            points = ((x - w * 0.78, y - h), (x + w * 0.78, y - h), (x + tip, y))
            sketch.polygon(
                (*points, (x + w * 0.78, y + h), (x - w * 0.78, y + h), (x - tip, y)), fill
            )
        else:
            sketch.bar(x - w, y - h, x + w, y + h, fill, h)
    sketch.word(x, y, text, high * 0.88, look.inlay)
