"""A game as a moving picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from struct import pack

from PIL import Image, ImageChops

from renderer.palette import SIZE, palette
from renderer.road import drawn
from renderer.text import Say
from renderer.theme import MAIZE, Theme
from renderer.view import RoadView

MOST = 58
"""The most frames: so the longest games of two stay below 260 KB."""

STEP, TURN, END = 100, 170, 500
"""How long a frame is shown, one with a capture or a killing, and the last: in hundredths."""

_UNCHANGED = SIZE - 1  # no palette has so many colours: what is so coloured stays as it was
_STAYS = 0b0000_0101  # the next frame is laid over this one, and one colour cannot be seen
_COLOURS = 0b1111_0111  # 256 colours of eight bits, for all frames
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_CONTROL, _FRAME, _END = b"\x21\xf9\x04", b",", b";"


def animate(
    frames: Sequence[RoadView], say: Say, theme: Theme = MAIZE, seen_from: int = 0
) -> bytes:
    """Return `frames`, all of one game, as a GIF file half as large as a picture.

    Where the mover can land is not shown: nobody is asked. Of more than MOST those are left out
    first in which nobody is captured or killed. There must be at least one.
    """
    views = [replace(frames[index], landings=()) for index in kept(frames)]
    pictures = [drawn(view, say, theme, seen_from, half=True).picture for view in views]
    delays = [TURN if turning else STEP for turning in _turning(views)]
    delays[-1] = END
    size = pictures[0].size
    parts = [pack("<6sHHBBB", b"GIF89a", *size, _COLOURS, 0, 0)]
    parts += [palette(theme).bytes.ljust(3 * SIZE, b"\0"), _FOR_EVER]
    nothing = Image.new("L", size, _UNCHANGED)
    for (before, after), delay in zip(pairwise((nothing, *pictures)), delays, strict=True):
        parts += _frame(before, after, delay)
    return b"".join((*parts, _END))


def kept(frames: Sequence[RoadView]) -> list[int]:
    """Return which frames are shown: at most MOST, the first and the last always."""
    ends = {0, len(frames) - 1}
    turning = {index for index, turns in enumerate(_turning(frames)) if turns} - ends
    others = set(range(len(frames))) - ends - turning
    shown = ends | set(_spread(sorted(turning), MOST - len(ends)))
    return sorted(shown | set(_spread(sorted(others), MOST - len(shown))))


def _turning(frames: Sequence[RoadView]) -> Iterator[bool]:
    """Tell of each frame whether somebody has been captured or lost since the one before."""
    for before, after in pairwise((frames[0], *frames)):
        captured = after.last is not None and after.last != before.last and after.last.captured
        yield bool(captured) or (before.killed, before.away) != (after.killed, after.away)


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, at even distances."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]


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


_PIXELS = 6 + 7 + 3 * SIZE + 10
"""Where the pixels begin in a GIF file of one picture: after head, colours and its place."""
