"""How a road lies in a picture: its rows, its spaces, its bases; pure geometry, in pixels.

A road is one row, or bends into two or three that are all read from left to right, like lines
of writing: so a stack that heads to the right in one row does so in every row. Above each row
runs a band in which the last move is traced.
"""

from dataclasses import dataclass
from math import ceil

from renderer.box import Box

WIDTH = 1200
MARGIN = 22
COB = 12
"""How wide the cob between two spaces is."""
HUSK = 10
"""How far the husk of a cob reaches below its row."""
BAND = 34
"""How high the strip above a row is, where the last move is traced."""
TORN = 22
"""How far the torn end of a row reaches beyond its last cob."""
BASE_WIDTH = 92
BESIDE = 8
"""The gap between a base and the road."""
WIDEST = 150
"""The widest step from space to space."""
LABEL = 38
"""The room at the foot of a space, for its number."""
PYRAMID = 92

ROWS = ((13, 1), (24, 2), (31, 3))
"""The longest road of one row, of two and of three."""
HEIGHTS = {1: 194, 2: 178, 3: 172}
"""How high each of so many rows is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where stacks stand: a space of the road, or the ground over a base.

    `box` is the whole place, `stand` the part where stacks stand; `shade` tells which of the
    grounds it has (0 outside the road, then 1 and 2 by turns).
    """

    box: Box
    stand: Box
    row: int
    shade: int


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the road, the band above it, and which places it holds, counted from the left."""

    box: Box
    band: Box
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Roadway:
    """A road as it lies; `places` go from the left base over the spaces to the right one."""

    rows: tuple[Row, ...]
    places: tuple[Spot, ...]
    pyramids: tuple[Box, Box]


def roadway(road: int, top: int, high: int | None = None, band: int = BAND) -> Roadway:
    """Return how a road of `road` spaces lies under `top`.

    Its rows are as high as they usually are, or `high`; above each runs a band `band` high.
    """
    rows, pitch = _rows(road, top, high, band)
    pyramids = _pyramids(rows)
    return Roadway(rows, _places(rows, pitch, pyramids), pyramids)


def counts(road: int) -> tuple[int, ...]:
    """Return how many spaces each row has."""
    rows = next(rows for longest, rows in ROWS if road <= longest)
    if rows == 1:
        return (road,)
    if rows == 2:
        return ceil(road / 2), road // 2
    return road // 3, road - 2 * (road // 3), road // 3


def _rows(road: int, top: int, high: int | None, band: int) -> tuple[tuple[Row, ...], int]:
    """Return the rows of a road under `top`, and the step from one space to the next."""
    in_row = counts(road)
    high, beside = high or HEIGHTS[len(in_row)], BASE_WIDTH + BESIDE
    room = WIDTH - 2 * MARGIN - COB
    last = len(in_row) - 1
    ends = [(beside if i == 0 else TORN, beside if i == last else TORN) for i in range(last + 1)]
    pitches = [(room - a - b) // n for n, (a, b) in zip(in_row, ends, strict=True)]
    pitch = min(WIDEST, *pitches)
    rows: list[Row] = []
    first = 1
    for index, spaces in enumerate(in_row):
        long = pitch * spaces + COB
        left = (WIDTH - long) // 2
        if last and index == 0:
            left = MARGIN + beside
        elif last and index == last:
            left = WIDTH - MARGIN - beside - long
        y = top + band + index * (high + band + HUSK + 2)
        box = Box(left, y, left + long, y + high)
        rows.append(Row(box, Box(0, y - band, WIDTH, y), first, first + spaces - 1))
        first += spaces
    return tuple(rows), pitch


def _places(rows: tuple[Row, ...], pitch: int, pyramids: tuple[Box, Box]) -> tuple[Spot, ...]:
    """Return the places of `rows` with those over the bases."""
    spaces = tuple(
        _space(row, index, number, pitch)
        for index, row in enumerate(rows)
        for number in range(row.first, row.last + 1)
    )
    left, right = pyramids
    return (_over(left, rows, 0), *spaces, _over(right, rows, len(rows) - 1))


def _pyramids(rows: tuple[Row, ...]) -> tuple[Box, Box]:
    first, last = rows[0].box, rows[-1].box
    left, right = first.left - BESIDE - BASE_WIDTH, last.right + BESIDE
    high = min(PYRAMID, first.height // 2)
    return (
        Box(left, first.bottom - high, left + BASE_WIDTH, first.bottom),
        Box(right, last.bottom - high, right + BASE_WIDTH, last.bottom),
    )


def _space(row: Row, index: int, number: int, pitch: int) -> Spot:
    left = row.box.left + COB + (number - row.first) * pitch
    box = Box(left, row.box.top, left + pitch - COB, row.box.bottom)
    stand = Box(box.left, box.top + 2, box.right, box.bottom - LABEL)
    return Spot(box, stand, index, shade(number))


def shade(number: int) -> int:
    """Return which ground space `number` has, counted from the left."""
    return 1 + number % 2


def _over(pyramid: Box, rows: tuple[Row, ...], row: int) -> Spot:
    box = Box(pyramid.left, rows[row].box.top, pyramid.right, pyramid.top - 2)
    return Spot(box, box, row, 0)


def inner(place: Spot) -> Box:
    """Return where stacks stand inside the frame that marks an occupied landing space."""
    stand = place.stand
    return Box(stand.left + 5, stand.top + 5, stand.right - 5, stand.bottom - 7)


def label(place: Spot) -> Box:
    """Return where the number of a space is written: below where stacks stand."""
    return Box(place.box.left, place.stand.bottom, place.box.right, place.box.bottom - 2)
