"""Drawing the empty board: wood, the road with cobs and numbers, the bases; cached."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from renderer.box import Box
from renderer.colours import Colour, mix
from renderer.palette import palette
from renderer.placing import Placed, Sprite
from renderer.raster import painted
from renderer.road.cobs import cob
from renderer.road.marks import fire
from renderer.road.measures import KERB, MARGIN
from renderer.road.plan import Plan
from renderer.road.pyramids import Yard, yard
from renderer.road.winding import Place
from renderer.sketch import Corners, Sketch
from renderer.theme import Theme

ROUND: Final = 52
"""The radius of the outer corners of a bend."""
SHADOW: Final = 0.3
"""The darkness of the shadow at the upper edge of a space, from 0 to 1."""
GOLDEN: Final = 0.618034
"""The shift of the wood grain from line to line; it keeps lines from looking alike."""


@dataclass(frozen=True, slots=True)
class Road:
    """Everything that determines the look of an empty road.

    `seen_from` is the side at whose base the road begins in the picture. `sockets` is the number of
    sockets in each base. `fire` are the spaces that burn.
    """

    length: int
    sockets: int
    seen_from: int = 0
    fire: tuple[int, ...] = ()

    def place(self, at: int) -> int:
        """Return the index of the place `at`, counted from the first base of the picture."""
        return self.length + 1 - at if self.seen_from else at


@dataclass(frozen=True, slots=True)
class Ground:
    """What drawings lie on: a space of this `shade`, or None for the yard of a base.

    It is in the tints of the side `tint` unless that is None.
    """

    shade: int | None
    tint: int | None = None

    def of(self, theme: Theme) -> Colour:
        """Return its colour."""
        if self.tint is not None:
            return theme.sides[self.tint].tints[1 if self.shade is None else self.shade]
        return theme.yard if self.shade is None else theme.spaces[self.shade]


def bare(theme: Theme, road: Road, plan: Plan) -> Image.Image:
    """Return the picture of the empty board; it is cached, so do not modify it."""
    return tinted(theme, road, plan, None)


@lru_cache(maxsize=8)
def small(theme: Theme, road: Road, plan: Plan) -> Image.Image:
    """Return the same picture at half its width and height."""
    return palette(theme).halved(bare(theme, road, plan))


@lru_cache(maxsize=32)
def tinted(theme: Theme, road: Road, plan: Plan, tint: int | None) -> Image.Image:
    """Return the empty board in palette indices, with all spaces in a side's tints if given.

    The result is cached, so do not modify it.
    """
    sketch = Sketch(plan.size, theme.ground)
    wood(sketch, theme, plan.size)
    floor(sketch, theme, plan, tint)
    dividers(sketch, theme, road, plan)
    picture = palette(theme).indices(painted(sketch))
    for placed in standing(road, plan, tint):
        drawn = placed.sprite.drawn(theme)
        picture.paste(drawn.drawn, placed.corner(drawn), drawn.mask)
    return picture


def standing(road: Road, plan: Plan, tint: int | None = None) -> Iterator[Placed[Theme]]:
    """Yield the bases with empty sockets, and the fires."""
    for index, base in enumerate(plan.bases):
        side = index ^ road.seen_from
        built: Sprite[Theme] = Sprite(yard, (side, base.yard.size, road.sockets, Yard.USUAL))
        yield Placed(f"y{side}", built, *base.yard.start, centred=False)
    for at in road.fire:
        place = plan.places[road.place(at)]
        room = place.stand
        size = min(room.width, 128), min(room.height, 142)
        burning = Sprite(fire, (size,), Ground(place.shade, tint))
        yield Placed(f"fire{at}", burning, room.middle, (room.top + room.bottom) // 2)


def wood(sketch: Sketch, theme: Theme, size: tuple[int, int]) -> None:
    """Draw the grain of wood of a size."""
    if theme.flat:
        return
    width, height = size
    for line, y in enumerate(range(0, height, 9)):
        x = (line * GOLDEN % 1) * 520 - 150
        while x < width:
            share = (line * GOLDEN + x * 0.0137) % 1
            sketch.bar(
                max(0, x), y, min(width, x + 135 + share * 330), y + 2, theme.grain[line % 2]
            )
            x += 135 + share * 330 + 190 + share * 480


def floor(sketch: Sketch, theme: Theme, plan: Plan, tint: int | None = None) -> None:
    """Draw the spaces, the kerb around them and the walls between the rows.

    The spaces are in the tints of a side if given.
    """
    grounds = theme.spaces if tint is None else theme.sides[tint].tints
    bends = [place for place in plan.spaces if place.bend]
    for low, fill in ((5, theme.shade), (0, theme.kerb)):
        for row in plan.rows:
            edges = (
                row.left - KERB,
                row.top - KERB + low,
                row.right + KERB,
                row.bottom + KERB + low,
            )
            sketch.bar(*edges, fill, 9)
        for place in bends:
            grow = (KERB, 12) if _is_left(place) else (12, KERB)
            left, right = _edges(place, plan)
            top, bottom = place.box.top - KERB + low, place.box.bottom + KERB + low
            round_ = ROUND + KERB
            sketch.bar(left - grow[0], top, right + grow[1], bottom, fill, round_, _corners(place))
    for place in plan.spaces:
        left, right = _edges(place, plan)
        box, ground = place.box, grounds[place.shade]
        round_ = ROUND if place.bend else 0
        sketch.bar(left, box.top, right, box.bottom, ground, round_, _corners(place))
        if not theme.flat:
            inner = (left + ROUND, right) if _is_left(place) else (left, right - ROUND)
            start, end = inner if place.bend else (left, right)
            sketch.bar(start, box.top, end, box.top + 4, mix(ground, theme.kerb, SHADOW))
    for index, (upper, lower) in enumerate(pairwise(plan.rows)):
        _wall(sketch, theme, upper, lower, rightmost=index % 2 == 0)


def _wall(sketch: Sketch, theme: Theme, upper: Box, lower: Box, *, rightmost: bool) -> None:
    """Draw the wall between two rows; its round end is at the bend, on the right or left."""
    left, right = upper.left - (KERB if rightmost else 3), upper.right + (3 if rightmost else KERB)
    corners = (False, True, True, False) if rightmost else (True, False, False, True)
    half = (lower.top - upper.bottom) / 2
    sketch.bar(left, upper.bottom, right, lower.top, theme.kerb, half, corners)
    inset = (0, 4) if rightmost else (4, 0)
    edges = (left + inset[0], upper.bottom + 4, right - inset[1], lower.top - 4)
    sketch.bar(*edges, theme.shade, half - 4, corners)


def dividers(sketch: Sketch, theme: Theme, road: Road, plan: Plan) -> None:
    """Draw the numbers of the spaces, and a cob between any two that are adjacent."""
    for one, other in pairwise(plan.spaces):
        if other.bend:
            beside, x = one.box, _inner(other, plan)
        elif one.bend:
            beside, x = other.box, _inner(one, plan)
        else:
            first, second = sorted((one.box, other.box), key=lambda box: box.left)
            beside, x = one.box, (first.right + second.left) / 2
        _cob(sketch, theme, x, beside.top + 5, beside.bottom - 7, plan.measures.cob)
    for number, place in enumerate(plan.spaces, start=1):
        middle = (place.box.left + place.box.right) / 2
        low = place.box.bottom - plan.measures.label / 2
        text = str(road.place(number))
        sketch.word(middle, low, text, plan.measures.number, theme.number)


def _cob(sketch: Sketch, theme: Theme, x: float, top: int, bottom: int, width: int) -> None:
    """Draw a cob, of which a road has many alike."""

    def at(part: Sketch, x: float, y: float) -> None:
        cob(part, theme, x, y, y + bottom - top, width)

    sketch.stamp(f"cob{bottom - top}", x, top, at)


def _is_left(bend: Place) -> bool:
    return bend.box.left == MARGIN


def _inner(bend: Place, plan: Plan) -> float:
    """Return the x coordinate at which a bend meets the rows that it joins."""
    left, right = _edges(bend, plan)
    return right if _is_left(bend) else left


def _edges(place: Place, plan: Plan) -> tuple[int, int]:
    """Return the left and right edge of a space, including half of the cob on each side."""
    half = plan.measures.cob // 2
    left, right = place.box.left - half, place.box.right + half
    if place.bend:
        return (place.box.left, right) if _is_left(place) else (left, place.box.right)
    return left, right


def _corners(place: Place) -> Corners:
    """Return which corners of a space are round: only the outer ones of a bend are."""
    if not place.bend:
        return (False,) * 4
    return (True, False, False, True) if _is_left(place) else (False, True, True, False)
