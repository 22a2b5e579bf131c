"""Throws as drawings: kernels, dice and the numbers they come to, cached."""

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
"""The largest and smallest height of a number, slightly more than that of a kernel."""

FADED = 0.62
"""How far objects fade towards the background once their number is played, from 0 to 1."""

STRUCK = 0.4
"""How far the number itself fades."""

_OBJECT = 0.74
"""The height of objects, in heights of their number."""

_PLAYED = 0.8
"""The scale of a throw once its number is played."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw, and whether its number has been played."""

    table: ThrowTable
    objects: Cast
    played: bool = False


@dataclass(frozen=True, slots=True)
class Objects:
    """The objects of one throw, side by side."""

    thing: Thing
    objects: Cast
    played: bool

    def width(self, height: int) -> int:
        """Return the total width beside a number of this height."""
        return self.step(height) * len(self.objects) + 4

    def step(self, height: int) -> int:
        """Return the distance from one object to the next."""
        return round(self.object_height(height) * (0.82 if self.thing is Thing.KERNEL else 1.1))

    def object_height(self, height: int) -> int:
        """Return the height of each object."""
        return round(height * _OBJECT * (_PLAYED if self.played else 1.0))


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a throw, on a plate beside it; small and struck out once it is played."""

    value: int
    played: bool

    def width(self, height: int) -> int:
        """Return the width at this height."""
        return round(height * (_PLAYED if self.played else 1.0) * (0.42 + 0.52 * self.digits)) + 3

    @property
    def digits(self) -> int:
        """The number of digits."""
        return len(str(self.value))


@dataclass(frozen=True, slots=True)
class Between:
    """The gap between two throws, with a plus sign if they are added up."""

    summed: bool

    def width(self, height: int) -> int:
        """Return the width at this height."""
        return round(height * 0.36)


Part: TypeAlias = Objects | Number | Between


def drawings(
    thrown: Sequence[Thrown],
    theme: Theme,
    ground: Colour,
    room: int,
    largest: int = LARGEST,
    *,
    summed: bool = False,
) -> tuple[CutOut, ...]:
    """Return drawings of throws and their numbers, left to right, as large as `room` allows.

    `room` is the total width in pixels. If the throws are `summed`, they have one number together,
    otherwise one each.
    """
    shown = tuple(parts(thrown, summed=summed))
    height = next(
        (h for h in range(largest, SMALLEST, -2) if sum(part.width(h) for part in shown) <= room),
        SMALLEST,
    )
    return tuple(drawn(part, theme, ground, height) for part in shown)


def parts(thrown: Sequence[Thrown], *, summed: bool = False) -> Iterator[Part]:
    """Yield each throw with its number beside it, or if `summed`, all throws and their sum."""
    numbers = [cast.table.number(cast.objects) for cast in thrown]
    for index, (cast, number) in enumerate(zip(thrown, numbers, strict=True)):
        if index:
            yield Between(summed)
        yield Objects(cast.table.thing, cast.objects, cast.played)
        if not summed:
            yield Number(number, cast.played)
    if summed and numbers:
        yield Number(sum(numbers), all(cast.played for cast in thrown))


@lru_cache(maxsize=256)
def drawn(part: Part, theme: Theme, ground: Colour, height: int) -> CutOut:
    """Return the drawing of a part at this height."""
    sketch = Sketch((part.width(height), height), ground)
    match part:
        case Objects():
            _objects(sketch, theme, ground, part, height)
        case Number():
            _number(sketch, theme, ground, part, height)
        case Between(summed=True):
            sketch.word(*sketch.middle, "+", height * 0.5, _ink(theme, ground))
    return cut_out(sketch, theme, ground)


def _objects(sketch: Sketch, theme: Theme, ground: Colour, part: Objects, height: int) -> None:
    step, object_height = part.step(height), part.object_height(height)

    def paint(colour: Colour) -> Colour:
        return mix(colour, ground, FADED) if part.played else colour

    paints = paint(theme.kernel_edge), paint(theme.kernel), paint(theme.kernel_mark)
    for place, face in enumerate(part.objects):
        x, y = 2 + (place + 0.5) * step, height / 2
        if part.thing is Thing.KERNEL:
            kernel(sketch, x, y, object_height, paints, face)
        else:
            die(sketch, x, y, object_height, paints, face, part.thing)


def _number(sketch: Sketch, theme: Theme, ground: Colour, part: Number, height: int) -> None:
    (x, y), width = sketch.middle, part.width(height)
    if part.played:
        size, ink = height * _PLAYED * 0.78, _ink(theme, ground)
        sketch.word(x, y, str(part.value), size, mix(ink, ground, STRUCK))
        half = width / 2 - 3
        sketch.path(((x - half, y + size * 0.3), (x + half, y - size * 0.3)), 4.5, ink)
        return
    sketch.bar(1, 3, width - 1, height, mix(ground, (0, 0, 0), 0.45), height * 0.2)
    sketch.bar(1, 1, width - 1, height - 3, theme.plate, height * 0.2)
    sketch.word(x, y - 1, str(part.value), height * 0.92, theme.on_plate)


def _ink(theme: Theme, ground: Colour) -> Colour:
    """Return the text colour for the background `ground`."""
    return next((side.on_bar for side in theme.sides if side.bar == ground), theme.ink)
