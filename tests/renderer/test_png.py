import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer.png import LINES, Blank

COLOURS = bytes(range(256)) * 3


def opened(file: bytes) -> Image.Image:
    picture = Image.open(BytesIO(file))
    picture.load()
    return picture


@given(
    st.integers(1, 40),
    st.integers(1, 4 * LINES),
    st.sets(st.integers(0, 4 * LINES - 1), max_size=6),
)
def test_a_file_holds_what_was_drawn(width: int, height: int, lines: set[int]) -> None:
    """Whichever bands are drawn on, the file shows each pixel as it was drawn."""
    blank = Blank(Image.linear_gradient("L").resize((width, height)))
    drawn = blank.copy()
    for line in lines:
        drawn.paste(7, (0, line, width, line + 1))
    picture = opened(blank.file(drawn, COLOURS))
    assert picture.size == (width, height)
    assert picture.tobytes() == drawn.tobytes()


def test_a_file_has_its_colours() -> None:
    """The palette that is given is the file's."""
    blank = Blank(Image.new("L", (3, 3)))
    picture = opened(blank.file(blank.copy(), COLOURS))
    assert picture.mode == "P"
    assert bytes(picture.getpalette() or ()) == COLOURS


@pytest.mark.parametrize(
    "touch", [lambda _: None, lambda drawn: drawn.paste(9, (0, 0, 5, 5))], ids=["not", "drawn on"]
)
def test_a_file_passes_every_check(touch: Callable[[Image.Image], None]) -> None:
    """The checksums of the file's parts and of its lines are right."""
    blank = Blank(Image.new("L", (20, 3 * LINES), 4))
    drawn = blank.copy()
    touch(drawn)
    file = blank.file(drawn, COLOURS)
    Image.open(BytesIO(file)).verify()
    start, end = file.index(b"IDAT") + 4, file.index(b"IEND") - 8
    assert len(zlib.decompress(file[start:end])) == 21 * 3 * LINES
