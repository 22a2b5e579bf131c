"""Pictures of palette indices that are drawn once and kept: the empty road, piles, casts."""

from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from PIL import Image

from engine.throws import Cast, Thing
from renderer import layout as places
from renderer import standing
from renderer.palette import palette
from renderer.piles import Pile
from renderer.sketch import Point, Sketch, arrow, badge, body, ornament, warrior
from renderer.theme import Colour, Theme, mix

CutOut: TypeAlias = tuple[Image.Image, Image.Image]
"""A drawing, and the mask that leaves its ground out."""

TRACE_PAD = 14
"""How much room a trace has beyond its ends."""

BADGE_ROOM = 56
"""A shorter trace bears no badge."""

TIMES = "\N{MULTIPLICATION SIGN}"

PLAYED = 0.55
"""How far towards the ground a cast fades once its number has been played."""

_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@lru_cache(maxsize=1024)
def pile(theme: Theme, shown: Pile, slot: tuple[int, int], d: int, shade: int) -> CutOut:
    """Return `shown` in a slot of that size, its warriors `d` pixels across, and its mask."""
    width, height = slot
    sketch = Sketch(slot, theme.grounds[shade])
    peek = d * (standing.PEEK_COUNTED if shown.counted else standing.PEEK_ONE)
    x = width / 2
    y = height - d * (0.5 * standing.SLENDER + standing.FOOT)
    badges: list[tuple[int, float, int]] = []
    for layer in shown.layers:
        warrior(sketch, layer.side, theme.sides[layer.side], x, y, d)
        if shown.counted:
            badges.append((layer.side, y + d * (0.5 - standing.PEEK_COUNTED * 0.42), layer.count))
        y -= peek
    look = theme.sides[shown.side]
    warrior(sketch, shown.side, look, x, y, d)
    ornament(sketch, shown.side, look, x, y, d, shown.mark)
    for side, at, count in badges:
        badge(sketch, side, theme.sides[side], x, at, d * 0.46, str(count))
    top = y - d * 0.5 * standing.SLENDER
    arrow(sketch, x, top - d * (standing.ARROW / 2 - 0.02), d, shown.heading, look.edge)
    if shown.stacks > 1:
        badge(sketch, shown.side, look, x, y, d * 0.46, f"{TIMES}{shown.stacks}")
    return _cut_out(sketch, theme, theme.grounds[shade])


@lru_cache(maxsize=256)
def free_warrior(theme: Theme, side: int, across: int, mark: int, count: int) -> Image.Image:
    """Return a warrior in its base in a square of `across` pixels, with a count above 1."""
    sketch = Sketch((across, across), theme.ground)
    d, look = across / 1.3, theme.sides[side]
    x, y = across / 2, across / 2 - d * 0.04
    warrior(sketch, side, look, x, y, d)
    ornament(sketch, side, look, x, y - (d * 0.16 if count > 1 else 0), d, mark)
    if count > 1:
        badge(sketch, side, look, x + d * 0.2, y + d * 0.34, d * 0.46, f"{TIMES}{count}")
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=16)
def dead_warrior(theme: Theme, side: int, across: int) -> Image.Image:
    """Return a fallen warrior of `side`: faded, and crossed out."""
    sketch = Sketch((across, across), theme.ground)
    look, d, middle = theme.sides[side], across / 1.24, across / 2
    body(sketch, side, middle, middle, d, look.wall_edge)
    body(sketch, side, middle, middle, d - 4, look.wall)
    a = d * (0.2 if side else 0.24)
    for way in (-1, 1):
        ends = ((middle - a, middle - way * a), (middle + a, middle + way * a))
        sketch.path(ends, 3, look.edge)
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=16)
def emblem(theme: Theme, side: int, across: int, ground: Colour, fill: Colour) -> Image.Image:
    """Return the plain shape of `side` on `ground`, to stand beside a name."""
    sketch = Sketch((across, across), ground)
    body(sketch, side, across / 2, across / 2, across / 1.2, fill)
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=128)
def landing(theme: Theme, side: int, size: tuple[int, int], d: int, shade: int) -> Image.Image:
    """Return the outlined ring on an empty space where the mover of `side` can land."""
    width, height = size
    ground, look = theme.grounds[shade], theme.sides[side]
    sketch = Sketch(size, ground)
    x, y = width / 2, height - d * (0.5 * standing.SLENDER + standing.FOOT)
    body(sketch, side, x, y, d, look.face)
    body(sketch, side, x, y, d - (11.0 if side else 9.0), ground)
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=128)
def target(theme: Theme, side: int, size: tuple[int, int], shade: int) -> Image.Image:
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
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=64)
def thrown(theme: Theme, thing: Thing, objects: Cast, played: bool, high: int) -> Image.Image:
    """Return the objects of one cast in a row `high` pixels high."""
    wide = round(high * (0.76 if thing is Thing.KERNEL else 1.08))
    sketch = Sketch((wide * len(objects), high), theme.ground)

    def paint(colour: Colour) -> Colour:
        return mix(colour, theme.ground, PLAYED) if played else colour

    for place, face in enumerate(objects):
        x, y = (place + 0.5) * wide, high / 2
        if thing is Thing.KERNEL:
            _kernel(sketch, x, y, high, [paint(c) for c in (theme.kernel_edge, theme.kernel)])
            if face:
                sketch.disc(x, y + high * 0.06, high * 0.27, paint(theme.kernel_mark))
            continue
        half = high * 0.46
        sketch.bar(x - half, y - half, x + half, y + half, paint(theme.kernel_edge), high * 0.16)
        half -= 2.5
        sketch.bar(x - half, y - half, x + half, y + half, paint(theme.kernel), high * 0.14)
        for column, line in _PIPS[face]:
            at = (x + column * high * 0.22, y + line * high * 0.22)
            if thing is Thing.FOOTPRINT_DIE:
                _footprint(sketch, *at, high, paint(theme.kernel_mark))
            else:
                sketch.disc(*at, high * 0.17, paint(theme.kernel_mark))
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=64)
def number(theme: Theme, value: int, played: bool, high: int) -> Image.Image:
    """Return the number that a cast gives, beside objects `high` pixels high."""
    size = round(high * 0.8)
    sketch = Sketch((round(size * (0.54 + 0.66 * len(str(value)))), high), theme.ground)
    x, y = sketch.middle
    ink = mix(theme.ink, theme.ground, PLAYED if played else 0.0)
    sketch.word(x, y, str(value), size, ink)
    return palette(theme).indices(sketch.picture())


