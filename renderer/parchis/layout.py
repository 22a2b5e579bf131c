"""Where things are on the board of Parchís, in units: the picture is 1000 wide and 1060 high.

All edges of squares lie on whole pixels when a unit is 0.8 pixels. An *arm* of the cross points
down (0, yellow), right (1, blue), up (2, red) or left (3, green). In an arm, `across` runs to its
right as seen from the middle of the board, and `out` from there to its end.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from engine.parchis.board import CORRIDOR, RING

WIDTH, HEIGHT = 1000, 1060
HEAD: Final = 65
"""The height of the header above the board."""

LANE, STEP = 120, 45
"""The size of a square: across its lane, and along it."""

GOAL: Final = 3 * LANE // 2 - STEP
"""From the middle to the edge of the goals."""

CROSS: Final = 3 * LANE // 2
"""From the middle to the edge of an arm."""

BOARD: Final = CROSS + 7 * STEP
"""From the middle to the end of an arm."""

PIECE: Final = 42
"""The diameter of a piece."""

HOME_INSET: Final = 9
"""The distance between a home and the arms beside it."""

HOME_PIECES: Final = 66
"""The distance between pieces at home."""

_QUARTER: Final = RING // 4
_ROWS: Final = 8


class Point(NamedTuple):
    """A point of the picture."""

    x: float
    y: float


MIDDLE: Final = Point(WIDTH / 2, HEAD + BOARD)


class Spot(NamedTuple):
    """A square in an arm: its lane, 1 to the right or 0 or -1, and its row, 0 at the goals."""

    arm: int
    lane: int
    row: int


@dataclass(frozen=True, slots=True)
class Stands:
    """Where on a square the pieces stand: alone, or two side by side; and where its number is."""

    alone: Point
    pair: tuple[Point, Point]
    number: Point


@dataclass(frozen=True, slots=True)
class Home:
    """A home: its corners, and the middle of the name, of each piece, and of the die."""

    upper_left: Point
    lower_right: Point
    name: Point
    pieces: tuple[Point, ...]
    die: Point


def turned(arm: int, across: float, out: float) -> Point:
    """Return a point of an arm in the picture."""
    for _ in range(arm):
        across, out = out, -across
    return Point(MIDDLE.x + across, MIDDLE.y + out)


def spot(place: int, arm: int = 0) -> Spot:
    """Return where a square of the ring is, or one of the corridor of `arm`."""
    if place in CORRIDOR:
        return Spot(arm, 0, CORRIDOR[-1] - place)
    quarter, at = divmod(place - 1, _QUARTER)
    if at < _ROWS:
        return Spot(quarter, 1, _ROWS - 1 - at)
    following = (quarter + 1) % 4
    if at == _QUARTER - 1:
        return Spot(following, 0, _ROWS - 1)
    return Spot(following, -1, at - _ROWS)


@lru_cache
def outline(place: int, arm: int = 0) -> tuple[Point, ...]:
    """Return the corners of a square; those at the goals are cut by a diagonal."""
    arm, lane, row = spot(place, arm)
    near, far = GOAL + STEP * row, GOAL + STEP * (row + 1)
    left, right = lane * LANE - LANE / 2, lane * LANE + LANE / 2
    near_left, near_right = left, right
    if row == 0 and lane > 0:
        near_right = CROSS - STEP
    elif row == 0 and lane < 0:
        near_left = STEP - CROSS
    corners = ((left, far), (right, far), (near_right, near), (near_left, near))
    return tuple(turned(arm, across, out) for across, out in corners)


@lru_cache
def centre(place: int, arm: int = 0) -> Point:
    """Return the middle of a square's lane."""
    arm, lane, row = spot(place, arm)
    return turned(arm, lane * LANE, GOAL + STEP * (row + 0.5))


@lru_cache
def stands(place: int, arm: int = 0) -> Stands:
    """Return where pieces stand on a square of the ring, or of the corridor of `arm`."""
    arm, lane, row = spot(place, arm)
    out = number_out = GOAL + STEP * (row + 0.5)
    if lane == 0:
        alone, pair, number = 19.0, (-2.0, 39.0), -40.0
    elif row == 0:
        # The diagonal leaves less room, and most of it at the wide end.
        alone, pair = lane * 98.0, (lane * 80.0, lane * 117.0)
        upright = arm % 2 == 0
        number, number_out = (lane * 150.0, 170.0) if upright else (lane * 147.0, 166.0)
    else:
        alone, pair, number = lane * 101.0, (lane * 81.0, lane * 122.0), lane * 160.0
    first, second = (turned(arm, across, out) for across in pair)
    return Stands(turned(arm, alone, out), (first, second), turned(arm, number, number_out))


def goal(arm: int) -> Point:
    """Return where the pieces in a goal are counted."""
    return turned(arm, 0, 83)


def goal_corners(arm: int) -> tuple[Point, Point, Point]:
    """Return the corners of a goal, a triangle whose tip is the middle of the board."""
    return turned(arm, -GOAL, GOAL), turned(arm, GOAL, GOAL), MIDDLE


def lesson(place: int) -> Point:
    """Return where a piece under instruction stands: at the rim of its home, beside a square."""
    arm, _, row = spot(place)
    return turned(arm, CROSS + 27, GOAL + STEP * (row + 0.5))


@lru_cache
def home(arm: int) -> Home:
    """Return the home of a colour, in the corner to the right of its arm."""
    corner, other = turned(arm, CROSS, CROSS), turned(arm, BOARD, BOARD)
    right, below = other.x > corner.x, other.y > corner.y
    left, end = sorted((corner.x + (HOME_INSET if right else -HOME_INSET), other.x))
    top, bottom = sorted((corner.y + (HOME_INSET if below else -HOME_INSET), other.y))
    # Names are next to the outer edge, so that they are never beside a start.
    name, pieces, die = (
        (bottom - 36, top + 56, top + 168) if below else (top + 36, top + 249, top + 137)
    )
    x = (left + end) / 2
    return Home(
        Point(left, top),
        Point(end, bottom),
        Point(x, name),
        tuple(Point(x + (number - 1.5) * HOME_PIECES, pieces) for number in range(4)),
        Point(x, die),
    )
