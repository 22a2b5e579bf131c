"""The layout of a picture, in pixels; pure geometry.

The bases are beside the first and the last row of the road. The head is above the road; the roster
of partners, if there are any, and the foot are below it.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from renderer.box import Box
from renderer.road.measures import (
    ABOVE,
    BELOW,
    BESIDE,
    BROAD,
    BROADEST,
    FOOT,
    HEAD,
    MARGIN,
    PAGE_ROWS,
    ROOM,
    ROSTER,
    SLIMMEST,
    TALL,
    Measures,
    measures_of,
    page_measures,
)
from renderer.road.winding import Place, winding


@dataclass(frozen=True, slots=True)
class Base:
    """The base of a side: the `yard` with the pyramid, and the `name` above it, None for none."""

    yard: Box
    name: Box | None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The layout of everything that a picture shows.

    `places` are the first base, the spaces and the last base, in road order. `rows` are the
    straight parts of the road. `diameter` is that of a lone warrior. `roster` has the lines of the
    partners by side.
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
        """The places without the bases."""
        return self.places[1:-1]


@lru_cache(maxsize=64)
def plan(road: int, seats: int = 2, head: int = HEAD, lines: int = 1) -> Plan:
    """Return the layout for a road of `road` spaces and `seats` players.

    `head` is the height of the head, and `lines` is the number of lines in the foot.
    """
    measures, partners = measures_of(road), seats // 2
    if partners == 1:
        return lay(road, measures, head, lines=lines)
    return lay(road, replace(measures, name=0), head, partners=partners, lines=lines)


def page_plan(road: int, rows: int) -> Plan:
    """Return the layout of a road in so many rows on a page: neither head nor roster nor foot."""
    return lay(road, page_measures(road, rows), head=0)


@lru_cache(maxsize=32)
def shapes(road: int) -> tuple[int, ...]:
    """Return the numbers of rows that a road can have on a page, from the broadest shape."""
    sizes = {rows: page_plan(road, rows).size for rows in PAGE_ROWS if road - rows + 1 >= rows}
    return tuple(
        rows for rows, (width, height) in sizes.items() if SLIMMEST < width / height < BROADEST
    )


@lru_cache(maxsize=64)
def lay(road: int, measures: Measures, head: int, *, partners: int = 0, lines: int = 0) -> Plan:
    """Return the layout by `measures`, with a head, a roster and a foot with so many lines."""
    width = measures.width
    rows, spaces = winding(road, measures, head + ABOVE)
    bases = (_base(rows, 0, measures), _base(rows, -1, measures))
    bottom = rows[-1].bottom + BELOW
    roster = _roster(bottom, partners, width)
    if partners:
        bottom = roster[0][-1].bottom + BELOW
    foot = tuple(
        Box(MARGIN + 4, bottom + line * FOOT, width - MARGIN - 4, bottom + (line + 1) * FOOT)
        for line in range(lines)
    )
    return Plan(
        measures=measures,
        size=(width, bottom + lines * FOOT),
        head=Box(0, 0, width, head),
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
        left, right = beside.right + BESIDE, measures.width - MARGIN
    height = measures.name
    name = Box(left, beside.top, right, beside.top + height - 2) if height else None
    return Base(Box(left, beside.top + height, right, beside.bottom), name)


def _over(base: Base) -> Place:
    yard = base.yard
    stand = Box(yard.left + 1, yard.top - 2, yard.right - 1, yard.top + yard.height * 11 // 20)
    return Place(yard, stand)


def _diameter(spaces: tuple[Place, ...], measures: Measures) -> int:
    narrowest = min(place.box.width for place in spaces)
    return int(min(narrowest / BROAD, (measures.row - measures.label - ROOM) / TALL))


def _roster(top: int, partners: int, room: int) -> tuple[tuple[Box, ...], tuple[Box, ...]]:
    """Return the lines of the partners by side, with side 0 on the left."""
    width = (room - 2 * MARGIN - BELOW) // 2

    def line(side: int, seat: int) -> Box:
        left, y = MARGIN + side * (width + BELOW), top + seat * ROSTER
        return Box(left, y, left + width, y + ROSTER)

    first, second = (tuple(line(side, seat) for seat in range(partners)) for side in (0, 1))
    return first, second
