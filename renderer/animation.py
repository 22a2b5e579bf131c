"""Animated GIFs from pictures of the same size and palette."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from struct import pack

from PIL import Image, ImageChops

_SIZE = 256  # colours in a GIF colour table
_UNCHANGED = _SIZE - 1  # the transparent index, for unchanged pixels; palettes never use it
_STAYS = 0b0000_0101  # do not dispose: the next frame covers this one; has transparency
_COLOURS = 0b1111_0111  # a global table of 256 colours with eight bits per channel
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_CONTROL, _FRAME, _END = b"\x21\xf9\x04", b",", b";"


def animate(pictures: Sequence[Image.Image], delays: Sequence[int], colours: bytes) -> bytes:
    """Return a GIF file of `pictures`, which are indices into `colours`, a palette's bytes.

    `delays` are in hundredths of a second.
    """
    size = pictures[0].size
    parts = [pack("<6sHHBBB", b"GIF89a", *size, _COLOURS, 0, 0)]
    parts += [colours.ljust(3 * _SIZE, b"\0"), _FOR_EVER]
    nothing = Image.new("L", size, _UNCHANGED)
    for (before, after), delay in zip(pairwise((nothing, *pictures)), delays, strict=True):
        parts += _frame(before, after, delay)
    return b"".join((*parts, _END))


def _frame(before: Image.Image, after: Image.Image, delay: int) -> Iterator[bytes]:
    """Yield the parts of a frame with the difference between two pictures, shown for `delay`."""
    differing = ImageChops.subtract_modulo(after, before)
    box = differing.getbbox() or (0, 0, 1, 1)
    change = after.crop(box)
    change.paste(_UNCHANGED, (0, 0), differing.crop(box).point(_SAME))
    yield _CONTROL + pack("<BHBB", _STAYS, delay, _UNCHANGED, 0)
    yield _FRAME + pack("<HHHHB", *box[:2], *change.size, 0)
    yield _compressed(change)


_SAME = [255] + [0] * 255
"""Lookup table that maps a difference of 0 to white and all others to black."""


def _compressed(picture: Image.Image) -> bytes:
    """Return the pixels of `picture` in GIF format: code size and LZW blocks."""
    file = BytesIO()
    picture.save(file, "GIF", interlace=False, optimize=False)
    return file.getvalue()[_PIXELS:-1]


_PIXELS = 6 + 7 + 3 * _SIZE + 10
"""Offset of the pixels in a GIF file of one picture: header, colour table, image descriptor."""
