"""Drawing warriors, their signs and counts on a sketch."""

from collections.abc import Callable, Sequence
from typing import Final

from renderer.colours import Colour, mix
from renderer.road.winding import Way
from renderer.sketch import Fill, Point, Sketch
from renderer.theme import Theme

THICK, THIN = 0.085, 0.03
"""The thickness of a lone warrior, and of one in a stack with captives, in diameters."""

SHARP: Final = 0.58
"""Half the diagonal of a lozenge, in diameters."""

_BLUNT: Final = 0.12
"""How much of a lozenge's corners is cut off, in halves of its diagonal."""

_PILL_EACH: Final = (1.5, 1.16)
"""The width of a side's count on a pill, alone and beside the other side's, in heights."""

_PLUS: Final = 0.36
"""The additional width for a sign before the count, in heights."""

_NUMBER: Final = 0.56
"""The text size of a seat's number on a captain, in diameters."""

_LEGIBLE, _FULL = 22, 0.8
"""The text size in pixels to which numbers on small captains grow, and the limit in diameters."""


def half(side: int, d: float) -> float:
    """Return half the height of a warrior of diameter `d`."""
    return d * SHARP * 0.96 if side else d / 2


def outline(d: float) -> float:
    """Return the width of the edge around a warrior of diameter `d`."""
    return d * 0.035 + 0.75


def body(sketch: Sketch, side: int, x: float, y: float, d: float, fill: Fill) -> None:
    """Draw the plain shape of a side centred at x, y: a disc for side 0, a lozenge for side 1."""
    if side:
        sketch.polygon(tuple(_lozenge(x, y, d * SHARP)), fill)
    else:
        sketch.disc(x, y, d, fill)


def _lozenge(x: float, y: float, reach: float) -> list[Point]:
    """Return the points of a lozenge with blunted corners; half its diagonal is `reach`."""
    points: list[Point] = []
    for (a, b), (c, d) in (
        ((0, -1), (1, 0)),
        ((1, 0), (0, 1)),
        ((0, 1), (-1, 0)),
        ((-1, 0), (0, -1)),
    ):
        for aside, along in ((-_BLUNT, 1 - _BLUNT), (0.0, 1 - _BLUNT * 0.45), (_BLUNT, 1 - _BLUNT)):
            points.append(
                (x + (a * along + c * aside) * reach, y + (b * along + d * aside) * reach)
            )
    return points


def warrior(
    sketch: Sketch,
    theme: Theme,
    side: int,
    x: float,
    y: float,
    d: float,
    thick: float = THICK,
    *,
    haloed: bool = True,
) -> None:
    """Draw a warrior of diameter `d` and thickness `thick`, centred at x, y.

    A lone warrior (`thick` is THICK) has a shine. It has a halo if the theme has one, unless it is
    not `haloed`.
    """
    look, edge = theme.sides[side], 2 * outline(d)
    if theme.halo and haloed:
        for low in (d * thick, 0):
            body(sketch, side, x, y + low, d + edge + 5, theme.halo)
    for low in (d * thick, 0):
        body(sketch, side, x, y + low, d + edge, look.edge)
    shines = thick == THICK and not theme.flat
    body(sketch, side, x, y, d, look.shine if shines else look.face)
    if shines:
        body(sketch, side, x, y + d * 0.03, d * 0.94, look.face)


def eye(sketch: Sketch, side: int, x: float, y: float, d: float, fill: Colour) -> None:
    """Draw the sign of a warrior that has no heading: its own shape, small, in its centre."""
    body(sketch, side, x, y, d * 0.34, fill)


def arrow(sketch: Sketch, x: float, y: float, size: float, way: Way, fill: Colour) -> None:
    """Draw an arrowhead centred at x, y that extends `size` in the direction `way`."""
    shape = ((1, 0), (-0.74, -0.9), (-0.36, 0), (-0.74, 0.9))
    sketch.polygon(tuple(turned(shape, x, y, size, way)), fill)


def turned(shape: Sequence[Point], x: float, y: float, size: float, way: Way) -> "list[Point]":
    """Return the points of a right-facing shape, turned to `way`, scaled and moved to x, y."""
    a, b = way
    return [(x + (p * a - q * b) * size, y + (p * b + q * a) * size) for p, q in shape]


