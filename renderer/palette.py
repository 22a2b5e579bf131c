"""Palettes: the colours of a theme, with the blends for smooth edges."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image

from renderer.colours import Colour, mix
from renderer.theme import Theme

SIZE = 80
"""The maximum number of colours. More make smoother edges and larger files."""

BLENDS = (0.5, 0.28, 0.72)
"""The blends between two adjacent colours, the most useful first."""

APART = 9
"""Blends whose channels all differ by less than this from another colour are left out."""

STEPS = 8
"""The number of steps between background and text colour in text."""


class Palette:
    """Up to `size` colours and their blends, with conversion of RGB drawings to indices."""

    def __init__(
        self, colours: Sequence[Colour], blends: Iterable[Colour], size: int = SIZE
    ) -> None:
        self.colours = (*colours, *_apart(blends, colours))[:size]
        self.bytes = bytes(part for colour in self.colours for part in colour)
        self._pattern = Image.new("P", (1, 1))
        self._pattern.putpalette(self.bytes)
        self._nearest: dict[Colour, int] = {c: i for i, c in enumerate(self.colours)}
        self._ramps: dict[tuple[Colour, Colour], bytes] = {}

    def index(self, colour: Colour) -> int:
        """Return the index of the colour nearest to `colour`."""
        if colour not in self._nearest:
            self._nearest[colour] = min(
                range(len(self.colours)),
                key=lambda i: sum(
                    (a - b) ** 2 for a, b in zip(colour, self.colours[i], strict=True)
                ),
            )
        return self._nearest[colour]

    def indices(self, picture: Image.Image) -> Image.Image:
        """Convert an RGB picture to one whose grey values are palette indices."""
        flat = picture.quantize(palette=self._pattern, dither=Image.Dither.NONE)
        return Image.frombytes("L", flat.size, flat.tobytes())

    def halved(self, indices: Image.Image) -> Image.Image:
        """Return a picture of palette indices at half its width and height."""
        coloured = indices.copy()
        coloured.putpalette(self.bytes)
        return self.indices(coloured.convert("RGB").reduce(2))

    def ramp(self, ground: Colour, paint: Colour) -> bytes:
        """Return a table from coverage of `ground` by `paint` (0 to 255) to palette indices."""
        if (ground, paint) not in self._ramps:
            level = [self.index(mix(ground, paint, step / STEPS)) for step in range(STEPS + 1)]
            self._ramps[ground, paint] = bytes(
                level[round(cover * STEPS / 255)] for cover in range(256)
            )
        return self._ramps[ground, paint]


@lru_cache(maxsize=8)
def palette(theme: Theme) -> Palette:
    """Return the palette of `theme`."""
    return Palette(theme.all, _blends(theme))


def _blends(theme: Theme) -> Iterator[Colour]:
    """Yield blends of the colours that are adjacent most often, the most important first."""
    space, other = theme.spaces
    meeting: list[tuple[Colour, Colour]] = [(theme.number, space), (theme.ink, theme.ground)]
    for side in theme.sides:
        meeting += [(side.face, side.inlay), (side.edge, space), (side.pill, side.inlay)]
        meeting += [(side.mark, space), (side.edge, other), (side.on_bar, side.bar)]
        meeting += [(side.face, side.edge), (side.ink, theme.ground), (side.inlay, side.niche)]
        meeting += [(side.wall, theme.yard), (side.edge, side.tints[0])]
    meeting += [(theme.plate, theme.on_plate), (space, theme.kerb), (theme.on_gold, theme.gold)]
    meeting += [(theme.kernel, theme.kernel_mark), (theme.cob[1], space)]
    for share in BLENDS:
        for one, two in meeting:
            yield mix(one, two, share)


def _apart(colours: Iterable[Colour], from_: Iterable[Colour]) -> list[Colour]:
    """Return the `colours` that are distinguishable from those before them and from `from_`."""
    kept, seen = [], list(from_)
    for colour in colours:
        if all(_distance(colour, other) >= APART for other in seen):
            kept.append(colour)
            seen.append(colour)
    return kept


def _distance(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
