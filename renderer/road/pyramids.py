"""Drawing the bases: a stepped pyramid in a yard, with a socket for each warrior.

Side 0 has upright steps, round sockets and a flat roof; side 1 has slanted steps, lozenge-shaped
sockets and a pointed roof.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from renderer.colours import Colour, mix
from renderer.cutout import CutOut, cut_out
from renderer.road.warriors import body
from renderer.sketch import Point, Sketch
from renderer.theme import Theme

TIERS: Final = {4: (3, 2), 5: (3, 2), 6: (3, 3), 7: (3, 2, 2), 8: (3, 3, 2), 9: (4, 3, 2)}
"""The number of sockets on each step, the lowest first; up to three warriors have one step."""

STEPS: Final = {1: 0.74, 2: 0.74, 3: 0.84}
"""The share of a base's height that its steps may take, by their number; the temple has the rest.

With three steps, it leaves room for numbers in the sockets that can be read on a phone.
"""

SLANT: Final = 5
"""How far the steps of side 1 extend at the bottom on each side."""

DIMMED: Final = 0.55
"""How far the loser's pyramid fades towards the background, from 0 to 1."""


class Yard(Enum):
    """The state of a base: usual, a move of a side began or ended there, its side won or lost."""

    USUAL = "usual"
    MOVED_0 = "moved by side 0"
    MOVED_1 = "moved by side 1"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The layout of a pyramid, in pixels from the upper left corner of its yard.

    `sockets` are the centres of the sockets and `socket` is their size. `tiers` are the left, top,
    right and bottom edges of the steps, the lowest first.
    """

    sockets: tuple[Point, ...]
    socket: int
    tiers: tuple[tuple[float, float, float, float], ...]


@lru_cache(maxsize=64)
def pyramid(size: tuple[int, int], warriors: int) -> Pyramid:
    """Return the layout of a pyramid for so many `warriors` in a yard of that size."""
    width, height = size
    columns = TIERS.get(warriors, (3,))
    steps = len(columns)
    socket = int(min((width - 15) / max(columns) - 5, height * STEPS[steps] / steps - 8))
    step_height, bottom = socket + 8.0, height - 3.0
    sockets: list[Point] = []
    tiers = []
    for count in columns:
        half = (count * (socket + 6) + 8) / 2
        tiers.append((width / 2 - half, bottom - step_height, width / 2 + half, bottom))
        first = width / 2 - (count - 1) * (socket + 6) / 2
        sockets += [(first + n * (socket + 6), bottom - step_height / 2 + 1) for n in range(count)]
        bottom -= step_height
    if steps == 1:
        half, step_height = (columns[0] * (socket + 6) + 8) / 2 * 0.72, step_height * 0.8
        tiers.append((width / 2 - half, bottom - step_height, width / 2 + half, bottom))
    return Pyramid(tuple(sockets[:warriors]), socket, tuple(tiers))


@lru_cache(maxsize=64)
def yard(theme: Theme, side: int, size: tuple[int, int], warriors: int, state: Yard) -> CutOut:
    """Return the base of `side` with empty sockets."""
    built, look = pyramid(size, warriors), theme.sides[side]
    sketch = Sketch(size, theme.ground)
    width, height = size
    sketch.bar(0, 0, width, height, _floor(theme, state), 10)
    if state is Yard.WON:
        _rays(sketch, theme, size)
    dims = DIMMED if state is Yard.LOST else 0.0
    wall, ledge, joint, niche = (
        mix(paint, theme.ground, dims) for paint in (look.wall, look.ledge, look.joint, look.niche)
    )
    for tier in built.tiers:
        _tier(sketch, side, tier, wall, ledge, joint)
    _temple(sketch, side, width / 2, built, (wall, ledge, joint, niche))
    for x, y in built.sockets:
        body(sketch, side, x, y, built.socket * (0.96 if side else 1.0), niche)
    return cut_out(sketch, theme, theme.ground)


def _floor(theme: Theme, state: Yard) -> Colour:
    match state:
        case Yard.MOVED_0:
            return theme.sides[0].tints[1]
        case Yard.MOVED_1:
            return theme.sides[1].tints[1]
        case Yard.WON:
            return theme.gold
    return theme.yard


def _rays(sketch: Sketch, theme: Theme, size: tuple[int, int]) -> None:
    """Draw rays from the foot of the winner's pyramid, inside its yard."""
    light, shape = Sketch(size, theme.gold), Sketch(size, (0, 0, 0))
    x, y = size[0] / 2, size[1] - 30
    for ray in range(0, 16, 2):
        ends = [(x + cos(a) * 300, y + sin(a) * 300) for a in (ray * pi / 8, (ray + 1) * pi / 8)]
        light.polygon(((x, y), *ends), theme.ray)
    shape.bar(0, 0, *size, (255, 255, 255), 10)
    sketch.inlay(light, shape)


def _tier(
    sketch: Sketch,
    side: int,
    tier: tuple[float, float, float, float],
    wall: Colour,
    ledge: Colour,
    joint: Colour,
) -> None:
    left, top, right, bottom = tier
    lean = SLANT if side else 0
    for low, fill in ((0, joint), (4, wall)):
        corners = (
            (left, top),
            (right, top),
            (right + lean, bottom - low),
            (left - lean, bottom - low),
        )
        sketch.polygon(corners, fill)
    sketch.bar(left - 3, top - 2, right + 3, top + 4, ledge)


def _temple(
    sketch: Sketch,
    side: int,
    x: float,
    built: Pyramid,
    paints: tuple[Colour, Colour, Colour, Colour],
) -> None:
    """Draw the temple at the top, with its door and roof."""
    wall, ledge, joint, niche = paints
    bottom = built.tiers[-1][1]
    height = min(bottom - 1, built.socket * 0.95)
    half = height * 0.78
    sketch.bar(x - half, bottom - height * 0.68, x + half, bottom, wall, 2)
    if side:
        sketch.polygon(
            (
                (x - half * 1.05, bottom - height * 0.66),
                (x, bottom - height * 1.04),
                (x + half * 1.05, bottom - height * 0.66),
            ),
            joint,
        )
    else:
        sketch.bar(
            x - half * 0.92, bottom - height, x + half * 0.92, bottom - height * 0.66, joint, 2
        )
        for comb in (-0.56, 0.0, 0.56):
            middle, half_width = x + comb * half, height * 0.1
            sketch.bar(
                middle - half_width,
                bottom - height * 0.93,
                middle + half_width,
                bottom - height * 0.74,
                ledge,
            )
    sketch.bar(x - half - 4, bottom - height * 0.70, x + half + 4, bottom - height * 0.58, ledge, 2)
    sketch.bar(x - half * 0.3, bottom - height * 0.48, x + half * 0.3, bottom + 1, niche, 2)
