"""Cut-outs, and the picture they are laid on, in palette indices of Parchís."""

from functools import lru_cache
from typing import Final

from PIL import Image

from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.palette import Palette
from renderer.parchis.colours import Paints
from renderer.parchis.layout import Point
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


class Cut:
    """A drawing whose background is transparent."""

    def __init__(self, drawn: Image.Image, paints: Paints, ground: Colour) -> None:
        bare = palette(paints).index(ground)
        self.drawn = drawn
        self.mask = drawn.point([0 if i == bare else 255 for i in range(256)]).convert("1")


def cut(sketch: Sketch, paints: Paints, ground: Colour) -> Cut:
    """Return a finished sketch as a drawing whose background `ground` is transparent."""
    return Cut(palette(paints).indices(sketch.picture()), paints, ground)


class Sheet:
    """A copy of an empty board, to lay drawings and write text on.

    If the sheet is of another `size`, the board is at its top.
    """

    def __init__(self, paints: Paints, blank: Image.Image, size: tuple[int, int]) -> None:
        self.paints = paints
        self.picture = Image.new("L", size, palette(paints).index(paints.ground))
        """The picture so far, in palette indices."""
        self.picture.paste(blank)

    def lay(self, shown: Cut, at: Point) -> None:
        """Lay a drawing centred at a point."""
        drawn = shown.drawn
        corner = at[0] - drawn.width // 2, at[1] - drawn.height // 2
        self.picture.paste(drawn, corner, shown.mask)

    def clear(self, box: Box, ground: Colour) -> None:
        """Fill a box with a colour."""
        edges = box.left, box.top, box.right, box.bottom
        self.picture.paste(palette(self.paints).index(ground), edges)

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
) -> Cut:
    """Return a line of text in few tones; `face` is size and weight, `colours` ground and ink."""
    ramp = palette(paints).ramp(*colours)
    coarse = [ramp[_tone(cover)] for cover in range(256)]
    return Cut(lettering.mask(text, *face).point(coarse), paints, colours[0])


def _tone(cover: int) -> int:
    """Return the nearest of three tones, of which the middle one is narrow."""
    return _HALF if cover in _EDGE else _NONE if cover < _EDGE.start else _FULL
