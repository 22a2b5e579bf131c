"""Where everything stands in a picture, in pixels; pure geometry.

A road winds: its rows run to the right and to the left by turns, and where one ends a space that
is as high as both leads into the next. The bases stand beside the first and the last row. Over the
road is the head, below it the roster of partners, if there are any, and the foot.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final, TypeAlias

from renderer.box import Box

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

Way: TypeAlias = tuple[int, int]
"""One step to the right or left, or down or up."""


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


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where stacks stand: a space of the road, or the ground over a base.

    `box` is the whole place, `stand` the part where stacks stand, `way` where the road goes on
    (for side 0). `shade` tells which ground a space has. A `bend` leads from row to row.
    """

    box: Box
    stand: Box
    way: Way = (1, 0)
    shade: int = 0
    bend: bool = False


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


def measures_of(road: int) -> Measures:
    """Return how a road of so many spaces lies."""
    return next(measures for measures in LYING if road <= measures.longest)


@lru_cache(maxsize=64)
def lay(road: int, measures: Measures, head: int, *, partners: int = 0, lines: int = 0) -> Plan:
    """Return how a road lies by `measures` under a head, over a roster and the lines of a foot."""
    left, right, steps = _rows(road, measures)
    rows = tuple(
        Box(left, top, right, top + measures.row)
        for top in (
            head + ABOVE + row * (measures.row + measures.gap) for row in range(measures.rows)
        )
    )
    spaces = tuple(_spaces(rows, steps, measures))
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


def _rows(road: int, measures: Measures) -> tuple[int, int, tuple[int, ...]]:
    """Return the left and the right of the rows, and the spaces of each without the bends."""
    rows = measures.rows
    straight = road - (rows - 1)
    longest = ceil(straight / rows)
    left = MARGIN + measures.base
    if rows % 2:
        right = WIDTH - MARGIN - measures.base
    else:
        right = WIDTH - MARGIN - (WIDTH - MARGIN - left) // (longest + 1)
    step = (right - left) // longest
    counts = [longest] * rows
    for row in _SHORTER[rows][: longest * rows - straight]:
        counts[row] -= 1
    return left, left + step * longest, tuple(counts)


_SHORTER: Final = {1: (0,), 2: (1, 0), 3: (1, 2, 0), 4: (1, 2, 0, 3)}
"""Which rows are shorter where the spaces do not go into the rows."""


def _spaces(rows: tuple[Box, ...], counts: tuple[int, ...], measures: Measures) -> "list[Place]":
    """Return the places of the road, those where it bends among them."""
    places: list[Place] = []
    for index, (row, count) in enumerate(zip(rows, counts, strict=True)):
        way = -1 if index % 2 else 1
        step = row.width // count
        for number in range(count):
            left = row.left + number * step if way > 0 else row.right - (number + 1) * step
            right = left + step
            if number == count - 1:  # what does not go into the steps belongs to the last
                left, right = (left, row.right) if way > 0 else (row.left, right)
            half = measures.cob // 2
            box = Box(left + half, row.top, right - half, row.bottom)
            places.append(_place(box, (way, 0), len(places), measures))
        if index < len(rows) - 1:
            places.append(_bend(row, rows[index + 1], way, len(places), measures))
    return places


def _bend(row: Box, under: Box, way: int, before: int, measures: Measures) -> Place:
    half = measures.cob // 2
    left, right = (row.right + half, WIDTH - MARGIN) if way > 0 else (MARGIN, row.left - half)
    return _place(Box(left, row.top, right, under.bottom), (0, 1), before, measures, bend=True)


def _place(box: Box, way: Way, before: int, measures: Measures, *, bend: bool = False) -> Place:
    stand = Box(box.left + 1, box.top + ROOM, box.right - 1, box.bottom - measures.label)
    return Place(box, stand, way, (before + 1) % 2, bend)


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
