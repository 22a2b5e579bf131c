"""The colours of a picture as palette indices, with the blends that smooth edges need."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from PIL import Image

from renderer.theme import Colour, Theme, mix

SIZE = 256
"""How many colours a palette picture can have."""

BLENDS = (0.5, 0.25, 0.75)
"""The steps between two colours that meet, the most useful first."""

APART = 8
"""Colours that differ by less in every part are one (Pillow would confuse them, too)."""


class Palette:
    """All colours of one theme, and flat drawings turned into indices into them."""

    def __init__(self, theme: Theme) -> None:
        self.colours = tuple(_apart(_wanted(theme), SIZE))
        self.bytes = bytes(part for colour in self.colours for part in colour)
        self._pattern = Image.new("P", (1, 1))
        self._pattern.putpalette(self.bytes)
        self._nearest: dict[Colour, int] = {c: i for i, c in enumerate(self.colours)}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}

    def index(self, colour: Colour) -> int:
        """Return the index of the palette's colour that is nearest to `colour`."""
        if colour not in self._nearest:
            self._nearest[colour] = min(
                range(len(self.colours)),
                key=lambda i: sum(
                    (a - b) ** 2 for a, b in zip(colour, self.colours[i], strict=True)
                ),
            )
        return self._nearest[colour]

    def indices(self, picture: Image.Image) -> Image.Image:
        """Turn an RGB picture into one whose grey values are palette indices."""
        flat = picture.quantize(palette=self._pattern, dither=Image.Dither.NONE)
        return Image.frombytes("L", flat.size, flat.tobytes())

    def halved(self, indices: Image.Image) -> Image.Image:
        """Return a picture of palette indices half as wide and half as high."""
        coloured = indices.copy()
        coloured.putpalette(self.bytes)
        return self.indices(coloured.convert("RGB").reduce(2))

    def ramp(self, ground: Colour, paint: Colour) -> bytes:
        """Map 0..255, how much `paint` covers `ground`, to indices."""
        if (ground, paint) not in self._ramps:
            steps = 8
            level = [self.index(mix(ground, paint, step / steps)) for step in range(steps + 1)]
            self._ramps[ground, paint] = bytes(
                level[round(cover * steps / 255)] for cover in range(256)
            )
        return self._ramps[ground, paint]


@lru_cache(maxsize=8)
def palette(theme: Theme) -> Palette:
    """Return the palette of `theme`."""
    return Palette(theme)


def _wanted(theme: Theme) -> Iterator[Colour]:
    """Every colour in the order of its weight: flat ones, then blends of those that meet."""
    yield from theme.grounds
    yield from theme.paints
    meeting = [(g, p) for g in theme.grounds for p in theme.paints]
    jade, red = theme.sides
    meeting += [(s.face, x) for s in theme.sides for x in (s.inlay, s.edge, theme.ground)]
    meeting += [(s.wall, x) for s in theme.sides for x in (s.wall_edge, s.stair)]
    meeting += [(jade.face, red.edge), (red.face, jade.edge), (jade.edge, red.edge)]
    meeting += [(theme.kernel, x) for x in (theme.kernel_edge, theme.kernel_mark)]
    meeting += [(theme.cob, theme.cob_edge), theme.spaces]
    for share in BLENDS:
        for one, other in meeting:
            yield mix(one, other, share)


def _apart(colours: Iterable[Colour], count: int) -> list[Colour]:
    """Return the first `count` colours that can be told from those before them."""
    kept: list[Colour] = []
    for colour in colours:
        if len(kept) < count and all(_distance(colour, other) >= APART for other in kept):
            kept.append(colour)
    return kept


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
