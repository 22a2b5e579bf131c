"""The canvas: a picture being drawn in palette indices, which can be saved as PNG."""

from functools import lru_cache

from PIL import Image

from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.palette import palette
from renderer.placing import Placed
from renderer.png import encoded
from renderer.theme import Theme


class Canvas:
    """A copy of a picture in palette indices, to paste drawings and write text on.

    If `half` is true, the picture has half the size, and all coordinates and sizes are halved.
    """

    def __init__(self, theme: Theme, blank: Image.Image, *, half: bool = False) -> None:
        self.theme = theme
        self.palette = palette(theme)
        self.picture = blank.copy()
        """The picture so far, in palette indices."""
        self._shrink = 2 if half else 1

    def lay(self, cut: CutOut, left: float, top: float) -> None:
        """Paste a drawing with its upper left corner at left, top."""
        shown = cut.halved if self._shrink > 1 else cut
        place = round(left) // self._shrink, round(top) // self._shrink
        self.picture.paste(shown.drawn, place, shown.mask)

    def lay_at(self, cut: CutOut, x: float, y: float) -> None:
        """Paste a drawing centred at x, y."""
        self.lay(cut, round(x) - cut.width // 2, round(y) - cut.height // 2)

    def put(self, placed: Placed[Theme]) -> None:
        """Paste a sprite at its place."""
        drawn = placed.sprite.drawn(self.theme)
        self.lay(drawn, *placed.corner(drawn))

    def cover(self, sheet: Image.Image, box: Box) -> None:
        """Copy `box` from `sheet`, which is a picture in palette indices at full size."""
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
        """Write `text` into `box`, left-aligned and vertically centred; return its right end.

        `ground` is the background colour. If the text does not fit, its size shrinks down to
        `least`; if that is not enough, the text is shortened.
        """
        if not lettering.drawable(text) or box.width <= 0:
            return box.left
        shown, size = lettering.fit(text, box.width, size, bold, least)
        drawn = _written(self.theme, shown, (size, bold), (ground, ink))
        self.lay(drawn, box.left, lettering.top(box.top, box.bottom, size))
        return box.left + lettering.width(shown, size, bold)

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file."""
        return encoded(self.picture, self.palette.bytes)


@lru_cache(maxsize=1024)
def _written(
    theme: Theme, text: str, face: tuple[int, bool], colours: tuple[Colour, Colour]
) -> CutOut:
    """Return a drawing of one line of text; `colours` are background and text colour."""
    few = palette(theme)
    return CutOut(few, lettering.mask(text, *face).point(few.ramp(*colours)), colours[0])
