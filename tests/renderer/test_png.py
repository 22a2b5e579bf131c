"""PNG files: every pixel and every checksum."""

import zlib
from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer.png import encoded

COLOURS = bytes(range(256)) * 3


def opened(file: bytes) -> Image.Image:
    picture = Image.open(BytesIO(file))
    picture.load()
    return picture


@given(st.integers(1, 40), st.integers(1, 64))
def test_a_file_holds_what_was_drawn(width: int, height: int) -> None:
    """A file of any size contains exactly the pixels that were drawn."""
    drawn = Image.linear_gradient("L").resize((width, height))
    picture = opened(encoded(drawn, COLOURS))
    assert picture.size == (width, height)
    assert picture.tobytes() == drawn.tobytes()


def test_a_file_has_its_colours() -> None:
    """The file has the given palette."""
    picture = opened(encoded(Image.new("L", (3, 3)), COLOURS))
    assert picture.mode == "P"
    assert bytes(picture.getpalette() or ()) == COLOURS


def test_a_file_passes_every_check() -> None:
    """The checksums of the file's chunks and of its compressed lines are correct."""
    file = encoded(Image.new("L", (20, 48), 4), COLOURS)
    Image.open(BytesIO(file)).verify()
    start, end = file.index(b"IDAT") + 4, file.index(b"IEND") - 8
    assert len(zlib.decompress(file[start:end])) == 21 * 48
