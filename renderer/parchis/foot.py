"""The lines below the board: who plays with whom, the match, and the changed options."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Final

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.parchis import layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import Sheet, cut
from renderer.parchis.layout import MARGIN, SIZE
from renderer.parchis.people import brief
from renderer.parchis.view import ParchisView
from renderer.sketch import Sketch

PAIRS, SCORE, NOTE = 20, 22, 18
"""Text sizes, in pixels."""
_ROUND: Final = 8
_APART: Final = 3  # pixels from a plate to the next line


class Ground(Enum):
    """What a line is written on."""

    BARE = auto()
    PLATE = auto()
    GOLD = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text with its size and what it is written on."""

    text: str
    size: int
    ground: Ground = Ground.BARE


def lines(view: ParchisView, say: Say) -> tuple[Line, ...]:
    """Return the lines of a view's foot, from the top; in most games there are none."""
    return tuple(_lines(view, say))


def _lines(view: ParchisView, say: Say) -> Iterator[Line]:
    if view.pairs:
        names = [Text("parchis.picture.name", name=Name(brief(seat, say))) for seat in view.seats]
        both = Text("parchis.pairs", one=tuple(names[::2]), other=tuple(names[1::2]))
        yield Line(say(both), PAIRS)
    if view.score is not None:
        yield Line(say(view.score), SCORE, Ground.PLATE)
    if view.result is not None:
        yield Line(say(view.result), SCORE, Ground.GOLD)
    if view.changed:
        text = say(Text("picture.changed", changes=view.changed))
        for line in lettering.lines(text, SIZE[0] - 2 * MARGIN, NOTE):
            yield Line(line, NOTE)


def draw(sheet: Sheet, shown: Sequence[Line]) -> None:
    """Draw the lines of a foot."""
    paints = sheet.paints
    gold = paints.arms[0]
    colours = {
        Ground.BARE: (paints.ground, paints.soft),
        Ground.PLATE: (paints.safe, paints.number),
        Ground.GOLD: (gold.face, gold.inlay),
    }
    for line, box in zip(shown, layout.foot(len(shown)), strict=True):
        plated = line.ground is not Ground.BARE
        room, (ground, ink) = box, colours[line.ground]
        if plated:
            room = Box(box.left, box.top, box.right, box.bottom - _APART)
            sheet.lay(_plate(paints, ground, room.size), layout.centre(room))
        sheet.write(line.text, room, line.size, (ground, ink), bold=plated, centred=plated)


@lru_cache(maxsize=8)
def _plate(paints: Paints, fill: Colour, size: tuple[int, int]) -> CutOut:
    """Return a plate with round corners, to write on."""
    sketch = Sketch(size, paints.ground)
    sketch.bar(0, 0, *size, fill, _ROUND)
    return cut(sketch, paints, paints.ground)
