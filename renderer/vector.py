"""Sketches as SVG: the same shapes as `renderer.raster` paints, sharp at any size.

A sketch's background is transparent. Characters are outlines (`renderer.glyphs`), so nothing
depends on the fonts of its viewers.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

from renderer.box import Box
from renderer.colours import Colour
from renderer.glyphs import EM, glyph
from renderer.lettering import DIGITS
from renderer.sketch import Bar, Disc, Fill, Inlay, Path, Point, Polygon, Shape, Sketch, Stamp, Word

WHITE: Final = (255, 255, 255)


def svg(size: tuple[int, int], body: str) -> str:
    """Return a file of this size around what `markup` returned."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}">{body}</svg>'
    )


def markup(sketch: Sketch) -> str:
    """Return the elements of a sketch, from below.

    Ids in it are digests of what they stand for, so several drawings can share a page.
    """
    stamps = {each.key: each for each in sketch.shapes if isinstance(each, Stamp)}
    names = {key: _stamped(stamp) for key, stamp in stamps.items()}
    symbols = "".join(f'<g id="{name}">{drawn}</g>' for name, drawn in names.values())
    uses, body = {key: name for key, (name, _) in names.items()}, ""
    for shape in sketch.shapes:
        drawn = "".join(_elements(shape, uses))
        body = _pierced(body, drawn, sketch) if _is_hole(shape) else body + drawn
    return f"<defs>{symbols}</defs>{body}" if symbols else body


def moved(body: str, x: float, y: float) -> str:
    """Return elements moved to the right and down."""
    return f'<g transform="translate({_number(x)} {_number(y)})">{body}</g>'


def cropped(body: str, box: Box) -> str:
    """Return the part of some elements inside a box, at its place."""
    edges = f"{box.left} {box.top} {box.width} {box.height}"
    return (
        f'<svg x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}"'
        f' viewBox="{edges}">{body}</svg>'
    )


def coded(colour: Colour) -> str:
    """Return a colour as SVG and CSS write it, as short as possible."""
    code = bytes(colour).hex()
    return "#" + (code[::2] if code[::2] == code[1::2] else code)


def _stamped(stamp: Stamp) -> tuple[str, str]:
    """Return the id of what recurs, and its elements at 0, 0."""
    part = Sketch((0, 0), (0, 0, 0))
    stamp.draw(part, 0, 0)
    drawn = markup(part)
    return _named(drawn), drawn


def _named(drawn: str) -> str:
    return "d" + blake2b(drawn.encode(), digest_size=5).hexdigest()


def _is_hole(shape: Shape) -> bool:
    return isinstance(shape, Disc | Polygon | Bar) and shape.fill is None


def _pierced(body: str, hole: str, sketch: Sketch) -> str:
    """Return what has been drawn so far with a hole in it."""
    shown = _covered(sketch, WHITE) + hole
    name = _named(shown)
    return f'<mask id="{name}">{shown}</mask><g mask="url(#{name})">{body}</g>'


def _covered(sketch: Sketch, fill: Colour) -> str:
    """Return the area of a sketch in a colour."""
    width, height = sketch.size
    return _filled(fill, f"M0 0H{width}V{height}H0z")


def _elements(shape: Shape, uses: dict[str, str]) -> Iterator[str]:
    match shape:
        case Disc():
            yield _filled(shape.fill, _disc(shape))
        case Polygon(points, fill):
            yield _filled(fill, _blob(points) if shape.round else _line(points) + "z")
        case Bar():
            yield _filled(shape.fill, _bar(shape))
        case Path(points, thick, fill):
            yield (
                f'<path fill="none" stroke="{coded(fill)}" stroke-width="{_number(thick)}"'
                f' stroke-linejoin="round" stroke-linecap="round" d="{_line(points)}"/>'
            )
        case Word():
            yield from _word(shape)
        case Inlay(other, outline):
            cut = markup(outline)
            name = _named(cut)
            yield f'<clipPath id="{name}">{cut}</clipPath>'
            yield f'<g clip-path="url(#{name})">{_covered(other, other.ground)}{markup(other)}</g>'
        case Stamp(key, x, y):
            yield f'<use href="#{uses[key]}" x="{_number(x)}" y="{_number(y)}"/>'


def _filled(fill: Fill, outline: str) -> str:
    """Return a filled outline; one without a colour is black, as holes in masks are."""
    return f'<path fill="{coded(fill or (0, 0, 0))}" d="{outline}"/>'


def _disc(disc: Disc) -> str:
    a, b = _number(disc.across / 2), _number(disc.down / 2)
    across = _number(disc.across)
    return (
        f"M{_number(disc.x - disc.across / 2)} {_number(disc.y)}"
        f"a{a} {b} 0 1 0 {across} 0a{a} {b} 0 1 0 -{across} 0z"
    )


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(_point, points))


def _blob(points: Sequence[Point]) -> str:
    """Return what remains of a polygon whose corners are cut off for ever: a quadratic spline."""
    ends = [*points[1:], points[0]]
    middles = [((x + a) / 2, (y + b) / 2) for (x, y), (a, b) in zip(points, ends, strict=True)]
    curves = "".join(
        f"Q{_point(corner)} {_point(end)}" for corner, end in zip(points, middles, strict=True)
    )
    return f"M{_point(middles[-1])}{curves}z"


def _bar(bar: Bar) -> str:
    x, y, end, low = bar.left, bar.top, bar.right, bar.bottom
    radius = min(bar.round, (end - x) / 2, (low - y) / 2)
    if radius <= 0 or not any(bar.corners):
        return f"M{x} {y}H{end}V{low}H{x}z"
    a, b, c, d = (radius if shaped else 0.0 for shaped in bar.corners)
    return (
        f"M{_number(x + a)} {y}H{_number(end - b)}{_arc(b, b, b)}V{_number(low - c)}"
        f"{_arc(c, -c, c)}H{_number(x + d)}{_arc(d, -d, -d)}V{_number(y + a)}{_arc(a, a, -a)}z"
    )


def _arc(radius: float, across: float, down: float) -> str:
    if not radius:
        return ""
    r = _number(radius)
    return f"a{r} {r} 0 0 1 {_number(across)} {_number(down)}"


def _word(word: Word) -> Iterator[str]:
    """Yield the characters of a word, one after the other; only bold text has outlines."""
    scale, glyphs = word.size / EM, [glyph(character) for character in word.text]
    left = word.x - (sum(each.width for each in glyphs) * scale / 2 if word.centred else 0)
    base = word.y + word.size * DIGITS
    for each in glyphs:
        place = f"translate({_number(left)} {_number(base)}) scale({_number(scale, 5)})"
        yield f'<path fill="{coded(word.fill)}" transform="{place}" d="{each.outline}"/>'
        left += each.width * scale


def _point(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float, digits: int = 2) -> str:
    text = f"{round(value, digits):.{digits}f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
