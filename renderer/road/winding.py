"""The winding layout of a road, in pixels; pure geometry.

Rows run alternately to the right and to the left. At the end of a row, a space as high as both
rows, the bend, leads into the next.
"""

from dataclasses import dataclass
from math import ceil
from typing import Final, TypeAlias

from renderer.box import Box
from renderer.road.measures import MARGIN, ROOM, Measures

Way: TypeAlias = tuple[int, int]
"""A unit step to the right or left, or down or up."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A place for stacks: a space of the road, or the area above a base.

    `box` is the whole place and `stand` the part for stacks. `way` is the direction of the road
    (for side 0). `shade` is the index of the space's colour. A `bend` leads from row to row.
    """

    box: Box
    stand: Box
    way: Way = (1, 0)
    shade: int = 0
    bend: bool = False


def winding(road: int, measures: Measures, top: int) -> tuple[tuple[Box, ...], tuple[Place, ...]]:
    """Return the rows of a road below `top`, without the bends, and its spaces."""
    left, right, counts = _rows(road, measures)
    tops = (top + row * (measures.row + measures.gap) for row in range(measures.rows))
    rows = tuple(Box(left, y, right, y + measures.row) for y in tops)
    return rows, tuple(_spaces(rows, counts, measures))


def _rows(road: int, measures: Measures) -> tuple[int, int, tuple[int, ...]]:
    """Return the left and right edge of the rows, and each row's number of spaces without bends."""
    rows = measures.rows
    straight = road - (rows - 1)
    longest = ceil(straight / rows)
    left, end = MARGIN + measures.base, measures.width - MARGIN
    right = end - measures.base if rows % 2 else end - (end - left) // (longest + 1)
    step = (right - left) // longest
    counts = [longest] * rows
    for row in _SHORTER[rows][: longest * rows - straight]:
        counts[row] -= 1
    return left, left + step * longest, tuple(counts)


_SHORTER: Final = {
    1: (0,),
    2: (1, 0),
    3: (1, 2, 0),
    4: (1, 2, 0, 3),
    5: (2, 1, 3, 0, 4),
    6: (1, 2, 3, 4, 0, 5),
    7: (3, 2, 4, 1, 5, 0, 6),
}
"""The order in which rows lose a space if the spaces cannot be divided evenly, by rows."""


def _spaces(rows: tuple[Box, ...], counts: tuple[int, ...], measures: Measures) -> list[Place]:
    """Return the places of the road, including the bends."""
    places: list[Place] = []
    for index, (row, count) in enumerate(zip(rows, counts, strict=True)):
        way = -1 if index % 2 else 1
        step = row.width // count
        for number in range(count):
            left = row.left + number * step if way > 0 else row.right - (number + 1) * step
            right = left + step
            if number == count - 1:  # the last space takes the remaining pixels
                left, right = (left, row.right) if way > 0 else (row.left, right)
            half = measures.cob // 2
            box = Box(left + half, row.top, right - half, row.bottom)
            places.append(_place(box, (way, 0), len(places), measures))
        if index < len(rows) - 1:
            places.append(_bend(row, rows[index + 1], way, len(places), measures))
    return places


def _bend(row: Box, under: Box, way: int, before: int, measures: Measures) -> Place:
    half = measures.cob // 2
    left, right = (
        (row.right + half, measures.width - MARGIN) if way > 0 else (MARGIN, row.left - half)
    )
    return _place(Box(left, row.top, right, under.bottom), (0, 1), before, measures, bend=True)


def _place(box: Box, way: Way, before: int, measures: Measures, *, bend: bool = False) -> Place:
    stand = Box(box.left + 1, box.top + ROOM, box.right - 1, box.bottom - measures.label)
    return Place(box, stand, way, (before + 1) % 2, bend)
