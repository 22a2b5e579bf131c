"""The fonts of pictures, and which of them has a character.

The first font of a weight has Latin, Greek and Cyrillic letters, the others what people's names
need besides. `assets/README.md` tells where they come from.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

_ASSETS: Final = Path(__file__).parent / "assets"
_ABSENT: Final = "\U0010fffe"
"""A character that no font has: it shows the font's empty box."""

JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""What tells letters whether to join, where they are shaped."""


@dataclass(frozen=True, slots=True)
class Font:
    """A file, and how its letters are set.

    `scale` makes them as large as those of the first font, `stroke` as heavy (a share of their
    size). Where letters change beside others or stand above them, they are `shaped`; such a font
    may have `marks` that belong to the letter before. `leftwards` are read from right to left.
    """

    file: str
    scale: float = 1.0
    stroke: float = 0.0
    shaped: bool = False
    marks: bool = False
    leftwards: bool = False

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """Return the font so that it suits writing of `size` pixels."""
        return _loaded(self, max(6, round(size * self.scale)))

    def has(self, character: str) -> bool:
        """Tell whether the font can show `character`."""
        return _has(self, character)


STRONG: Final = Font("Commissioner-ExtraBold.ttf")
PLAIN: Final = Font("Commissioner-Medium.ttf")

OTHERS: Final = (
    Font("NotoSansArabic-Bold.ttf", 0.95, shaped=True, marks=True, leftwards=True),
    Font("NotoSansHebrew-Bold.ttf", leftwards=True),
    Font("NotoSansThai-Bold.ttf", marks=True),
    Font("NotoSansDevanagari-Bold.ttf", 0.92, shaped=True, marks=True),
    Font("DroidSansFallback.ttf", 0.92, stroke=1 / 55),
    Font("NotoEmoji-Bold.ttf", 0.8),
)
"""Where a character is looked for that the first font lacks."""


@lru_cache(maxsize=1)
def can_shape() -> bool:
    """Tell whether letters can be shaped: Pillow needs the system's FriBiDi for it."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=4096)
def font_of(character: str, first: Font) -> Font | None:
    """Return the font that shows `character`; None if none does, or none does so rightly."""
    if character == " " or first.has(character):
        return first
    for font in OTHERS:
        if (can_shape() or not font.shaped) and font.has(character):
            return font
    return None


@lru_cache(maxsize=256)
def _loaded(font: Font, size: int) -> ImageFont.FreeTypeFont:
    """Return `font` at `size`; glyphs that need no shaping are set alike on every machine."""
    shapes = font.shaped and can_shape()
    engine = ImageFont.Layout.RAQM if shapes else ImageFont.Layout.BASIC
    return ImageFont.truetype(_ASSETS / font.file, size, layout_engine=engine)


@lru_cache(maxsize=16384)
def _has(font: Font, character: str) -> bool:
    category = unicodedata.category(character)
    if character in JOINERS:
        return font.shaped
    if category[0] in "CZ" or (category[0] == "M" and not font.marks):
        return False
    shape = _glyph(font, character)
    return any(shape[1]) and shape != _glyph(font, _ABSENT)


@lru_cache(maxsize=256)
def _glyph(font: Font, character: str) -> tuple[tuple[int, int], bytes]:
    """Return what one character alone looks like."""
    mask = _unshaped(font.file).getmask(character)
    return mask.size, bytes(mask)


@lru_cache(maxsize=16)
def _unshaped(file: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_ASSETS / file, 24, layout_engine=ImageFont.Layout.BASIC)
