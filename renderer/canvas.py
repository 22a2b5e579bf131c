"""A picture in the making: palette indices from the first stroke to the file."""

from functools import lru_cache

from PIL import Image, ImageDraw

from renderer import lettering
from renderer.box import Box
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.png import Blank
from renderer.theme import Colour, Theme


class Canvas:
    """A copy of a blank, on which drawings are laid and words are written.

    On one that is `half` as large, all is half as large and stands at half its distance.
    """

    def __init__(self, theme: Theme, blank: Blank, *, half: bool = False) -> None:
        self.theme = theme
        self.palette = palette(theme)
        self.picture = blank.copy()
        """What is drawn so far, as palette indices."""
        self._blank = blank
        self._shrink = 2 if half else 1
        self._pen = ImageDraw.Draw(self.picture)

    def lay(self, cut: CutOut, left: int, top: int) -> None:
        """Put a drawing on the canvas."""
        shown = cut.halved if self._shrink > 1 else cut
        self.picture.paste(shown.drawn, (left // self._shrink, top // self._shrink), shown.mask)

    def bar(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a rectangle; its last column and line are inside."""
        edges = [edge // self._shrink for edge in box]
        self._pen.rectangle(edges, fill=self.palette.index(colour))

    def write(
        self,
        text: str,
        box: Box,
        size: int,
        ink: Colour,
        *,
        bold: bool = False,
        ground: Colour | None = None,
    ) -> int:
        """Write `text` into `box` from its left, in the middle of its height; return its end."""
        shown, size = lettering.fit(lettering.drawable(text), box.width, size, bold)
        if not shown:
            return box.left
        top = lettering.top(0, box.height, size)
        colours = ground or self.theme.ground, ink
        self.lay(_written(self.theme, shown, (size, bold), colours, (top, box.height)), *box.start)
        return box.left + lettering.width(shown, size, bold)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return self._blank.file(self.picture, self.palette.bytes)


@lru_cache(maxsize=512)
def _written(
    theme: Theme,
    text: str,
    face: tuple[int, bool],
    colours: tuple[Colour, Colour],
    place: tuple[int, int],
) -> CutOut:
    """Return `text` in a line; `place` tells where in it the text begins, and how high it is.

    Of the two `colours` the first is its ground. What does not fit into the line is cut off.
    """
    mask, (top, high) = lettering.mask(text, *face), place
    line = Image.new("L", (mask.width, high))
    line.paste(mask, (0, top))
    return CutOut(theme, line.point(palette(theme).ramp(*colours)))
