"""The proportions of piles and their arrangement at a place; pure geometry."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from renderer.box import Box
from renderer.road.piles import Pile
from renderer.road.warriors import THICK, half, pill_width
from renderer.road.winding import Place

RIMS = 2
"""The maximum number of visible rims of captives of one side."""
RIM = 0.13
"""The visible part of a captive below the warrior above it, in diameters."""
CROWDED = 0.92
"""The maximum size of warriors that share a place, relative to a lone warrior."""
LINE = 0.43
"""The line of the captains, as a fraction of a space's height from its top (not in bends)."""
SMALLEST = 14
"""The minimum diameter of a warrior."""


@dataclass(frozen=True, slots=True)
class Build:
    """The dimensions of a pile of warriors with this `diameter`.

    The counts of its captives are `beside` it or, if false, below it, on a pill of height `pill`.
    """

    diameter: int
    beside: bool
    width: float
    height: float
    half: float
    step: float
    rims: int
    pill: float
    badge: float


@dataclass(frozen=True, slots=True)
class Stand:
    """A pile with its position: x, y is the centre of its captain."""

    pile: Pile
    build: Build
    x: float
    y: float

    @property
    def box(self) -> Box:
        """The bounding box."""
        build = self.build
        left, top = self.x - build.width / 2, self.y - build.half - build.badge
        return Box(round(left), round(top), round(left + build.width), round(top + build.height))


@lru_cache(maxsize=4096)
def build(pile: Pile, d: int, *, beside: bool = False) -> Build:
    """Return the dimensions of a pile of warriors of diameter `d`."""
    captives = pile.captives
    sides = {pile.side, *(side for side in (0, 1) if captives[side])}
    half_height, any_ = max(half(side, d) for side in sides), any(captives)
    rims = 0 if beside else sum(min(RIMS, count) for count in captives)
    badge = d * 0.2 if pile.stacks > 1 else 0.0
    width, height = 2 * half_height + 6, 2 * half_height + rims * d * RIM + d * THICK
    pill = 0.0
    if any_ and beside:
        pill = max(d * 0.46, 20)
        width += pill_width((max(captives), 0), pill) * 0.72
        height = max(height + 2, pill * 2 + 6 if all(captives) else 0)
    elif any_:
        pill = max(d * 0.43, 23)
        width = max(width, pill_width(captives, pill) + 8)
        height += 4 + pill * 0.55
    return Build(d, beside, width, height + badge, half_height, d * RIM, rims, pill, badge)


@lru_cache(maxsize=2048)
def arrange(piles: tuple[Pile, ...], place: Place, largest: int) -> tuple[Stand, ...]:
    """Arrange the piles of a place, as large as possible up to the diameter `largest`."""
    room = place.stand
    if len(piles) == 1:
        return (_alone(piles[0], place, largest),)
    best = max(_grids(piles, room, round(largest * CROWDED)), key=lambda grid: grid[0])
    d, columns, beside = best
    return tuple(_in_grid(piles, room, d, columns, beside=beside))


def _alone(pile: Pile, place: Place, largest: int) -> Stand:
    """Position a single pile so that its captain is in line with others, if there is room."""
    room = place.stand
    d = largest
    while d > SMALLEST and not _fits(build(pile, d), room.width + 4, room.height + 8):
        d -= 1
    built = build(pile, d)
    x = (room.left + room.right) / 2
    if place.bend:
        middle = (room.top + room.bottom) / 2
        return Stand(pile, built, x, middle - (built.height - built.badge) / 2 + built.half)
    above = room.top + room.height * LINE
    lowest = room.bottom + 3 - (built.height - built.badge) + built.half
    return Stand(pile, built, x, max(min(above, lowest), room.top + built.half + built.badge - 4))


def _fits(built: Build, width: float, height: float) -> bool:
    return built.width <= width and built.height <= height


def _grids(piles: tuple[Pile, ...], room: Box, largest: int) -> Iterator[tuple[int, int, bool]]:
    """Yield every possible grid: the diameter, the columns, whether counts are beside piles."""
    for beside in (False, True):
        for columns in range(1, len(piles) + 1):
            d = largest
            while d > SMALLEST and not _shares(piles, room, d, columns, beside=beside):
                d -= 1
            yield d, columns, beside


def _shares(piles: tuple[Pile, ...], room: Box, d: int, columns: int, *, beside: bool) -> bool:
    """Tell whether piles of this size fit into a grid of `columns`."""
    built = [build(pile, d, beside=beside) for pile in piles]
    height = sum(max(one.height for one in row) for row in _rows(built, columns))
    return height <= room.height and max(one.width for one in built) <= room.width / columns


def _rows(built: list[Build], columns: int) -> list[list[Build]]:
    return [built[first : first + columns] for first in range(0, len(built), columns)]


def _in_grid(
    piles: tuple[Pile, ...], room: Box, d: int, columns: int, *, beside: bool
) -> Iterator[Stand]:
    """Arrange piles in rows of the height they need; spare height is distributed evenly."""
    rows = _rows([build(pile, d, beside=beside) for pile in piles], columns)
    heights = [max(one.height for one in row) for row in rows]
    spare = (room.height - sum(heights)) / len(rows)
    top, left, cell = room.top + spare / 2, iter(piles), room.width / columns
    for row, height in zip(rows, heights, strict=True):
        for column, built in enumerate(row):
            x = (room.left + room.right) / 2 + (column - (len(row) - 1) / 2) * cell
            upper = top + (height - built.height) / 2
            yield Stand(next(left), built, x, upper + built.badge + built.half)
        top += height + spare
