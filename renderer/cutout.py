"""Drawings in palette indices, whole or cut out of their ground."""

from functools import cached_property

from PIL import Image

from renderer.colours import Colour
from renderer.palette import palette
from renderer.sketch import Sketch
from renderer.theme import Theme


class CutOut:
    """A drawing to be laid on a canvas; where it has a mask, that leaves its ground out."""

    def __init__(self, theme: Theme, drawn: Image.Image, ground: Colour | None = None) -> None:
        self._theme, self._ground = theme, ground
        self.drawn = drawn
        self.mask: Image.Image | None = None
        if ground:
            bare = palette(theme).index(ground)
            seen = [0 if index == bare else 255 for index in range(256)]
            self.mask = drawn.point(seen).convert("1")

    @property
    def width(self) -> int:
        """How wide it is."""
        return self.drawn.width

    @property
    def height(self) -> int:
        """How high it is."""
        return self.drawn.height

    @cached_property
    def halved(self) -> "CutOut":
        """The same half as wide and half as high."""
        return CutOut(self._theme, palette(self._theme).halved(self.drawn), self._ground)


def whole(sketch: Sketch, theme: Theme) -> CutOut:
    """Return a finished drawing with its ground."""
    return CutOut(theme, palette(theme).indices(sketch.picture()))


def cut_out(sketch: Sketch, theme: Theme, ground: Colour) -> CutOut:
    """Return a finished drawing without its `ground`."""
    return CutOut(theme, palette(theme).indices(sketch.picture()), ground)
