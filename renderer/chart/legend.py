"""Drawing the names of the sides with their signs and chances."""

from collections.abc import Sequence
from math import ceil
from typing import Final

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.chart.look import Look, SideLook
from renderer.chart.parts import signs, signs_width
from renderer.chart.words import percent
from renderer.sketch import Sketch

SIZES: Final = ((30, 20), (24, 18))
"""Text sizes in pixels, normal and minimum: of one row, and of two."""
SIGN: Final = 1.12
"""The size of a sign, in sizes of the text beside it."""
GAP: Final = 10
"""The distances between sign, name and chance."""
APART: Final = 24
"""The distance between two sides."""
ROW: Final = 2
"""The number of sides in a row."""


def draw(
    sketch: Sketch, look: Look, names: Sequence[str], odds: Sequence[float], box: Box, say: Say
) -> None:
    """Draw the sign, name and chance of each side into `box`, two sides to a row.

    The second of two sides is at the right end. If a name doesn't fit, it becomes smaller and then
    shorter.
    """
    rows = ceil(len(names) / ROW)
    usual, least = SIZES[rows > 1]
    each = (box.width - APART) // ROW
    for index, (side, name, share) in enumerate(zip(look.sides, names, odds, strict=True)):
        row, column = divmod(index, ROW)
        y = box.top + box.height * (row + 0.5) / rows
        chance, wide = say(percent(share)), signs_width(side, usual * SIGN)
        room = int(each - wide - 2 * GAP - lettering.width(chance, usual, bold=True))
        shown, size = lettering.fit(_called(side, name, say), room, usual, bold=True, least=least)
        left = box.left + column * (each + APART)
        if rows == 1 and column:
            left += room - lettering.width(shown, size, bold=True)
        signs(sketch, side, left + wide / 2, y, usual * SIGN)
        end = sketch.write(left + wide + GAP, y, shown, size, side.ink)
        sketch.write(end + GAP, y, chance, usual, look.ink)


def _called(side: SideLook, name: str, say: Say) -> str:
    """Return the drawable part of a name; what the side's signs are called if that is empty."""
    words = Text("chart.signs", signs=tuple(sign.words for sign in side.signs))
    return lettering.drawable(name) or say(words)
