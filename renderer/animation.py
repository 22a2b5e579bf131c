"""Pictures of one size and theme as a moving picture."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from struct import pack

from PIL import Image, ImageChops

from renderer.palette import palette
from renderer.theme import Theme

_SIZE = 256  # how many colours a frame can have
_UNCHANGED = _SIZE - 1  # no palette has so many colours: what is so coloured stays as it was
_STAYS = 0b0000_0101  # the next frame is laid over this one, and one colour cannot be seen
_COLOURS = 0b1111_0111  # 256 colours of eight bits, for all frames
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_CONTROL, _FRAME, _END = b"\x21\xf9\x04", b",", b";"


def animate(pictures: Sequence[Image.Image], delays: Sequence[int], theme: Theme) -> bytes:
    """Return `pictures`, palette indices of `theme`, as a GIF file; `delays` are in hundredths."""
    size = pictures[0].size
    parts = [pack("<6sHHBBB", b"GIF89a", *size, _COLOURS, 0, 0)]
    parts += [palette(theme).bytes.ljust(3 * _SIZE, b"\0"), _FOR_EVER]
    nothing = Image.new("L", size, _UNCHANGED)
    for (before, after), delay in zip(pairwise((nothing, *pictures)), delays, strict=True):
        parts += _frame(before, after, delay)
    return b"".join((*parts, _END))


def _frame(before: Image.Image, after: Image.Image, delay: int) -> Iterator[bytes]:
    """Return what changes between two pictures as a frame that is shown for `delay`."""
    differing = ImageChops.subtract_modulo(after, before)
    box = differing.getbbox() or (0, 0, 1, 1)
    change = after.crop(box)
    change.paste(_UNCHANGED, (0, 0), differing.crop(box).point(_SAME))
    yield _CONTROL + pack("<BHBB", _STAYS, delay, _UNCHANGED, 0)
    yield _FRAME + pack("<HHHHB", *box[:2], *change.size, 0)
    yield _pressed(change)


_SAME = [255] + [0] * 255
"""Where two pictures do not differ."""


def _pressed(picture: Image.Image) -> bytes:
    """Return the pixels of `picture` as a GIF file has them: code size and LZW blocks."""
    file = BytesIO()
    picture.save(file, "GIF", interlace=False, optimize=False)
    return file.getvalue()[_PIXELS:-1]


_PIXELS = 6 + 7 + 3 * _SIZE + 10
"""Where the pixels begin in a GIF file of one picture: after head, colours and its place."""
