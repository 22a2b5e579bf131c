"""The dimensions of the parts of a picture, in pixels."""

from dataclasses import dataclass
from typing import Final

WIDTH: Final = 900
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

    `row` is the height of a row, `gap` the distance between rows, `cob` the thickness of a cob,
    `label` the height of the part of a space below its stacks, `number` the text size of the
    number there, `base` the width of a base, and `name` the height of the name above it, 0 for
    none.
    """

    rows: int
    longest: int
    row: int
    gap: int
    cob: int
    label: int
    number: int
    base: int
    name: int


LYING: Final = (
    Measures(rows=2, longest=11, row=198, gap=17, cob=19, label=31, number=29, base=154, name=34),
    Measures(rows=3, longest=20, row=155, gap=15, cob=17, label=28, number=26, base=130, name=31),
    Measures(rows=4, longest=31, row=130, gap=13, cob=14, label=26, number=24, base=126, name=29),
)
"""The measures for roads of all lengths, the shortest first."""


def measures_of(road: int) -> Measures:
    """Return the measures for a road of that many spaces."""
    return next(measures for measures in LYING if road <= measures.longest)
