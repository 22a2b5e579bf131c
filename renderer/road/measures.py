"""How large the parts of a picture are, in pixels."""

from dataclasses import dataclass
from typing import Final

WIDTH: Final = 900
MARGIN: Final = 11
HEAD, BANNER = 87, 126
"""How high the head is while a game goes on, and once it is over."""
FOOT: Final = 35
"""How high a line of the foot is."""
ROSTER, LOW_ROSTER = 35, 29
"""How high a line of the roster is, and where there are more than FEW partners."""
FEW: Final = 4
ABOVE, BELOW = 17, 11
"""Between the head and the road, and between the road and what is below."""
KERB: Final = 5
"""How broad the kerb around the road is."""
BESIDE: Final = 8
"""Between a base and the road."""
ROOM: Final = 8
"""Above stacks on a space."""
TALL: Final = 1.66
"""How high a lone stack with captives and their number is, in diameters of its warriors."""
BROAD: Final = 1.235
"""How broad a space is at least, in diameters of the warriors on it."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a road of so many `rows` measures: the `longest` that lies so, and its parts.

    `row` is how high a row is, `gap` how far the next is from it, `cob` how thick a cob is,
    `label` how high the foot of a space with its number is, `number` how large that is written,
    `base` how broad the column of a base is, `name` how high the name over it,
    0 where none stands there.
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
"""How roads lie, the shortest first."""


def measures_of(road: int) -> Measures:
    """Return how a road of so many spaces lies."""
    return next(measures for measures in LYING if road <= measures.longest)
