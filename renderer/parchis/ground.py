"""Drawing the empty board: squares, corridors, goals and homes; cached by theme and seats."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.parchis.board import CORRIDOR, RING, SAFE
from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.parchis import layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import LEGIBLE, number, palette
from renderer.parchis.layout import ALONG, ENTRIES, GOAL_HALF, SIZE, STARTS, Point, Spot
from renderer.parchis.pieces import grown, shape
from renderer.parchis.view import Arm
from renderer.placing import Placed, Sprite
from renderer.raster import painted
from renderer.sketch import Sketch

_CORNER, _NUMBER = LEGIBLE, 18
"""The text sizes of numbers beside the goal, and elsewhere."""
SIGN: Final = 34
"""The size of the area with the sign of a safe square."""
_EMPTY, _START = 40, 29
"""The sizes of an empty place at home, and of the sign of a start."""
_RING, _HOLE = 27, 21.5
"""The outer and inner diameters of the ring of a safe square."""
_TIP: Final = 40
"""Half the width of the inner part of the goals."""
_DOOR: Final = (142, 155)
"""Where the door from a home to its start begins and ends, across the arm."""


class Part(Enum):
    """A part of the board with a colour of its own; walls and stairs are an arm's."""

    TABLE = "table"
    CELL = "cell"
    SAFE = "safe"
    WALL = "wall"
    STAIR = "stair"


@dataclass(frozen=True, slots=True)
class Ground:
    """What drawings lie on: a part of the board; `arm` makes a difference if each has its own."""

    part: Part
    arm: Arm = Arm.YELLOW

    def of(self, paints: Paints) -> Colour:
        """Return its colour."""
        match self.part:
            case Part.TABLE:
                return paints.ground
            case Part.CELL:
                return paints.cell
            case Part.SAFE:
                return paints.safe
            case Part.WALL:
                return paints.arms[self.arm].wall
            case Part.STAIR:
                return paints.arms[self.arm].stair


def ground_of(playing: frozenset[Arm], at: Spot) -> Ground:
    """Return what drawings on a square lie on."""
    if at.place in CORRIDOR:
        return Ground(Part.WALL, at.arm)
    own = _owner(STARTS, at.place, playing)
    if own is not None:
        return Ground(Part.STAIR, own)
    return Ground(Part.SAFE if at.place in SAFE else Part.CELL)


def _owner(places: Mapping[int, Arm], place: int, playing: frozenset[Arm]) -> Arm | None:
    """Return the arm whose start or entry is `place`, if it plays."""
    arm = places.get(place)
    return arm if arm in playing else None


@lru_cache(maxsize=12)
def bare(paints: Paints, playing: frozenset[Arm], pieces: int) -> Image.Image:
    """Return the picture of the empty board; it is cached, so do not modify it.

    Homes have places for so many `pieces`. Homes, corridors and goals of arms that do not play have
    no colour.
    """
    picture = palette(paints).indices(painted(sketched(paints, playing, pieces)))
    for placed in numbers(playing):
        drawn = placed.sprite.drawn(paints)
        picture.paste(drawn.drawn, placed.corner(drawn), drawn.mask)
    return picture


def sketched(paints: Paints, playing: frozenset[Arm], pieces: int, turn: int = 0) -> Sketch:
    """Return a sketch of the empty board without its numbers."""
    sketch = Sketch(SIZE, paints.ground)
    corridors = [Spot(place, arm, turn) for arm in sorted(playing) for place in CORRIDOR]
    for arm in Arm:
        if arm in playing:
            _home(sketch, paints, arm, pieces, turn)
        else:
            _panel(sketch, layout.home(arm, turn), paints.line, paints.ground)
    for at in (*_ring(turn), *corridors):
        _square(sketch, at, (ground_of(playing, at).of(paints), paints.line))
    for arm in Arm:
        _goal(sketch, paints, arm, turn, taken=arm in playing)
    for place in SAFE:
        _sign(sketch, paints, playing, Spot(place, Arm.YELLOW, turn))
    return sketch


