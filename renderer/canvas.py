"""A picture in the making: palette indices from the first stroke to the file."""

from functools import lru_cache

from PIL import Image

from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.png import encoded
from renderer.theme import Theme


class Canvas:
    """A copy of a picture, palette indices, on which drawings are laid and words are written.

    On one that is `half` as large, all is half as large and stands at half its distance.
    """

    def __init__(self, theme: Theme, blank: Image.Image, *, half: bool = False) -> None:
        self.theme = theme
        self.palette = palette(theme)
        self.picture = blank.copy()
        """What is drawn so far, as palette indices."""
        self._shrink = 2 if half else 1

    def lay(self, cut: CutOut, left: float, top: float) -> None:
        """Put a drawing on the canvas."""
        shown = cut.halved if self._shrink > 1 else cut
        place = round(left) // self._shrink, round(top) // self._shrink
        self.picture.paste(shown.drawn, place, shown.mask)

    def lay_at(self, cut: CutOut, x: float, y: float) -> None:
        """Put the middle of a drawing at x, y."""
        self.lay(cut, round(x) - cut.width // 2, round(y) - cut.height // 2)

    def cover(self, sheet: Image.Image, box: Box) -> None:
        """Show what `sheet`, palette indices as large as a whole picture, has in `box`."""
        edges = (box.left, box.top, box.right, box.bottom)
        part = sheet.crop(edges)
        if self._shrink > 1:
            part = self.palette.halved(part)
        self.picture.paste(part, (box.left // self._shrink, box.top // self._shrink))

    def write(
        self,
        text: str,
        box: Box,
        size: int,
        ink: Colour,
        ground: Colour,
        *,
        bold: bool = False,
        least: int | None = None,
    ) -> int:
        """Write `text` into `box` from its left, in the middle of its height; return its end.

        It is written on `ground`, smaller down to `least` where there is little room.
        """
        if not lettering.drawable(text) or box.width <= 0:
            return box.left
        shown, size = lettering.fit(text, box.width, size, bold, least)
        drawn = _written(self.theme, shown, (size, bold), (ground, ink))
        self.lay(drawn, box.left, lettering.top(box.top, box.bottom, size))
        return box.left + lettering.width(shown, size, bold)

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return encoded(self.picture, self.palette.bytes)


@lru_cache(maxsize=1024)
def _written(
    theme: Theme, text: str, face: tuple[int, bool], colours: tuple[Colour, Colour]
) -> CutOut:
    """Return `text` in a line of its own; of its `colours` the first is its ground."""
    drawn = lettering.mask(text, *face).point(palette(theme).ramp(*colours))
    return CutOut(theme, drawn, colours[0])
