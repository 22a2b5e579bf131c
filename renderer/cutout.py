"""Drawings in palette indices, with or without a transparent background."""

from functools import cached_property

from PIL import Image

from renderer.colours import Colour
from renderer.palette import palette
from renderer.sketch import Sketch
from renderer.theme import Theme


class CutOut:
    """A drawing to paste on a canvas. If `ground` is given, a mask makes it transparent."""

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
        """The width."""
        return self.drawn.width

    @property
    def height(self) -> int:
        """The height."""
        return self.drawn.height

    @cached_property
    def halved(self) -> "CutOut":
        """The drawing at half its width and height."""
        return CutOut(self._theme, palette(self._theme).halved(self.drawn), self._ground)


def whole(sketch: Sketch, theme: Theme) -> CutOut:
    """Return a finished sketch as a drawing with its background."""
    return CutOut(theme, palette(theme).indices(sketch.picture()))


def cut_out(sketch: Sketch, theme: Theme, ground: Colour) -> CutOut:
    """Return a finished sketch as a drawing whose background `ground` is transparent."""
    return CutOut(theme, palette(theme).indices(sketch.picture()), ground)
