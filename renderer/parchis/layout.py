"""The layout of a picture in pixels: squares, corridors, homes, goals and foot; pure geometry.

In an arm, `across` counts to the right and `out` away from the middle, seen from the middle. Where
the board is turned, `turn` is by how many quarters, counter-clockwise; text stays upright.
"""

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.parchis.board import CORRIDOR, RING
from renderer.box import Box
from renderer.parchis.view import Arm

Point: TypeAlias = tuple[int, int]

HEAD: Final = 52
ACROSS, ALONG = 96, 36
"""The size of a square, across its lane and along it."""
GOAL_HALF: Final = 108
CROSS_HALF: Final = 144
BOARD_HALF: Final = 396
MIDDLE: Final = (400, HEAD + BOARD_HALF)
SIZE: Final = (800, HEAD + 2 * BOARD_HALF + 4)
"""The size of a picture without a foot."""
MARGIN: Final = 12
FOOT: Final = 34
"""The height of a line of the foot."""

PIECE, AT_HOME, IN_GOAL = 34, 43, 50
"""The sizes of pieces on squares, at home and in the goal."""

MOST: Final = 2
"""The maximum number of pieces on a square."""
STARTS: Final = {5: Arm.YELLOW, 22: Arm.BLUE, 39: Arm.RED, 56: Arm.GREEN}
ENTRIES: Final = {68: Arm.YELLOW, 17: Arm.BLUE, 34: Arm.RED, 51: Arm.GREEN}
_CORNERS: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_STEP: Final = 53  # from one piece at home to the next


class Cell(NamedTuple):
    """Where a square is: `lane` 1 leads outwards, 0 is in the middle, -1 leads inwards."""

    arm: Arm
    lane: int
    row: int


class Spot(NamedTuple):
    """A square; `arm` is YELLOW for every square of the ring, which belongs to no arm."""

    place: int
    arm: Arm
    turn: int = 0


class Stands(NamedTuple):
    """Where pieces stand on a square, alone, two or `between` two, and where its number is."""

    alone: Point
    first: Point
    second: Point
    between: Point
    number: Point


def start(arm: Arm) -> int:
    """Return the start of an arm."""
    return 5 + 17 * arm


def lesson(arm: Arm) -> range:
    """Return the squares beside which a piece of an arm is under instruction."""
    return range(start(arm) - 4, start(arm))


def drawn_as(arm: Arm, turn: int) -> Arm:
    """Return the arm that is where this one is drawn if the board isn't turned."""
    return Arm((arm + turn) % len(Arm))


def turned(arm: Arm, across: int, out: int, turn: int = 0) -> Point:
    """Return the pixel at these coordinates of an arm."""
    for _ in range(drawn_as(arm, turn)):
        across, out = out, -across
    return MIDDLE[0] + across, MIDDLE[1] + out


@cache
def spot(place: int, arm: Arm, turn: int = 0) -> Spot:
    """Return the square at a place of a seat of this arm."""
    return Spot(place, arm if place in CORRIDOR else Arm.YELLOW, turn)


@cache
def cell(place: int, arm: Arm) -> Cell:
    """Return where a square of the ring, or of the corridor of `arm`, is."""
    if place in CORRIDOR:
        return Cell(arm, 0, CORRIDOR[-1] - place)
    quarter, index = divmod(place - 1, 17)
    if index < 8:
        return Cell(Arm(quarter), 1, 7 - index)
    after = Arm((quarter + 1) % 4)
    return Cell(after, 0, 7) if index == 16 else Cell(after, -1, index - 8)


def is_cut(place: int) -> bool:
    """Tell whether a square is beside the goal and cut off by a diagonal."""
    return place in range(1, RING + 1) and cell(place, Arm.YELLOW).row == 0


@cache
def outline(place: int, arm: Arm, turn: int = 0) -> tuple[Point, ...]:
    """Return the corners of a square; those beside the goal are cut off by its diagonals."""
    at, lane, row = cell(place, arm)
    near, far = GOAL_HALF + ALONG * row, GOAL_HALF + ALONG * (row + 1)
    left, right = lane * ACROSS - ACROSS // 2, lane * ACROSS + ACROSS // 2
    inner_left = -GOAL_HALF if lane < 0 and row == 0 else left
    inner_right = GOAL_HALF if lane > 0 and row == 0 else right
    corners = ((left, far), (right, far), (inner_right, near), (inner_left, near))
    return tuple(turned(at, *corner, turn) for corner in corners)


