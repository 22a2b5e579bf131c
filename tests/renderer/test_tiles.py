"""Pictures of several games beside each other."""

from io import BytesIO

import pytest
from PIL import Image

from renderer.tiles import Tile, draw


@pytest.fixture
def board() -> bytes:
    """A plain picture in the place of a board."""
    drawn = BytesIO()
    Image.new("RGB", (900, 430), (200, 180, 120)).save(drawn, "PNG")
    return drawn.getvalue()


def size(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as picture:
        return picture.size


def test_columns(board: bytes) -> None:
    """Up to three tiles are beside each other; the last row may have fewer."""
    tile = Tile(board, "Bul", "Captors run home.")
    heights = {count: size(draw([tile] * count))[1] for count in (2, 3, 4, 5, 6)}
    assert heights[3] < heights[2] < heights[4]
    assert heights[3] < heights[5] == heights[6]


def test_longer_words(board: bytes) -> None:
    """Words that need more lines make the row higher instead of being cut off."""
    short, long = (Tile(board, "Bul", "word " * count) for count in (3, 30))
    assert size(draw([short, long]))[1] > size(draw([short, short]))[1]


def test_the_same_again(board: bytes) -> None:
    """The same tiles make the same file."""
    pair = [Tile(board, "Bul", "Home."), Tile(board, "Boolik", "No mercy.")]
    assert draw(pair) == draw(pair)
