"""Warriors and their signs, drawn on a sketch."""

from renderer.road import standing
from renderer.sketch import Sketch
from renderer.theme import Colour, SideColours


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
