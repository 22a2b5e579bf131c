"""Cut-outs, and the picture they are laid on, in palette indices of Parchís."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.palette import Palette
from renderer.parchis.colours import Paints
from renderer.parchis.layout import Point
from renderer.parchis.view import Arm
from renderer.placing import Placed
from renderer.png import encoded
from renderer.sketch import Sketch

_MOST: Final = 84  # colours; four arms need more than the two sides of a road

_LEVEL: Final = 6  # of compression; the many lines of the board repay it

_EDGE: Final = range(100, 156)  # the coverage that text shows as half; more makes larger files
_NONE, _HALF, _FULL = 0, 128, 255


LEGIBLE: Final = 16
"""The smallest size of text; on a phone, where a picture is half as wide, it is half as large."""


@lru_cache(maxsize=8)
def palette(paints: Paints) -> Palette:
    """Return the palette of these colours."""
    pairs = tuple(paints.meeting())
    blends = (_half(one, other) for one, other in pairs)
    return Palette(paints.all, blends, _MOST)


def _half(one: Colour, other: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(one, other, strict=True))
    return red, green, blue


def cut(sketch: Sketch, paints: Paints, ground: Colour) -> CutOut:
    """Return a finished sketch as a drawing whose background `ground` is transparent."""
    return CutOut(palette(paints), sketch, ground)


class Sheet:
    """A copy of an empty board, to lay drawings and write text on.

    If the sheet is of another `size`, the board is at its top.
    """

    def __init__(self, paints: Paints, blank: Image.Image, size: tuple[int, int]) -> None:
        self.paints = paints
        self.picture = Image.new("L", size, palette(paints).index(paints.ground))
        """The picture so far, in palette indices."""
        self.picture.paste(blank)

    def lay(self, shown: CutOut, at: Point) -> None:
        """Lay a drawing centred at a point."""
        corner = at[0] - shown.width // 2, at[1] - shown.height // 2
        self.picture.paste(shown.drawn, corner, shown.mask)

    def put(self, placed: Placed[Paints]) -> None:
        """Lay a sprite at its place."""
        shown = placed.sprite.drawn(self.paints)
        self.picture.paste(shown.drawn, placed.corner(shown), shown.mask)

    def write(
        self,
        text: str,
        box: Box,
        size: int,
        colours: tuple[Colour, Colour],
        *,
        bold: bool = True,
        centred: bool = False,
        least: int = LEGIBLE,
    ) -> int:
        """Write text into a box, from its left or `centred`, and return the right end.

        `colours` are background and ink. If the text does not fit, its size shrinks down to
        `least`; if that is not enough, the text is shortened.
        """
        if not lettering.drawable(text) or box.width <= 0:
            return box.left
        shown, size = lettering.fit(text, box.width, size, bold, least)
        drawn = written(self.paints, shown, (size, bold), colours)
        wide = lettering.width(shown, size, bold)
        left = box.middle - wide // 2 if centred else box.left
        at = left, lettering.top(box.top, box.bottom, size)
        self.picture.paste(drawn.drawn, at, drawn.mask)
        return left + wide

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file."""
        return encoded(self.picture, palette(self.paints).bytes, _LEVEL)


@lru_cache(maxsize=1024)
def written(
    paints: Paints, text: str, face: tuple[int, bool], colours: tuple[Colour, Colour]
) -> CutOut:
    """Return a line of text in few tones; `face` is size and weight, `colours` ground and ink."""
    ramp = palette(paints).ramp(*colours)
    coarse = [ramp[_tone(cover)] for cover in range(256)]
    return CutOut(palette(paints), lettering.mask(text, *face).point(coarse), colours[0])


def number(paints: Paints, text: str, size: int, arm: Arm | None, ground: Colour) -> CutOut:
    """Return the number of a square, in the ink of its arm if it is one's own."""
    ink = paints.number if arm is None else paints.arms[arm].ink
    line = written(paints, text, (size, True), (ground, ink))
    sketch = Sketch((line.width, line.height), ground)
    sketch.word(line.width / 2, size * (1 - lettering.DIGITS), text, size, ink)
    return CutOut(palette(paints), line.drawn, ground, sketch)


def _tone(cover: int) -> int:
    """Return the nearest of three tones, of which the middle one is narrow."""
    return _HALF if cover in _EDGE else _NONE if cover < _EDGE.start else _FULL
