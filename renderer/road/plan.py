"""Where everything stands in a picture, in pixels; pure geometry.

The bases stand beside the first and the last row of the road. Over the road is the head, below it
the roster of partners, if there are any, and the foot.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from renderer.box import Box
from renderer.road.measures import (
    ABOVE,
    BELOW,
    BESIDE,
    BROAD,
    FEW,
    FOOT,
    HEAD,
    LOW_ROSTER,
    MARGIN,
    ROOM,
    ROSTER,
    TALL,
    WIDTH,
    Measures,
    measures_of,
)
from renderer.road.winding import Place, winding


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a side: the `yard` with the pyramid, and the name over it, if one stands there.

    Stacks stand at its `place`, over the pyramid.
    """

    yard: Box
    name: Box | None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The places of all that a picture shows.

    `places` go from the first base over the spaces to the last; `rows` are the parts of the road
    that run straight. `diameter` is that of a lone warrior. `roster` are the lines of the
    partners, by side.
    """

    measures: Measures
    size: tuple[int, int]
    head: Box
    places: tuple[Place, ...]
    bases: tuple[Base, Base]
    rows: tuple[Box, ...]
    diameter: int
    roster: tuple[tuple[Box, ...], tuple[Box, ...]]
    foot: tuple[Box, ...]

    @property
    def spaces(self) -> tuple[Place, ...]:
        """The places of the road, without the bases."""
        return self.places[1:-1]


@lru_cache(maxsize=64)
def plan(road: int, seats: int = 2, head: int = HEAD, lines: int = 1) -> Plan:
    """Return where everything stands on a road of `road` spaces that `seats` play on.

    The head is `head` high, and the foot has `lines`.
    """
    measures, partners = measures_of(road), seats // 2
    if partners == 1:
        return lay(road, measures, head, lines=lines)
    return lay(road, replace(measures, name=0), head, partners=partners, lines=lines)


@lru_cache(maxsize=64)
def lay(road: int, measures: Measures, head: int, *, partners: int = 0, lines: int = 0) -> Plan:
    """Return how a road lies by `measures` under a head, over a roster and the lines of a foot."""
    rows, spaces = winding(road, measures, head + ABOVE)
    bases = (_base(rows, 0, measures), _base(rows, -1, measures))
    bottom = rows[-1].bottom + BELOW
    roster = _roster(bottom, partners)
    if partners:
        bottom = roster[0][-1].bottom + BELOW
    foot = tuple(
        Box(MARGIN + 4, bottom + line * FOOT, WIDTH - MARGIN - 4, bottom + (line + 1) * FOOT)
        for line in range(lines)
    )
    return Plan(
        measures=measures,
        size=(WIDTH, bottom + lines * FOOT),
        head=Box(0, 0, WIDTH, head),
        places=(_over(bases[0]), *spaces, _over(bases[1])),
        bases=bases,
        rows=rows,
        diameter=_diameter(spaces, measures),
        roster=roster,
        foot=foot,
    )


def _base(rows: tuple[Box, ...], row: int, measures: Measures) -> Base:
    beside, count = rows[row], len(rows)
    left, right = MARGIN, beside.left - BESIDE
    if row and count % 2:
        left, right = beside.right + BESIDE, WIDTH - MARGIN
    high = measures.name
    name = Box(left, beside.top, right, beside.top + high - 2) if high else None
    return Base(Box(left, beside.top + high, right, beside.bottom), name)


def _over(base: Base) -> Place:
    yard = base.yard
    stand = Box(yard.left + 1, yard.top - 2, yard.right - 1, yard.top + yard.height * 11 // 20)
    return Place(yard, stand)


def _diameter(spaces: tuple[Place, ...], measures: Measures) -> int:
    narrowest = min(place.box.width for place in spaces)
    return int(min(narrowest / BROAD, (measures.row - measures.label - ROOM) / TALL))


def _roster(top: int, partners: int) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the lines of the partners of each side, those of side 0 at the left."""
    high = ROSTER if partners <= FEW else LOW_ROSTER
    wide = (WIDTH - 2 * MARGIN - BELOW) // 2

    def line(side: int, seat: int) -> Box:
        left, y = MARGIN + side * (wide + BELOW), top + seat * high
        return Box(left, y, left + wide, y + high)

    first, second = (tuple(line(side, seat) for seat in range(partners)) for side in (0, 1))
    return first, second
