"""Casts as they lie: kernels, dice and the numbers they give, drawn once and kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.throws import Cast, Thing, ThrowTable
from renderer.cutout import CutOut, whole
from renderer.sketch import Sketch
from renderer.theme import Colour, Theme, mix

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


@dataclass(frozen=True, slots=True)
class Thrown:
    """A cast as it lies, and whether its number has been played already."""

    table: ThrowTable
    objects: Cast
    played: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """The objects of one cast, side by side."""

    thing: Thing
    objects: Cast
    played: bool

    def width(self, high: int) -> int:
        """How wide they are where they are `high`."""
        return self.step(high) * len(self.objects)

    def step(self, high: int) -> int:
        """How far it is from one to the next."""
        return round(high * (0.76 if self.thing is Thing.KERNEL else 1.08))


@dataclass(frozen=True, slots=True)
class Number:
    """What a cast gives, written beside it; struck out once it has been played."""

    value: int
    played: bool

    def width(self, high: int) -> int:
        """How wide it is beside objects that are `high`."""
        return round(high * 0.8 * (0.54 + self.long))

    @property
    def long(self) -> float:
        """How long its digits are, in their size."""
        return 0.66 * len(str(self.value))


@dataclass(frozen=True, slots=True)
class Between:
    """What stands between two casts: a plus where they count together."""

    summed: bool

    def width(self, high: int) -> int:
        """How wide it is between objects that are `high`."""
        return round(high * 0.5)


Part: TypeAlias = Lying | Number | Between


def lying(
    thrown: Sequence[Thrown],
    theme: Theme,
    room: int,
    largest: int = LARGEST,
    *,
    summed: bool = False,
) -> tuple[CutOut, ...]:
    """Return casts and their numbers from left to right, as large as `room` allows.

    Where they are `summed` they make one number together, else each has its own.
    """
    shown = tuple(parts(thrown, summed=summed))
    for high in range(largest, SMALLEST, -2):
        if sum(part.width(high) for part in shown) <= room:
            return tuple(drawn(part, theme, high) for part in shown)
    return tuple(drawn(part, theme, SMALLEST) for part in shown)


def parts(thrown: Sequence[Thrown], *, summed: bool = False) -> Iterator[Part]:
    """Each cast has its number beside it; those that count together are added up."""
    numbers = [cast.table.number(cast.objects) for cast in thrown]
    for index, (cast, number) in enumerate(zip(thrown, numbers, strict=True)):
        if index:
            yield Between(summed)
        yield Lying(cast.table.thing, cast.objects, cast.played)
        if not summed:
            yield Number(number, cast.played)
    if summed and numbers:
        yield Number(sum(numbers), all(cast.played for cast in thrown))


@lru_cache(maxsize=256)
def drawn(part: Part, theme: Theme, high: int) -> CutOut:
    """Return a part drawn where objects are `high`."""
    sketch = Sketch((part.width(high), high), theme.ground)
    match part:
        case Lying():
            _objects(sketch, theme, part, high)
        case Number():
            _number(sketch, theme, part, high)
        case Between(summed=True):
            sketch.word(*sketch.middle, "+", high * 0.5, theme.soft_ink)
    return whole(sketch, theme)


def _objects(sketch: Sketch, theme: Theme, part: Lying, high: int) -> None:
    step = part.step(high)

    def paint(colour: Colour) -> Colour:
        return mix(colour, theme.ground, PLAYED) if part.played else colour

    for place, face in enumerate(part.objects):
        x, y = (place + 0.5) * step, high / 2
        if part.thing is Thing.KERNEL:
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
            if part.thing is Thing.FOOTPRINT_DIE:
                _footprint(sketch, *at, high, paint(theme.kernel_mark))
            else:
                sketch.disc(*at, high * 0.17, paint(theme.kernel_mark))


def _number(sketch: Sketch, theme: Theme, part: Number, high: int) -> None:
    size = round(high * 0.8)
    x, y = sketch.middle
    ink = mix(theme.ink, theme.ground, PLAYED if part.played else 0.0)
    sketch.word(x, y, str(part.value), size, ink)
    if part.played:
        half = size * (0.12 + part.long / 2)
        ends = ((x - half, y + size * 0.22), (x + half, y - size * 0.22))
        sketch.path(ends, size * 0.17, theme.ground)
        sketch.path(ends, size * 0.09, theme.ink)


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