def _kernel(sketch: Sketch, x: float, y: float, high: float, colours: list[Colour]) -> None:
    """Draw a kernel of maize: an upright oval with an edge."""
    for inset, fill in zip((0.0, 2.5), colours, strict=True):
        sketch.disc(x, y, high * 0.66 - 2 * inset, fill, high * 0.94 - 2 * inset)


def _footprint(sketch: Sketch, x: float, y: float, high: float, fill: Colour) -> None:
    """Draw the print of a foot: sole, and five toes above it."""
    sketch.disc(x, y + high * 0.05, high * 0.17, fill, high * 0.32)
    for toe in range(-2, 3):
        sketch.disc(
            x + toe * high * 0.046, y - high * (0.17 - abs(toe) * 0.014), high * 0.055, fill
        )


@lru_cache(maxsize=256)
def trace(
    theme: Theme, side: int, length: int, way: int, captured: int, *, tail: bool, tip: bool
) -> CutOut:
    """Return the last move in the band above a row, `length` pixels to the right or left (`way`).

    With a `tail` it rises where the move began; with a `tip` it comes down where it ended;
    without one it goes on in the other row. `captured` is written on the way.
    """
    band, look = places.BAND, theme.sides[side]
    sketch = Sketch((length + 2 * TRACE_PAD, band), theme.ground)
    start, end = (TRACE_PAD + along for along in ((0.0, length) if way > 0 else (length, 0.0)))
    lane, bend = 11.0, 10.0
    turn = [(bend * (1 - sin(a)), bend * (1 - cos(a))) for a in (i * pi / 16 for i in range(9))]
    line: list[Point] = [(start, lane), (end, lane)]
    head: tuple[Point, ...]
    if tail:
        line[:1] = [(start + way * x, lane + y) for x, y in reversed(turn)]
        line[:0] = [(start, band - 5.0)]
        sketch.disc(start, band - 6, 11, look.face)
    if tip:
        line[-1:] = [(end - way * x, lane + y) for x, y in turn]
        head = ((end - 11, band - 15), (end + 11, band - 15), (end, band - 1))
    else:
        head = ((end - way * 6, lane - 9), (end + way * 10, lane), (end - way * 6, lane + 9))
    sketch.path(line, 4.5, look.face)
    sketch.polygon(head, look.face)
    if captured and length >= BADGE_ROOM:
        foe = 1 - side
        badge(sketch, foe, theme.sides[foe], (start + end) / 2, lane + 1, 21, f"+{captured}")
    return _cut_out(sketch, theme, theme.ground)


def _cut_out(sketch: Sketch, theme: Theme, ground: Colour) -> CutOut:
    colours = palette(theme)
    drawn, bare = colours.indices(sketch.picture()), colours.index(ground)
    return drawn, drawn.point([0 if index == bare else 255 for index in range(256)])
