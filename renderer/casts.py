"""Casts as they lie: kernels, dice and the numbers they give, drawn once and kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from engine.throws import Cast, Thing, ThrowTable
from renderer.colours import Colour, mix
from renderer.cutout import CutOut, cut_out
from renderer.sketch import Sketch
from renderer.theme import Theme
from renderer.things import die, kernel

LARGEST, SMALLEST = 64, 24
"""How high a number is at most and at least; a little more than a kernel."""

FADED = 0.62
"""How far towards the ground objects fade once their number has been played."""

STRUCK = 0.4
"""The same of the number."""

_OBJECT = 0.74
"""How high objects are beside their number."""

_PLAYED = 0.8
"""How much smaller a cast is once its number has been played."""


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
        """How wide they are beside a number that is `high`."""
        return self.step(high) * len(self.objects) + 4

    def step(self, high: int) -> int:
        """How far it is from one to the next."""
        return round(self.tall(high) * (0.82 if self.thing is Thing.KERNEL else 1.1))

    def tall(self, high: int) -> int:
        """How high each is."""
        return round(high * _OBJECT * (_PLAYED if self.played else 1.0))


@dataclass(frozen=True, slots=True)
class Number:
    """What a cast gives, on a plate beside it; small and struck out once it has been played."""

    value: int
    played: bool

    def width(self, high: int) -> int:
        """How wide it is where it is `high`."""
        return round(high * (_PLAYED if self.played else 1.0) * (0.42 + 0.52 * self.digits)) + 3

    @property
    def digits(self) -> int:
        """How many digits it has."""
        return len(str(self.value))


@dataclass(frozen=True, slots=True)
class Between:
    """What stands between two casts: a plus where they count together."""

    summed: bool

    def width(self, high: int) -> int:
        """How wide it is between objects that are `high`."""
        return round(high * 0.36)


Part: TypeAlias = Lying | Number | Between


def lying(
    thrown: Sequence[Thrown],
    theme: Theme,
    ground: Colour,
    room: int,
    largest: int = LARGEST,
    *,
    summed: bool = False,
) -> tuple[CutOut, ...]:
    """Return casts and their numbers from left to right on `ground`, as large as `room` allows.

    Where they are `summed` they make one number together, else each has its own.
    """
    shown = tuple(parts(thrown, summed=summed))
    high = next(
        (h for h in range(largest, SMALLEST, -2) if sum(part.width(h) for part in shown) <= room),
        SMALLEST,
    )
    return tuple(drawn(part, theme, ground, high) for part in shown)


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
def drawn(part: Part, theme: Theme, ground: Colour, high: int) -> CutOut:
    """Return a part drawn where a number is `high`."""
    sketch = Sketch((part.width(high), high), ground)
    match part:
        case Lying():
            _objects(sketch, theme, ground, part, high)
        case Number():
            _number(sketch, theme, ground, part, high)
        case Between(summed=True):
            sketch.word(*sketch.middle, "+", high * 0.5, _ink(theme, ground))
    return cut_out(sketch, theme, ground)


def _objects(sketch: Sketch, theme: Theme, ground: Colour, part: Lying, high: int) -> None:
    step, tall = part.step(high), part.tall(high)

    def paint(colour: Colour) -> Colour:
        return mix(colour, ground, FADED) if part.played else colour

    paints = paint(theme.kernel_edge), paint(theme.kernel), paint(theme.kernel_mark)
    for place, face in enumerate(part.objects):
        x, y = 2 + (place + 0.5) * step, high / 2
        if part.thing is Thing.KERNEL:
            kernel(sketch, x, y, tall, paints, face)
        else:
            die(sketch, x, y, tall, paints, face, part.thing)


def _number(sketch: Sketch, theme: Theme, ground: Colour, part: Number, high: int) -> None:
    (x, y), wide = sketch.middle, part.width(high)
    if part.played:
        size, ink = high * _PLAYED * 0.78, _ink(theme, ground)
        sketch.word(x, y, str(part.value), size, mix(ink, ground, STRUCK))
        half = wide / 2 - 3
        sketch.path(((x - half, y + size * 0.3), (x + half, y - size * 0.3)), 4.5, ink)
        return
    sketch.bar(1, 3, wide - 1, high, mix(ground, (0, 0, 0), 0.45), high * 0.2)
    sketch.bar(1, 1, wide - 1, high - 3, theme.plate, high * 0.2)
    sketch.word(x, y - 1, str(part.value), high * 0.92, theme.on_plate)


def _ink(theme: Theme, ground: Colour) -> Colour:
    """Return what is written in on `ground`."""
    return next((side.on_bar for side in theme.sides if side.bar == ground), theme.ink)