def numbers(playing: frozenset[Arm], turn: int = 0) -> Iterator[Placed[Paints]]:
    """Yield the numbers of the squares of the ring."""
    for at in _ring(turn):
        own, point = _owner(STARTS, at.place, playing), layout.stands(*at).number
        size = _CORNER if layout.is_cut(at.place) else _NUMBER
        yield numbered(f"n{at.place}", point, str(at.place), (size, own), ground_of(playing, at))


def _ring(turn: int) -> Iterator[Spot]:
    return (Spot(place, Arm.YELLOW, turn) for place in range(1, RING + 1))


def numbered(
    id_: str, point: Point, text: str, face: tuple[int, Arm | None], ground: Ground
) -> Placed[Paints]:
    """Return the number of a square at a point; `face` is its size, and its arm if it has one."""
    size, _ = face
    left = point[0] - lettering.width(text, size, bold=True) // 2
    top = lettering.top(point[1], point[1], size)
    return Placed(id_, Sprite(number, (text, *face), ground), left, top, centred=False)


def _panel(sketch: Sketch, box: Box, edge: Colour, fill: Colour) -> None:
    """Draw the panel of a home."""
    sketch.bar(box.left, box.top, box.right, box.bottom, edge, 18)
    sketch.bar(box.left + 2, box.top + 2, box.right - 2, box.bottom - 2, fill, 16)


def _home(sketch: Sketch, paints: Paints, arm: Arm, pieces: int, turn: int) -> None:
    """Draw a home with its empty places, and the door to its start."""
    look = paints.arms[arm]
    _panel(sketch, layout.home(arm, turn), look.wall_edge, look.wall)
    at, _, row = layout.cell(layout.start(arm), arm)
    near, (first, last) = GOAL_HALF + ALONG * row, _DOOR
    for inset, fill in ((0, look.wall_edge), (2, look.stair)):
        low, high = near + inset, near + ALONG - inset
        corners = ((first, low), (last + inset, low), (last + inset, high), (first, high))
        sketch.polygon([layout.turned(at, *corner, turn) for corner in corners], fill)
    for index in range(pieces):
        shape(sketch, arm, *layout.at_home(arm, index, pieces, turn), _EMPTY, look.stair)


def _square(sketch: Sketch, at: Spot, colours: tuple[Colour, Colour]) -> None:
    """Draw a square in the colours of its ground and its edges; edges are on whole pixels."""
    ground, line = colours
    if layout.is_cut(at.place):
        corners = layout.outline(*at)
        sketch.polygon(corners, ground)
        sketch.path((*corners, corners[0]), 2, line)
        return
    box = layout.square(*at)
    for inset, fill in ((-1, line), (1, ground)):
        edges = (box.left + inset, box.top + inset, box.right - inset, box.bottom - inset)
        sketch.bar(*edges, fill)


def _goal(sketch: Sketch, paints: Paints, arm: Arm, turn: int, *, taken: bool) -> None:
    """Draw a goal, in its colours if its arm is `taken`."""
    look = paints.arms[arm]
    outer, inner = (look.stair, look.wall) if taken else (paints.ground, paints.cell)
    for half, fill in ((GOAL_HALF, outer), (_TIP, inner)):
        corners = [layout.turned(arm, *at, turn) for at in ((-half, half), (half, half), (0, 0))]
        sketch.polygon(corners, fill)
        sketch.path((*corners, corners[0]), 2, paints.line)


def _sign(sketch: Sketch, paints: Paints, playing: frozenset[Arm], at: Spot) -> None:
    """Draw the sign of a start, or the ring of a safe square, with the arrow of an entry."""
    (x, y), ground = layout.stands(*at).alone, ground_of(playing, at).of(paints)
    own, entry = _owner(STARTS, at.place, playing), _owner(ENTRIES, at.place, playing)
    if own is not None:
        shape(sketch, own, x, y, _START, paints.arms[own].wall_edge)
        grown(sketch, own, x, y, _START, -2.8, ground)
        return
    sketch.disc(x, y, _RING, paints.ring)
    sketch.disc(x, y, _HOLE, ground)
    if entry is not None:
        out = GOAL_HALF + ALONG * 7
        tip = ((15, out + 10), (22, out + 24), (8, out + 24))
        points = [layout.turned(entry, *point, at.turn) for point in tip]
        sketch.polygon(points, paints.arms[entry].wall_edge)
