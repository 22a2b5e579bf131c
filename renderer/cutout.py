"""Drawings in palette indices, with or without a transparent background."""

from functools import cached_property

from PIL import Image

from renderer.colours import Colour
from renderer.palette import Palette, palette
from renderer.raster import painted
from renderer.sketch import Sketch
from renderer.theme import Theme


class CutOut:
    """A drawing to paste on a canvas. If `ground` is given, a mask makes it transparent.

    A sketch is painted when it is first pasted: what only needs its size or its shapes is free.
    A picture that isn't painted from a `sketch` may have one that looks the same.
    """

    def __init__(
        self,
        few: Palette,
        art: Sketch | Image.Image,
        ground: Colour | None = None,
        sketch: Sketch | None = None,
    ) -> None:
        self._palette, self._art, self._ground = few, art, ground
        self.sketch = art if isinstance(art, Sketch) else sketch
        self.width, self.height = art.size

    @cached_property
    def drawn(self) -> Image.Image:
        """The drawing in palette indices."""
        art = self._art
        return self._palette.indices(painted(art)) if isinstance(art, Sketch) else art

    @cached_property
    def mask(self) -> Image.Image | None:
        """Where the drawing isn't transparent; None if it is so nowhere."""
        if self._ground is None:
            return None
        bare = self._palette.index(self._ground)
        seen = [0 if index == bare else 255 for index in range(256)]
        return self.drawn.point(seen).convert("1")

    @cached_property
    def halved(self) -> "CutOut":
        """The drawing at half its width and height."""
        return CutOut(self._palette, self._palette.halved(self.drawn), self._ground)


def whole(sketch: Sketch, theme: Theme) -> CutOut:
    """Return a finished sketch as a drawing with its background."""
    return CutOut(palette(theme), sketch)


def cut_out(sketch: Sketch, theme: Theme, ground: Colour) -> CutOut:
    """Return a finished sketch as a drawing whose background `ground` is transparent."""
    return CutOut(palette(theme), sketch, ground)