def course(
    sketch: Sketch,
    theme: Theme,
    side: int,
    x: float,
    y: float,
    d: float,
    ways: Sequence[Way],
    mark: int,
) -> None:
    """Draw the sign of a captain: arrowheads for the ways it can go, and its seat's number."""
    fill = theme.sides[side].inlay
    if mark:
        sketch.word(x, y, str(mark), max(d * _NUMBER, min(d * _FULL, _LEGIBLE)), fill)
        reach = d * (0.39 if side else 0.36)
        for a, b in ways:
            arrow(sketch, x + a * reach, y + b * reach, d * 0.125, (a, b), fill)
    elif len(ways) == 1:
        (a, b), size = ways[0], d * (0.29 if side else 0.31)
        arrow(sketch, x - a * size * 0.08, y - b * size * 0.08, size, (a, b), fill)
    else:
        for a, b in ways:
            arrow(sketch, x + a * d * 0.2, y + b * d * 0.2, d * 0.17, (a, b), fill)


def pill_width(counts: tuple[int, int], height: float, *, plus: bool = False) -> float:
    """Return the width of a pill with `counts` at this height."""
    sides = sum(1 for count in counts if count)
    longer = max(0, max(len(str(count)) for count in counts) - 1) * 0.45
    return sides * height * (_PILL_EACH[sides > 1] + longer + (_PLUS if plus else 0.0))


def pill(
    sketch: Sketch,
    theme: Theme,
    x: float,
    y: float,
    height: float,
    counts: tuple[int, int],
    sign: str = "",
) -> None:
    """Draw a pill with counts of warriors; its ends are round for side 0, pointed for side 1."""
    shown = [(side, count) for side, count in enumerate(counts) if count]
    width = pill_width(counts, height, plus=bool(sign))
    each = width / len(shown)
    rim = theme.shade if theme.dark else theme.plate

    def layer(grow: float, fill: Callable[[int], Colour]) -> None:
        for index, (side, _) in enumerate(shown):
            ends = index == 0, index == len(shown) - 1
            left = x - width / 2 + index * each
            _part(sketch, side, (left, left + each), y, height, grow, ends, fill(side))

    if theme.halo:
        layer(5, lambda _: theme.plate)
        layer(2.5, lambda _: theme.shade)
    else:
        layer(3.4, lambda _: rim)
    layer(0, lambda side: theme.sides[side].pill)
    for index, (side, count) in enumerate(shown):
        shift = height * 0.05 * (len(shown) - 1) * (-1 if index else 1)
        middle = x - width / 2 + (index + 0.5) * each + shift
        sketch.word(middle, y + 0.4, f"{sign}{count}", height * 0.92, theme.sides[side].inlay)


def _part(
    sketch: Sketch,
    side: int,
    span: tuple[float, float],
    y: float,
    height: float,
    grow: float,
    ends: tuple[bool, bool],
    fill: Colour,
) -> None:
    """Draw one side's part of a pill, enlarged by `grow`; only its outer `ends` are shaped."""
    half_height = height / 2 + grow
    reach = grow * 1.3 if side else grow
    left, right = (
        edge + way * reach * end for edge, way, end in zip(span, (-1, 1), ends, strict=True)
    )
    if not side:
        for end, x in zip(ends, (left + half_height, right - half_height), strict=True):
            if end:
                sketch.disc(x, y, 2 * half_height, fill)
        left, right = left + half_height * ends[0], right - half_height * ends[1]
        sketch.polygon(
            (
                (left, y - half_height),
                (right, y - half_height),
                (right, y + half_height),
                (left, y + half_height),
            ),
            fill,
        )
        return
    tip = height * 0.36
    first = (
        ((left + tip, y + half_height), (left, y), (left + tip, y - half_height)) if ends[0] else ()
    )
    last = (
        ((right - tip, y - half_height), (right, y), (right - tip, y + half_height))
        if ends[1]
        else ()
    )
    sketch.polygon(
        (
            *(first or ((left, y + half_height), (left, y - half_height))),
            *(last or ((right, y - half_height), (right, y + half_height))),
        ),
        fill,
    )


def faded(theme: Theme, side: int) -> Colour:
    """Return the colour of a warrior that is out of the game."""
    return mix(theme.sides[side].niche, theme.fallen, 0.75)
