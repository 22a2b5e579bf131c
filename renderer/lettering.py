"""Writing: which characters the fonts have, how wide a text is, and texts as masks."""

import unicodedata
from functools import lru_cache
from math import ceil
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ELLIPSIS = "…"
LEAST = 0.8
"""How much smaller a text is written so that it need not be shortened."""
_ASSETS = Path(__file__).parent / "assets"
_FILES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
_ABSENT = "\U0010ffff"  # a character that no font has: it shows the font's empty box
_JOINED = frozenset({"R", "AL", "AN", "RLE", "RLO", "LRE", "LRO", "PDF", "RLI", "LRI", "FSI"})
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Mc", "Zl", "Zp"})


@lru_cache(maxsize=128)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font of `size` pixels; glyphs are set one by one, alike on every machine."""
    path = _ASSETS / _FILES[bold]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has(character: str) -> bool:
    """Tell whether the fonts show `character` rightly when glyphs are set from left to right."""
    if character == " ":
        return True
    if unicodedata.category(character) in _UNSEEN:
        return False
    if unicodedata.bidirectional(character) in _JOINED:
        return False
    return all(_glyph(character, bold) != _glyph(_ABSENT, bold) for bold in _FILES)


@lru_cache(maxsize=4096)
def _glyph(character: str, bold: bool) -> tuple[tuple[int, int], bytes]:
    mask = font(24, bold).getmask(character)
    return mask.size, bytes(mask)


def covers(text: str) -> bool:
    """Tell whether the fonts have every character of `text`, and there is one to see."""
    composed = unicodedata.normalize("NFC", text)
    return bool(composed.strip()) and all(map(has, composed))


def drawable(text: str) -> str:
    """Return `text` on one line, each run that the fonts lack replaced by an ellipsis."""
    composed = " ".join(unicodedata.normalize("NFC", text).split())
    shown: list[str] = []
    for character in composed:
        if has(character):
            shown.append(character)
        elif "".join(shown).rstrip()[-1:] != ELLIPSIS:
            shown.append(ELLIPSIS)
    return "".join(shown)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> int:
    """Return how many pixels wide `text` is, with what its last glyph reaches beyond its step."""
    return ceil(font(size, bold).getlength(text)) + 1


def shorten(text: str, room: int, size: int, bold: bool = False) -> str:
    """Return `text`, or as much of its start as fits into `room` pixels with an ellipsis."""
    if width(text, size, bold) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle].rstrip() + ELLIPSIS, size, bold) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fit(text: str, room: int, size: int, bold: bool = False) -> tuple[str, int]:
    """Return `text` and the size at which it fits into `room` pixels.

    A long one is written a little smaller; if that does not help, it is shortened.
    """
    sizes = range(size, round(size * LEAST) - 1, -1)
    found = next((smaller for smaller in sizes if width(text, smaller, bold) <= room), size)
    return shorten(text, room, found, bold), found


def lines(text: str, room: int, size: int) -> tuple[str, ...]:
    """Break `text` between words into lines that fit into `room` pixels."""
    broken: list[str] = []
    for word in text.split():
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and width(longer, size) <= room:
            broken[-1] = longer
        else:
            broken.append(word)
    return tuple(broken)


def mask(text: str, size: int, bold: bool = False) -> Image.Image:
    """Return how much `text` covers each pixel; its baseline lies `size` below the top."""
    face = font(size, bold)
    drawn = Image.new("L", (width(text, size, bold), round(size * 1.3)), 0)
    ImageDraw.Draw(drawn).text((0, size), text, fill=255, font=face, anchor="ls")
    return drawn


def top(above: int, below: int, size: int) -> int:
    """Return the top of a mask whose digits stand in the middle between two heights."""
    return round((above + below) / 2 + size * 0.365) - size
