"""Casts as they lie: kernels, dice and the numbers they give, drawn once and kept."""

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engine.throws import Cast, Thing
from renderer.palette import palette
from renderer.sketch import Sketch
from renderer.theme import Colour, Theme, mix
from renderer.view import RoadView

LARGEST, SMALLEST = 80, 24
"""The largest and the smallest kernel."""

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


def lying(
    view: RoadView, theme: Theme, room: int, largest: int = LARGEST
) -> tuple[Image.Image, ...]:
    """Return the casts and their numbers from left to right, as large as `room` allows."""
    for high in range(largest, SMALLEST, -2):
        shown = tuple(_lying(view, theme, high))
        if sum(sprite.width for sprite in shown) <= room:
            return shown
    return tuple(_lying(view, theme, SMALLEST))


def _lying(view: RoadView, theme: Theme, high: int) -> Iterator[Image.Image]:
    """Each cast has its number beside it; those that count together are added up."""
    numbers = [cast.table.number(cast.objects) for cast in view.thrown]
    played = bool(view.thrown) and all(cast.played for cast in view.thrown)
    for index, (cast, number) in enumerate(zip(view.thrown, numbers, strict=True)):
        if index:
            yield sign(theme, "+" if view.summed else "", view.thrown[index].played, high)
        yield thrown(theme, cast.table.thing, cast.objects, cast.played, high)
        if not view.summed:
            yield figure(theme, number, cast.played, high)
    if view.summed and numbers:
        yield figure(theme, sum(numbers), played, high)


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
def figure(theme: Theme, value: int, played: bool, high: int) -> Image.Image:
    """Return the number that a cast gives, beside objects `high` pixels high; struck if played."""
    size = round(high * 0.8)
    long = 0.66 * len(str(value))
    sketch = Sketch((round(size * (0.54 + long)), high), theme.ground)
    x, y = sketch.middle
    ink = mix(theme.ink, theme.ground, PLAYED if played else 0.0)
    sketch.word(x, y, str(value), size, ink)
    if played:
        half = size * (0.12 + long / 2)
        ends = ((x - half, y + size * 0.22), (x + half, y - size * 0.22))
        sketch.path(ends, size * 0.17, theme.ground)
        sketch.path(ends, size * 0.09, theme.ink)
    return palette(theme).indices(sketch.picture())


@lru_cache(maxsize=16)
def sign(theme: Theme, text: str, played: bool, high: int) -> Image.Image:
    """Return what stands between two casts."""
    sketch = Sketch((round(high * 0.5), high), theme.ground)
    ink = mix(theme.soft_ink, theme.ground, PLAYED if played else 0.0)
    sketch.word(*sketch.middle, text, high * 0.5, ink)
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
