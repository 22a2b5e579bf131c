"""Where everything stands in a picture, in pixels; pure geometry.

A road of up to ROW_LIMIT spaces is one row. A longer one is cut into two rows that are both
read from left to right, like lines of writing: so up the road is to the right everywhere, and
an arrow means the same in both rows.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

WIDTH = 1200
ROW_LIMIT = 14
MARGIN = 22
COB = 12
"""How wide the cob between two spaces is."""
HUSK = 10
"""How far the husk of a cob reaches below its row."""
BAND = 32
"""How high the strip above a row is, where the last move is traced."""

TORN = 24
"""How far the torn end of a row reaches beyond its last cob."""

BASE_WIDTH = 106


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; `right` and `bottom` are just outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """How high it is."""
        return self.bottom - self.top

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.width, self.height

    @property
    def middle(self) -> int:
        """The x of its middle."""
        return (self.left + self.right) // 2

    def holds(self, other: "Box") -> bool:
        """Tell whether `other` lies wholly inside."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: "Box") -> bool:
        """Tell whether the two share a pixel."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Place:
    """Where stacks stand: a space of the road, or the ground over a base.

    `box` is the whole place, `stand` the part where stacks stand; `shade` tells which of the
    grounds it has (0 outside the road, then 1 and 2 by turns).
    """

    box: Box
    stand: Box
    row: int
    shade: int


@dataclass(frozen=True, slots=True)
class BasePlace:
    """A side's base: its pyramid, its player's name and its warriors."""

    pyramid: Box
    name: Box
    warriors: Box
    rightwards: bool
    """Whether name and warriors start at the left; else they end at the right."""
    in_line: bool = False
    """Whether the warriors follow the name in one line, wherever it ends."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the road, and the band above it in which the last move is traced."""

    box: Box
    band: Box
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Layout:
    """All places of a picture; `places` go from base 0 over the spaces to base N+1."""

    size: tuple[int, int]
    title: Box
    status: Box
    cast: Box
    rows: tuple[Row, ...]
    places: tuple[Place, ...]
    bases: tuple[BasePlace, BasePlace]
    killed: tuple[Box, Box]
    note: Box


@lru_cache(maxsize=32)
def layout(road: int) -> Layout:
    """Return where everything stands on a road of `road` spaces."""
    return _one_row(road) if road <= ROW_LIMIT else _two_rows(road)


def _one_row(road: int) -> Layout:
    height = 536
    left, right = MARGIN + BASE_WIDTH + 8, WIDTH - MARGIN - BASE_WIDTH - 8
    pitch = (right - left - COB) // road
    left = (WIDTH - pitch * road - COB) // 2
    row = _row(Box(left, 160, left + pitch * road + COB, 370), 1, road)
    bases = (
        BasePlace(
            pyramid=Box(left - 8 - BASE_WIDTH, 244, left - 8, 370),
            name=Box(MARGIN, 392, 440, 430),
            warriors=Box(MARGIN, 436, 440, 484),
            rightwards=True,
        ),
        BasePlace(
            pyramid=Box(row.box.right + 8, 244, row.box.right + 8 + BASE_WIDTH, 370),
            name=Box(WIDTH - 440, 392, WIDTH - MARGIN, 430),
            warriors=Box(WIDTH - 440, 436, WIDTH - MARGIN, 484),
            rightwards=False,
        ),
    )
    killed = Box(490, 393, 740, 427), Box(490, 443, 740, 477)
    note = Box(MARGIN, 492, WIDTH - MARGIN, 524)
    return _whole(height, (row,), pitch, bases, killed, note)


def _two_rows(road: int) -> Layout:
    height = 604
    upper = ceil(road / 2)
    inner_end = MARGIN + BASE_WIDTH + 8
    pitch = (WIDTH - MARGIN - TORN - inner_end - COB) // upper
    lower = pitch * (road - upper) + COB
    first = _row(Box(inner_end, 166, inner_end + pitch * upper + COB, 334), 1, upper)
    last = _row(Box(WIDTH - inner_end - lower, 366, WIDTH - inner_end, 534), upper + 1, road)
    bases = (
        BasePlace(
            pyramid=Box(MARGIN, 252, MARGIN + BASE_WIDTH, 334),
            name=Box(MARGIN, 94, MARGIN + 300, 132),
            warriors=Box(MARGIN, 92, MARGIN + 300 + 378, 134),
            rightwards=True,
            in_line=True,
        ),
        BasePlace(
            pyramid=Box(WIDTH - MARGIN - BASE_WIDTH, 452, WIDTH - MARGIN, 534),
            name=Box(WIDTH - MARGIN - 300, 552, WIDTH - MARGIN, 590),
            warriors=Box(WIDTH - MARGIN - 300 - 378, 550, WIDTH - MARGIN, 592),
            rightwards=False,
            in_line=True,
        ),
    )
    killed = Box(MARGIN, 545, 250, 573), Box(260, 545, 488, 573)
    note = Box(MARGIN, 573, 488, 601)
    return _whole(height, (first, last), pitch, bases, killed, note)


def _row(box: Box, first: int, last: int) -> Row:
    return Row(box, Box(0, box.top - BAND, WIDTH, box.top), first, last)


def _whole(
    height: int,
    rows: tuple[Row, ...],
    pitch: int,
    bases: tuple[BasePlace, BasePlace],
    killed: tuple[Box, Box],
    note: Box,
) -> Layout:
    spaces = tuple(
        _space(row, index, number, pitch)
        for index, row in enumerate(rows)
        for number in range(row.first, row.last + 1)
    )
    return Layout(
        size=(WIDTH, height),
        title=Box(MARGIN, 10, 700, 56),
        status=Box(MARGIN, 56, 700, 92),
        cast=Box(720, 12, WIDTH - 8, 98),
        rows=rows,
        places=(_over(bases[0], rows, 0), *spaces, _over(bases[1], rows, len(rows) - 1)),
        bases=bases,
        killed=killed,
        note=note,
    )


def _space(row: Row, index: int, number: int, pitch: int) -> Place:
    left = row.box.left + COB + (number - row.first) * pitch
    box = Box(left, row.box.top, left + pitch - COB, row.box.bottom)
    stand = Box(box.left, box.top + 2, box.right, box.bottom - 36)
    return Place(box, stand, index, shade(number))


def shade(number: int) -> int:
    """Return which ground space `number` has."""
    return 1 + number % 2


def _over(base: BasePlace, rows: tuple[Row, ...], row: int) -> Place:
    box = Box(base.pyramid.left, rows[row].box.top, base.pyramid.right, base.pyramid.top - 2)
    return Place(box, box, row, 0)


def inner(place: Place) -> Box:
    """Return where stacks stand inside the frame that marks an occupied landing space."""
    stand = place.stand
    return Box(stand.left + 5, stand.top + 5, stand.right - 5, stand.bottom - 7)


def label(place: Place) -> Box:
    """Return where the number of a space is written: below where stacks stand."""
    return Box(place.box.left, place.stand.bottom, place.box.right, place.box.bottom - 2)