@cache
def square(place: int, arm: Arm, turn: int = 0) -> Box:
    """Return the box around a square."""
    points = outline(place, arm, turn)
    columns, rows = [x for x, _ in points], [y for _, y in points]
    return Box(min(columns), min(rows), max(columns), max(rows))


@cache
def stands(place: int, arm: Arm, turn: int = 0) -> Stands:
    """Return the stands of a square, those of two pieces at the same distance from `between`."""
    at, lane, row = cell(place, arm)
    out = number_out = GOAL_HALF + ALONG * row + ALONG // 2
    if not lane:
        alone, first, second, number = 15, -1, 31, -32
    elif row:
        alone, first, second, number = (lane * each for each in (81, 65, 97, 128))
    else:
        # The diagonal leaves room for a number in the corner that is farthest from it.
        number, number_out = (116, 132) if drawn_as(at, turn) % 2 else (118, 136)
        alone, first, second, number = (lane * each for each in (78, 63, 93, number))
    return Stands(
        turned(at, alone, out, turn),
        turned(at, first, out, turn),
        turned(at, second, out, turn),
        turned(at, (first + second) // 2, out, turn),
        turned(at, number, number_out, turn),
    )


@cache
def porch(place: int, turn: int = 0) -> Point:
    """Return where a piece under instruction stands, beside a square before its start."""
    at, _, row = cell(place, Arm.YELLOW)
    return turned(at, CROSS_HALF + 22, GOAL_HALF + ALONG * row + ALONG // 2, turn)


def goal(arm: Arm, turn: int = 0) -> Point:
    """Return where the pieces in a goal stand."""
    return turned(arm, 0, 66, turn)


def goal_landing(arm: Arm, turn: int = 0, *, taken: bool) -> Point:
    """Return where a piece would land in a goal that already holds pieces if `taken`."""
    return turned(arm, 52 if taken else 0, 88 if taken else 67, turn)


@cache
def home(arm: Arm, turn: int = 0) -> Box:
    """Return the panel of a home."""
    right, below = _CORNERS[drawn_as(arm, turn)]
    columns = sorted((MIDDLE[0] + right * 151, MIDDLE[0] + right * 395))
    rows = sorted((MIDDLE[1] + below * 151, MIDDLE[1] + below * 395))
    return Box(columns[0], rows[0], columns[1], rows[1])


def _row(arm: Arm, inside: int, turn: int) -> Point:
    """Return the middle of a row in a home, so many pixels inside its outer edge."""
    panel, (_, below) = home(arm, turn), _CORNERS[drawn_as(arm, turn)]
    return panel.middle, panel.top + inside if below < 0 else panel.bottom - inside


def name(arm: Arm, turn: int = 0, *, learns: bool) -> Box:
    """Return the area of the name in a home, beside a piece under instruction if one `learns`."""
    return around(_row(arm, 29, turn), 172 if learns else 224, 40)


def cast(arm: Arm, turn: int = 0) -> Point:
    """Return the middle of the throw in a home."""
    return _row(arm, 105, turn)


@cache
def at_home(arm: Arm, index: int, pieces: int, turn: int = 0) -> Point:
    """Return where the piece `index`, counted from 0, of so many `pieces` stands at home."""
    x, y = _row(arm, 187, turn)
    return round(x + (index - (pieces - 1) / 2) * _STEP), y


def foot(lines: int) -> tuple[Box, ...]:
    """Return the lines of a foot, from the top."""
    width, top = SIZE
    tops = range(top, top + FOOT * lines, FOOT)
    return tuple(Box(MARGIN, y, width - MARGIN, y + FOOT) for y in tops)


def size(lines: int) -> tuple[int, int]:
    """Return the width and height of a picture whose foot has so many lines."""
    width, height = SIZE
    return width, height + FOOT * lines


def centre(box: Box) -> Point:
    """Return the middle of a box."""
    return box.middle, (box.top + box.bottom) // 2


def shifted(box: Box, down: int) -> Box:
    """Return a box moved down."""
    return Box(box.left, box.top + down, box.right, box.bottom + down)


def around(point: Point, width: int, height: int | None = None) -> Box:
    """Return a box of this size around a point."""
    height = width if height is None else height
    left, top = point[0] - width // 2, point[1] - height // 2
    return Box(left, top, left + width, top + height)
