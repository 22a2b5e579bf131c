"""What is marked on the road: where the mover can land, the last move, the fire."""

from functools import lru_cache
from math import cos, pi, sin

from renderer.cutout import CutOut, cut_out
from renderer.road import standing
from renderer.road.rows import BAND
from renderer.road.warriors import badge, body
from renderer.sketch import Point, Sketch
from renderer.theme import Theme

TRACE_PAD = 18
"""How much room a trace has beyond its ends."""

LANE, AWAY, BACK = 12, 7, 18
"""How far below the top of its band a trace runs; where it turns round, its way there and back."""

BADGE_ROOM = 40
"""A shorter trace bears no badge."""


@lru_cache(maxsize=128)
def landing(theme: Theme, side: int, size: tuple[int, int], d: int, shade: int) -> CutOut:
    """Return the outlined ring on an empty space where the mover of `side` can land."""
    width, height = size
    ground, look = theme.grounds[shade], theme.sides[side]
    sketch = Sketch(size, ground)
    x, y = width / 2, height - d * (0.5 * standing.SLENDER + standing.FOOT)
    body(sketch, side, x, y, d, look.face)
    body(sketch, side, x, y, d - (11.0 if side else 9.0), ground)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=128)
def target(theme: Theme, side: int, size: tuple[int, int], shade: int) -> CutOut:
    """Return the frame around an occupied space where the mover of `side` can land."""
    width, height = size
    ground, look = theme.grounds[shade], theme.sides[side]
    sketch = Sketch(size, ground)
    for inset, fill in ((1.0, look.face), (5.5, ground)):
        right, bottom = width - inset, height - inset
        if side:
            cut = 14 - inset * 0.6
            sketch.polygon(
                (
                    *((inset, inset + cut), (inset + cut, inset), (right - cut, inset)),
                    *((right, inset + cut), (right, bottom - cut), (right - cut, bottom)),
                    *((inset + cut, bottom), (inset, bottom - cut)),
                ),
                fill,
            )
        else:
            sketch.bar(inset, inset, right, bottom, fill, 16 - inset)
    return cut_out(sketch, theme, ground)


@lru_cache(maxsize=256)
def trace(
    theme: Theme,
    side: int,
    length: int,
    way: int,
    captured: int,
    *,
    tail: bool,
    tip: bool,
    lane: int = LANE,
    turns: bool = False,
) -> CutOut:
    """Return the last move in the band above a row, `length` pixels to the right or left (`way`).

    With a `tail` it rises where the move began; with a `tip` it comes down where it ended; where
    it `turns` it bends into the lane of the way back; else it goes on in the other row.
    `captured` is written on the way.
    """
    band, look = BAND, theme.sides[side]
    sketch = Sketch((length + 2 * TRACE_PAD, band), theme.ground)
    start, end = (TRACE_PAD + along for along in ((0.0, length) if way > 0 else (length, 0.0)))
    bend = min(10.0, length / 2)
    turn = [(bend * (1 - sin(a)), bend * (1 - cos(a))) for a in (i * pi / 16 for i in range(9))]
    line: list[Point] = [(start, lane), (end, lane)]
    head: tuple[Point, ...] = ()
    if tail:
        line[:1] = [(start + way * x, lane + y) for x, y in reversed(turn)]
        line[:0] = [(start, band - 5.0)]
        sketch.disc(start, band - 7, 13, look.face)
    if tip:
        line[-1:] = [(end - way * x, lane + y) for x, y in turn]
        head = ((end - 13, band - 17), (end + 13, band - 17), (end, band - 1))
    elif turns:
        half = (BACK - AWAY) / 2
        arc = [i * pi / 8 for i in range(1, 9)]
        line += [(end + way * half * sin(a), lane + half * (1 - cos(a))) for a in arc]
    else:
        head = ((end - way * 6, lane - 9), (end + way * 10, lane), (end - way * 6, lane + 9))
    sketch.path(line, 5, look.face)
    if head:
        sketch.polygon(head, look.face)
    if captured and length >= BADGE_ROOM:
        foe = 1 - side
        badge(sketch, foe, theme.sides[foe], (start + end) / 2, lane + 2, 23, f"+{captured}")
    return cut_out(sketch, theme, theme.ground)


def flame(sketch: Sketch, theme: Theme, x: float, bottom: float, high: float) -> None:
    """Draw the fire, `high` pixels high, over three crossed logs at x, bottom."""
    for way in (-1, 1):
        ends = ((x - way * high * 0.3, bottom - 4), (x + way * high * 0.3, bottom - high * 0.14))
        sketch.path(ends, high * 0.09, theme.flame_edge)
    foot = bottom - high * 0.1
    for part, fill in ((1.0, theme.flame_edge), (0.9, theme.flame), (0.52, theme.flame_core)):
        sketch.polygon(tuple(_tongues(x, foot, high * 0.88 * part)), fill)


def _tongues(x: float, bottom: float, high: float) -> list[Point]:
    """Return the outline of a flame with three tongues: a round foot and curved sides."""
    shape = (
        *((0.0, 0.0), (0.2, 0.03), (0.32, 0.13), (0.37, 0.27), (0.36, 0.4), (0.31, 0.55)),
        *((0.27, 0.72), (0.2, 0.58), (0.15, 0.53), (0.15, 0.68), (0.09, 0.85), (-0.02, 1.0)),
        *((-0.02, 0.86), (-0.08, 0.7), (-0.15, 0.58), (-0.18, 0.52), (-0.24, 0.66), (-0.3, 0.76)),
        *((-0.32, 0.58), (-0.37, 0.42), (-0.37, 0.27), (-0.32, 0.13), (-0.2, 0.03)),
    )
    return [(x + a * high, bottom - b * high) for a, b in shape]
