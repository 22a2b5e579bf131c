"""How piles are proportioned, and how they share the room they stand in; pure geometry."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from renderer.box import Box
from renderer.road.piles import Pile
from renderer.road.warriors import THICK, half, pill_width
from renderer.road.winding import Place

RIMS = 2
"""At most so many captives of a side show their rims."""
RIM = 0.13
"""How much of a captive shows below the warrior above it, in diameters."""
CROWDED = 0.92
"""How much smaller than a lone warrior those are that share a place."""
LINE = 0.43
"""How far below the top of a space the captains stand, in its height; in the middle of a bend."""
SMALLEST = 14
"""No warrior is smaller."""


@dataclass(frozen=True, slots=True)
class Build:
    """How a pile is built whose warriors are `diameter` across.

    The numbers of its captives stand `beside` it, else below, on a pill that is `pill` high.
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
    """A pile where it stands: the middle of its captain at x, y."""

    pile: Pile
    build: Build
    x: float
    y: float

    @property
    def box(self) -> Box:
        """The rectangle that it fills."""
        build = self.build
        left, top = self.x - build.width / 2, self.y - build.half - build.badge
        return Box(round(left), round(top), round(left + build.width), round(top + build.height))


@lru_cache(maxsize=4096)
def build(pile: Pile, d: int, *, beside: bool = False) -> Build:
    """Return how a pile is built of warriors `d` across."""
    captives = pile.captives
    sides = {pile.side, *(side for side in (0, 1) if captives[side])}
    high, any_ = max(half(side, d) for side in sides), any(captives)
    rims = 0 if beside else sum(min(RIMS, count) for count in captives)
    badge = d * 0.2 if pile.stacks > 1 else 0.0
    wide, tall = 2 * high + 6, 2 * high + rims * d * RIM + d * THICK
    pill = 0.0
    if any_ and beside:
        pill = max(d * 0.46, 20)
        wide += pill_width((max(captives), 0), pill) * 0.72
        tall = max(tall + 2, pill * 2 + 6 if all(captives) else 0)
    elif any_:
        pill = max(d * 0.43, 23)
        wide = max(wide, pill_width(captives, pill) + 8)
        tall += 4 + pill * 0.55
    return Build(d, beside, wide, tall + badge, high, d * RIM, rims, pill, badge)


@lru_cache(maxsize=2048)
def arrange(piles: tuple[Pile, ...], place: Place, largest: int) -> tuple[Stand, ...]:
    """Return where the piles of a place stand, as large as can be but not above `largest`."""
    room = place.stand
    if len(piles) == 1:
        return (_alone(piles[0], place, largest),)
    best = max(_grids(piles, room, round(largest * CROWDED)), key=lambda grid: grid[0])
    d, columns, beside = best
    return tuple(_in_grid(piles, room, d, columns, beside=beside))


def _alone(pile: Pile, place: Place, largest: int) -> Stand:
    """Stand one pile so that its captain is in line with others, as far as there is room."""
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
    """Return every way to share a room: the diameter, the columns, whether numbers are beside."""
    for beside in (False, True):
        for columns in range(1, len(piles) + 1):
            d = largest
            while d > SMALLEST and not _shares(piles, room, d, columns, beside=beside):
                d -= 1
            yield d, columns, beside


def _shares(piles: tuple[Pile, ...], room: Box, d: int, columns: int, *, beside: bool) -> bool:
    """Tell whether piles of such warriors have room side by side and one under another."""
    built = [build(pile, d, beside=beside) for pile in piles]
    high = sum(max(one.height for one in row) for row in _rows(built, columns))
    return high <= room.height and max(one.width for one in built) <= room.width / columns


def _rows(built: list[Build], columns: int) -> list[list[Build]]:
    return [built[first : first + columns] for first in range(0, len(built), columns)]


def _in_grid(
    piles: tuple[Pile, ...], room: Box, d: int, columns: int, *, beside: bool
) -> Iterator[Stand]:
    """Stand piles in rows that are as high as they need; what is left over is shared."""
    rows = _rows([build(pile, d, beside=beside) for pile in piles], columns)
    heights = [max(one.height for one in row) for row in rows]
    spare = (room.height - sum(heights)) / len(rows)
    top, left, shown = room.top + spare / 2, iter(piles), room.width / columns
    for row, high in zip(rows, heights, strict=True):
        for column, built in enumerate(row):
            x = (room.left + room.right) / 2 + (column - (len(row) - 1) / 2) * shown
            upper = top + (high - built.height) / 2
            yield Stand(next(left), built, x, upper + built.badge + built.half)
        top += high + spare
