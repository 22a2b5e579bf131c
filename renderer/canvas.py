"""A picture in the making: palette indices from the first stroke to the file."""

from PIL import Image, ImageDraw

from renderer import lettering
from renderer.palette import palette
from renderer.png import Blank
from renderer.rows import Box
from renderer.sprites import CutOut
from renderer.theme import Colour, Theme


class Canvas:
    """A blank on which sprites are pasted and words are written."""

    def __init__(self, theme: Theme, blank: Blank) -> None:
        self.theme = theme
        self.palette = palette(theme)
        self._blank, self._drawn = blank, blank.copy()
        self._pen = ImageDraw.Draw(self._drawn)

    def paste(self, sprite: Image.Image, left: int, top: int) -> None:
        """Put a sprite with its ground."""
        self._drawn.paste(sprite, (left, top))

    def lay(self, cut: CutOut, left: int, top: int) -> None:
        """Put a sprite without its ground."""
        sprite, mask = cut
        self._drawn.paste(sprite, (left, top), mask)

    def bar(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        """Fill a rectangle; its last column and line are inside."""
        self._pen.rectangle(box, fill=self.palette.index(colour))

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
        shown = lettering.shorten(lettering.drawable(text), box.width, size, bold)
        if not shown:
            return box.left
        mask, top = lettering.mask(shown, size, bold), lettering.top(box.top, box.bottom, size)
        above, below = max(0, box.top - top), min(mask.height, box.bottom - top)
        cut = mask.crop((0, above, mask.width, below))
        written = cut.point(self.palette.ramp(ground or self.theme.ground, ink))
        self.paste(written, box.left, top + above)
        return box.left + lettering.width(shown, size, bold)

    @property
    def picture(self) -> Image.Image:
        """What is drawn so far, as palette indices."""
        return self._blank.seen(self._drawn)

    def finished(self) -> Image.Image:
        """Return the picture with its colours, in palette mode."""
        picture = self.picture
        picture.putpalette(self.palette.bytes)
        return picture

    def png(self) -> bytes:
        """Return the picture as a PNG file."""
        return self._blank.file(self._drawn, self.palette.bytes)
