"""The dimensions of the parts of a picture, in pixels."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

WIDTH: Final = 900
"""The width of a picture in a chat."""
MARGIN: Final = 11
HEAD, BANNER = 87, 126
"""The height of the head during a game, and after it."""
FOOT: Final = 35
"""The height of a line of the foot."""
ROSTER: Final = 37
"""The height of a line of the roster."""
ABOVE, BELOW = 17, 11
"""The distance from the head to the road, and from the road to what is below it."""
KERB: Final = 5
"""The width of the kerb around the road."""
BESIDE: Final = 8
"""The distance between a base and the road."""
ROOM: Final = 8
"""The space above the stacks on a space."""
TALL: Final = 1.66
"""The height of a lone stack with captives and their count, in diameters of its warriors."""
BROAD: Final = 1.235
"""The minimum width of a space, in diameters of the warriors on it."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The dimensions of a road in so many `rows`, for roads of up to `longest` spaces.

    `width` is that of the whole picture, `row` the height of a row, `gap` the distance between
    rows, `cob` the thickness of a cob, `label` the height of the part of a space below its stacks,
    `number` the text size of the number there, `base` the width of a base, and `name` the height of
    the name above it, 0 for none.
    """

    rows: int
    longest: int
    width: int
    row: int
    gap: int
    cob: int
    label: int
    number: int
    base: int
    name: int


LYING: Final = (
    Measures(2, 11, WIDTH, row=198, gap=17, cob=19, label=31, number=29, base=154, name=34),
    Measures(3, 20, WIDTH, row=155, gap=15, cob=17, label=28, number=26, base=130, name=31),
    Measures(4, 31, WIDTH, row=130, gap=13, cob=14, label=26, number=24, base=126, name=29),
)
"""The measures for pictures of roads of all lengths, the shortest first."""

PAGE_ROWS: Final = range(2, 8)
"""The numbers of rows that a road can have on a page."""
SLIMMEST, BROADEST = 0.62, 3
"""How broad a board on a page may be, in heights of it."""
_WARRIOR: Final = 88
"""The diameter of a lone warrior on a page, the same on every road and in every shape; it may be
one pixel less, for rounding."""


def measures_of(road: int) -> Measures:
    """Return the measures for a picture of a road of that many spaces."""
    return next(measures for measures in LYING if road <= measures.longest)


@lru_cache(maxsize=256)
def page_measures(road: int, rows: int) -> Measures:
    """Return the measures for a road of that many spaces in so many rows on a page."""
    label, cob, base = 30, 18, 150
    step = round(_WARRIOR * BROAD) + cob
    longest = ceil((road - rows + 1) / rows)
    bends = 0 if rows % 2 else 1  # with an even number of rows, there is a base on one side only
    width = 2 * MARGIN + base * (2 - bends) + step * (longest + bends)
    row = round(_WARRIOR * TALL) + ROOM + label
    return Measures(rows, road, width, row, 16, cob, label, number=28, base=base, name=36)
