"""Tiles: small pictures beside each other, each with a title and a few words below it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from PIL import Image

from renderer import lettering
from renderer.colours import Colour, mix
from renderer.palette import BLENDS, Palette
from renderer.png import encoded
from renderer.raster import painted
from renderer.sketch import Sketch
from renderer.theme import MAIZE, Theme

WIDTH: Final = 900
"""The width of the whole picture."""
COLUMNS: Final = {1: 1, 2: 2, 4: 2}
"""How many tiles are beside each other, by their number."""
MOST_COLUMNS: Final = 3
MARGIN: Final = 16
"""The distance around tiles."""
TITLE, WORDS = 38, 29
"""The text sizes; on a phone, where the picture is 400 px wide, they are less than half."""
TITLE_LINE, WORDS_LINE = 54, 38
"""The heights of lines."""
MOST_COLOURS: Final = 256
LOWEST: Final = 0.62
"""The maximum height of a small picture, as a fraction of its tile's width."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A picture, as a PNG file, with its title and a few words."""

    png: bytes
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class _Laid:
    """A tile of which everything has been measured; `title` is a text and its size."""

    picture: Image.Image
    title: tuple[str, int]
    lines: tuple[str, ...]

    @property
    def below(self) -> int:
        """The height of the texts."""
        return TITLE_LINE + WORDS_LINE * len(self.lines)


def draw(tiles: Sequence[Tile], theme: Theme = MAIZE) -> bytes:
    """Return a picture of all tiles as a PNG file; a single one is as wide as the picture."""
    columns = COLUMNS.get(len(tiles), MOST_COLUMNS)
    room = (WIDTH - MARGIN * (columns + 1)) // columns
    laid = [_laid(tile, room, whole=columns == 1) for tile in tiles]
    rows = [laid[first : first + columns] for first in range(0, len(laid), columns)]
    heights = [max(each.picture.height for each in row) for row in rows]
    tops = [*_tops(rows, heights)]
    sketch = Sketch((WIDTH, tops[-1]), theme.ground)
    for row, top, height in zip(rows, tops, heights, strict=False):
        for column, each in enumerate(row):
            _write(sketch, each, MARGIN + column * (room + MARGIN), top + height, theme)
    picture = painted(sketch)
    for row, top, height in zip(rows, tops, heights, strict=False):
        for column, each in enumerate(row):
            left = MARGIN + column * (room + MARGIN) + (room - each.picture.width) // 2
            picture.paste(each.picture, (left, top + height - each.picture.height))
    return _png(picture, tiles, theme)


def _laid(tile: Tile, room: int, *, whole: bool) -> _Laid:
    """Return a tile with its picture reduced to `room` pixels, or less if it would be too high."""
    with Image.open(BytesIO(tile.png)) as file:
        full = file.convert("RGB")
    share = room / full.width
    if not whole:
        share = min(share, room * LOWEST / full.height)
    small = full.resize(
        (round(full.width * share), round(full.height * share)), Image.Resampling.LANCZOS
    )
    title = lettering.fit(tile.title, room, TITLE, bold=True)
    return _Laid(small, title, lettering.lines(tile.words, room, WORDS))


def _tops(rows: Iterable[Sequence[_Laid]], heights: Iterable[int]) -> Iterator[int]:
    """Yield where each row begins, and where the picture ends."""
    top = MARGIN
    for row, height in zip(rows, heights, strict=True):
        yield top
        top += height + max(each.below for each in row) + MARGIN
    yield top


def _write(sketch: Sketch, tile: _Laid, left: int, top: int, theme: Theme) -> None:
    """Write a tile's title and words below its picture."""
    sketch.write(left, top + TITLE_LINE / 2 + 2, *tile.title, theme.ink)
    for number, line in enumerate(tile.lines):
        y = top + TITLE_LINE + WORDS_LINE * (number + 0.5)
        sketch.write(left, y, line, WORDS, theme.soft_ink, bold=False)


def _png(picture: Image.Image, tiles: Iterable[Tile], theme: Theme) -> bytes:
    """Return a finished picture in the colours of its parts, each of which has few."""
    colours = dict.fromkeys(theme.all)
    for tile in tiles:
        with Image.open(BytesIO(tile.png)) as file:
            colours |= dict.fromkeys(_colours(file))
    inks = theme.ink, theme.soft_ink
    blends = (mix(theme.ground, ink, share) for ink in inks for share in BLENDS)
    few = Palette(tuple(colours), blends, MOST_COLOURS)
    return encoded(few.indices(picture), few.bytes)


def _colours(file: Image.Image) -> Iterator[Colour]:
    """Yield the colours of a picture with a palette."""
    numbers = file.getpalette() or []
    return zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
