"""Pictures of palette indices that are drawn once and kept: the empty road, piles, casts."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from engine.throws import Cast, Thing
from renderer import layout as places
from renderer.layout import Box, Row, layout
from renderer.palette import palette
from renderer.piles import Pile
from renderer.sketch import Sketch, arrow, badge, body, ornament, warrior
from renderer.theme import Colour, Theme, mix

TRACE_PAD = 14
"""How much room a trace has beyond its ends."""

NARROW = 56
"""A space that is no wider bears a smaller number."""

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


@lru_cache(maxsize=16)
def empty_road(theme: Theme, road: int) -> Image.Image:
    """Return the picture without anything that changes; copy it, never draw on it."""
    plan = layout(road)
    sketch = Sketch(plan.size, theme.ground)
    for row in plan.rows:
        _ends(sketch, theme, row, road)
    for number, place in enumerate(plan.places[1:-1], start=1):
        box = place.box
        sketch.bar(
            box.left - places.COB / 2,
            box.top,
            box.right + places.COB / 2,
            box.bottom,
            theme.grounds[place.shade],
        )
        name = places.label(place)
        size = 30 if box.width > NARROW else 27
        sketch.word(name.middle, (name.top + name.bottom) / 2, str(number), size, theme.number)
    for row in plan.rows:
        pitch = plan.places[row.first].box.width + places.COB
        for cob in range(row.last - row.first + 2):
            _cob(sketch, theme, row.box.left + cob * pitch + places.COB / 2, row.box)
    for side, base in enumerate(plan.bases):
        _pyramid(sketch, theme, side, base.pyramid)
    return palette(theme).indices(sketch.picture())


def _ends(sketch: Sketch, theme: Theme, row: Row, road: int) -> None:
    """Draw the torn ends where a row goes on: a tip at its end, a notch where it comes from."""
    box, tip, half = row.box, places.TORN, places.COB / 2
    middle = (box.top + box.bottom) / 2
    if row.last < road:
        x, colour = box.right - half, theme.grounds[places.shade(row.last + 1)]
        points = ((x, box.top), (x + tip / 2, box.top), (x + tip, middle))
        sketch.polygon((*points, (x + tip / 2, box.bottom), (x, box.bottom)), colour)
    if row.first > 1:
        x, colour = box.left + half, theme.grounds[places.shade(row.first - 1)]
        points = ((x, box.top), (x - tip, box.top), (x - tip / 2, middle))
        sketch.polygon((*points, (x - tip, box.bottom), (x, box.bottom)), colour)


def _cob(sketch: Sketch, theme: Theme, x: float, box: Box) -> None:
    half = places.COB / 2
    top, bottom = box.top - 2, box.bottom
    sketch.polygon(
        ((x - half + 1, bottom - 4), (x + half - 1, bottom - 4), (x, bottom + 10)), theme.husk
    )
    sketch.bar(x - half, top, x + half, bottom, theme.cob_edge, half)
    sketch.bar(x - half + 1.5, top + 1.5, x + half - 1.5, bottom - 1.5, theme.cob, half - 1.5)
    for y in range(top + 9, bottom - 6, 9):
        for column in (-1, 1):
            sketch.disc(x + column * 2.7, y + (column + 1) * 2.25, 3.4, theme.cob_edge)


def _pyramid(sketch: Sketch, theme: Theme, side: int, box: Box) -> None:
    look, steps = theme.sides[side], 4
    high = box.height / steps
    middle = (box.left + box.right) / 2
    for step in range(steps):
        half = box.width / 2 * (1 - 0.2 * step)
        bottom = box.bottom - step * high
        sketch.bar(middle - half, bottom - high - 1, middle + half, bottom, look.wall_edge, 3)
        sketch.bar(
            middle - half + 2, bottom - high + 1, middle + half - 2, bottom - 2, look.wall, 2
        )
    sketch.bar(middle - 12, box.top + 1, middle + 12, box.bottom - 2, look.stair)
    for y in range(box.top + 8, box.bottom - 4, 9):
        sketch.bar(middle - 12, y, middle + 12, y + 1.5, look.wall_edge)


@lru_cache(maxsize=1024)
def pile(
    theme: Theme, shown: Pile, slot: tuple[int, int], d: int, shade: int
) -> tuple[Image.Image, Image.Image]:
    """Return `shown` in a slot of that size, its warriors `d` pixels across, and its mask."""
    width, height = slot
    sketch = Sketch(slot, theme.grounds[shade])
    peek = d * (places.PEEK_COUNTED if shown.counted else places.PEEK_ONE)
    x = width / 2
    y = height - d * (0.5 * places.SLENDER + places.FOOT)
    badges: list[tuple[int, float, int]] = []
    for layer in shown.layers:
        warrior(sketch, layer.side, theme.sides[layer.side], x, y, d)
        if shown.counted:
            badges.append((layer.side, y + d * (0.5 - places.PEEK_COUNTED * 0.42), layer.count))
        y -= peek
    look = theme.sides[shown.side]
    warrior(sketch, shown.side, look, x, y, d)
    ornament(sketch, shown.side, look, x, y, d, shown.mark)
    for side, at, count in badges:
        badge(sketch, side, theme.sides[side], x, at, d * 0.5, str(count))
    top = y - d * 0.5 * places.SLENDER
    arrow(sketch, x, top - d * (places.ARROW / 2 - 0.02), d, shown.heading, look.edge)
    if shown.stacks > 1:
        badge(sketch, shown.side, look, x, y, d * 0.46, f"×{shown.stacks}")
    colours = palette(theme)
    drawn = colours.indices(sketch.picture())
    ground = colours.index(theme.grounds[shade])
    return drawn, drawn.point([0 if index == ground else 255 for index in range(256)])


@lru_cache(maxsize=256)
def free_warrior(theme: Theme, side: int, across: int, mark: int, count: int) -> Image.Image:
    """Return a warrior in its base in a square of `across` pixels, with a count above 1."""
    sketch = Sketch((across, across), theme.ground)
    d, look = across / 1.3, theme.sides[side]
    x, y = across / 2, across / 2 - d * 0.04
    warrior(sketch, side, look, x, y, d)
    ornament(sketch, side, look, x, y, d, mark)
    if count > 1:
        badge(sketch, side, look, x + d * 0.2, y + d * 0.34, d * 0.46, f"×{count}")
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
def emblem(theme: Theme, side: int, across: int) -> Image.Image:
    """Return the plain shape of `side`, to stand beside a name."""
    sketch = Sketch((across, across), theme.ground)
    body(sketch, side, across / 2, across / 2, across / 1.2, theme.sides[side].face)
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=128)
def landing(theme: Theme, side: int, size: tuple[int, int], d: int, shade: int) -> Image.Image:
    """Return the outlined ring on an empty space where the mover of `side` can land."""
    width, height = size
    ground, look = theme.grounds[shade], theme.sides[side]
    sketch = Sketch(size, ground)
    x, y = width / 2, height - d * (0.5 * places.SLENDER + places.FOOT)
    body(sketch, side, x, y, d * 0.96, look.face)
    body(sketch, side, x, y, d * 0.96 - 9, ground)
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
    sketch = Sketch((round(size * (0.35 + 0.68 * len(str(value)))), high), theme.ground)
    x, y = sketch.middle
    x += size * 0.16
    ink = mix(theme.ink, theme.ground, PLAYED if played else 0.0)
    sketch.word(x, y, str(value), size, ink)
    return palette(theme).indices(sketch.picture())


def _kernel(sketch: Sketch, x: float, y: float, high: float, colours: list[Colour]) -> None:
    """Draw a kernel of maize: a drop with its tip up."""
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
    theme: Theme, side: int, length: int, way: int, captured: int, tail: bool, tip: bool
) -> Image.Image:
    """Return the last move in the band above a row, `length` pixels to the right or left (`way`).

    With a `tail` it rises where the move began; with a `tip` it comes down where it ended;
    without one it goes on in the other row. `captured` is written on the way.
    """
    band, look = places.BAND, theme.sides[side]
    sketch = Sketch((length + 2 * TRACE_PAD, band), theme.ground)
    start, end = (TRACE_PAD + along for along in ((0.0, length) if way > 0 else (length, 0.0)))
    lane, bend = 11.0, 10.0
    turn = [(bend * (1 - sin(a)), bend * (1 - cos(a))) for a in (i * pi / 16 for i in range(9))]
    line = [(start, lane), (end, lane)]
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
    if captured:
        foe = 1 - side
        badge(sketch, foe, theme.sides[foe], (start + end) / 2, lane + 1, 21, f"+{captured}")
    return palette(theme).indices(sketch.picture())
