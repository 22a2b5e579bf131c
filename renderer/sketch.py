"""Sketches: drawings as lists of flat shapes, which back-ends turn into pictures.

`renderer.raster` makes pixels of a sketch, and `renderer.vector` SVG.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from renderer import lettering
from renderer.colours import Colour

SCALE: Final = 2
"""How much larger pixels are drawn and texts measured. More makes softer edges and larger files."""

Point: TypeAlias = tuple[float, float]

Corners: TypeAlias = tuple[bool, bool, bool, bool]
"""Which corners of a rectangle are round: upper left, upper right, lower right, lower left."""

ALL_ROUND: Corners = (True, True, True, True)

Fill: TypeAlias = Colour | None
"""The colour of a shape, or None for a hole that shows what the sketch lies on."""


@dataclass(frozen=True, slots=True)
class Disc:
    """An ellipse of this width and height, centred at x, y."""

    x: float
    y: float
    across: float
    down: float
    fill: Fill


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon; if it is `round`, its corners are cut off until it has none."""

    points: Sequence[Point]
    fill: Fill
    round: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle of whole pixels; those of its corners have the radius `round`."""

    left: int
    top: int
    right: int
    bottom: int
    fill: Fill
    round: float
    corners: Corners


@dataclass(frozen=True, slots=True)
class Path:
    """A line with round joints and ends."""

    points: Sequence[Point]
    thick: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Word:
    """Text centred at x or, if not `centred`, beginning there; its digits are centred at y."""

    x: float
    y: float
    text: str
    size: float
    fill: Colour
    bold: bool
    centred: bool


@dataclass(frozen=True, slots=True)
class Inlay:
    """Another sketch, visible where `shape` is white; both are as large as the whole sketch."""

    other: "Sketch"
    shape: "Sketch"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What recurs in a sketch, drawn at x, y; whatever has the same `key` looks the same."""

    key: str
    x: float
    y: float
    draw: "Draw"


Shape: TypeAlias = Disc | Polygon | Bar | Path | Word | Inlay | Stamp

Draw: TypeAlias = Callable[["Sketch", float, float], None]
"""Draws something at x, y."""


class Sketch:
    """A drawing of `size` pixels on the background colour `ground`; all lengths are in pixels."""

    def __init__(self, size: tuple[int, int], ground: Colour) -> None:
        self.size, self.ground = size, ground
        self.shapes: list[Shape] = []
        """What has been drawn, from below."""

    @property
    def middle(self) -> Point:
        """The centre."""
        return self.size[0] / 2, self.size[1] / 2

    def disc(self, x: float, y: float, across: float, fill: Fill, down: float = 0) -> None:
        """Draw a disc of diameter `across`, or an ellipse of height `down`, centred at x, y."""
        self.shapes.append(Disc(x, y, across, down or across, fill))

    def polygon(self, points: Sequence[Point], fill: Fill) -> None:
        """Draw a filled polygon."""
        self.shapes.append(Polygon(points, fill))

    def blob(self, points: Sequence[Point], fill: Colour) -> None:
        """Draw a filled polygon with rounded corners."""
        self.shapes.append(Polygon(points, fill, round=True))

    def bar(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        fill: Fill,
        round_: float = 0,
        corners: Corners = ALL_ROUND,
    ) -> None:
        """Draw a rectangle of whole pixels; `corners` have the radius `round_`."""
        x, y, end, low = map(round, (left, top, right, bottom))
        if x < end and y < low:
            self.shapes.append(Bar(x, y, end, low, fill, round_, corners))

    def path(self, points: Sequence[Point], thick: float, fill: Colour) -> None:
        """Draw a line through `points` with round joints and ends."""
        self.shapes.append(Path(points, thick, fill))

    def word(self, x: float, y: float, text: str, size: float, fill: Colour) -> None:
        """Write bold `text` centred at x, y; vertically, the digits are centred."""
        self.shapes.append(Word(x, y, text, size, fill, bold=True, centred=True))

    def write(
        self, left: float, y: float, text: str, size: int, fill: Colour, *, bold: bool = True
    ) -> float:
        """Write `text` from the left, with its digits centred at y; return its right end."""
        self.shapes.append(Word(left, y, text, size, fill, bold=bold, centred=False))
        return left + lettering.width(text, size * SCALE, bold) / SCALE

    def inlay(self, other: "Sketch", shape: "Sketch") -> None:
        """Paste `other` where `shape` is white; all three sketches have the same size."""
        self.shapes.append(Inlay(other, shape))

    def stamp(self, key: str, x: float, y: float, draw: Draw) -> None:
        """Draw at x, y what recurs in this sketch, with the same `key` wherever it looks alike."""
        self.shapes.append(Stamp(key, x, y, draw))
