"""The fonts of pictures, and the choice of a font for each character.

The first font of each weight has Latin, Greek and Cyrillic letters; the fallback fonts have other
characters that occur in people's names. `assets/README.md` lists the sources of the fonts.
"""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

_ASSETS: Final = Path(__file__).parent / "assets"
_ABSENT: Final = "\U0010fffe"
"""A character that no font has, to get the glyph for missing characters."""

JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters that control whether adjacent letters join in shaped scripts."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font file and how to set its text.

    `scale` and `stroke` (a fraction of the size) match its size and weight to the first font.
    `shaped` scripts need complex text layout, because letters change next to others. `marks` means
    that the font has combining marks. `leftwards` scripts are written from right to left. A font
    that `joins` has one glyph for several characters, which is used where text can be shaped.
    """

    file: str
    scale: float = 1.0
    stroke: float = 0.0
    shaped: bool = False
    marks: bool = False
    leftwards: bool = False
    joins: bool = False

    @property
    def is_shaped(self) -> bool:
        """Whether its text is shaped on this machine."""
        return (self.shaped or self.joins) and can_shape()

    def at(self, size: int) -> ImageFont.FreeTypeFont:
        """Return the font for text of `size` pixels."""
        return _loaded(self, max(6, round(size * self.scale)))

    def has(self, character: str) -> bool:
        """Tell whether the font can show `character`."""
        return _has(self, character)


STRONG: Final = Font("Commissioner-ExtraBold.ttf")
PLAIN: Final = Font("Commissioner-Medium.ttf")

OTHERS: Final = (
    Font("NotoSansArabic-Bold.ttf", 0.9, shaped=True, marks=True, leftwards=True),
    Font("NotoSansHebrew-Bold.ttf", leftwards=True),
    Font("NotoSansThai-Bold.ttf", marks=True),
    Font("NotoSansLao-Bold.ttf", marks=True),
    Font("NotoSansLatin-Bold.ttf"),
    Font("NotoSansGeorgian-Bold.ttf"),
    Font("NotoSansArmenian-Bold.ttf"),
    Font("NotoSansEthiopic-Bold.ttf"),
    Font("NotoSansDevanagari-Bold.ttf", 0.92, shaped=True, marks=True),
    Font("NotoSansBengali-Bold.ttf", 0.92, shaped=True, marks=True),
    Font("NotoSansGurmukhi-Bold.ttf", 0.92, shaped=True, marks=True),
    Font("NotoSansGujarati-Bold.ttf", 0.92, shaped=True, marks=True),
    Font("NotoSansTamil-Bold.ttf", 0.85, shaped=True, marks=True),
    Font("NotoSansTelugu-Bold.ttf", 0.8, shaped=True, marks=True),
    Font("NotoSansKannada-Bold.ttf", 0.8, shaped=True, marks=True),
    Font("NotoSansMalayalam-Bold.ttf", 0.85, shaped=True, marks=True),
    Font("NotoSansSinhala-Bold.ttf", 0.85, shaped=True, marks=True),
    Font("NotoSansMyanmar-Bold.ttf", 0.8, shaped=True, marks=True),
    Font("NotoSansKhmer-Bold.ttf", 0.76, shaped=True, marks=True),
    Font("DroidSansFallback.ttf", 0.92, stroke=1 / 55),
    Font("NotoEmoji-Bold.ttf", 0.8, joins=True),
)
"""The fallback fonts for characters that the first font lacks."""


@lru_cache(maxsize=1)
def can_shape() -> bool:
    """Tell whether Pillow can shape text, which requires FriBiDi on the system."""
    return bool(features.check("raqm"))


@lru_cache(maxsize=4096)
def font_of(character: str, first: Font) -> Font | None:
    """Return the font for `character`, None if no font can show it correctly."""
    if character == " " or first.has(character):
        return first
    for font in OTHERS:
        if (can_shape() or not font.shaped) and font.has(character):
            return font
    return None


@lru_cache(maxsize=256)
def _loaded(font: Font, size: int) -> ImageFont.FreeTypeFont:
    """Return `font` at `size`.

    Fonts that need no shaping use the basic layout, which is the same on every machine.
    """
    engine = ImageFont.Layout.RAQM if font.is_shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(_ASSETS / font.file, size, layout_engine=engine)


@lru_cache(maxsize=16384)
def _has(font: Font, character: str) -> bool:
    category = unicodedata.category(character)
    if character in JOINERS:
        return font.shaped or font.joins
    if category[0] in "CZ" or (category[0] == "M" and not font.marks):
        return False
    shape = _glyph(font, character)
    return any(shape[1]) and shape != _glyph(font, _ABSENT)


@lru_cache(maxsize=256)
def _glyph(font: Font, character: str) -> tuple[tuple[int, int], bytes]:
    """Return the size and pixels of a single character's glyph."""
    mask = _unshaped(font.file).getmask(character)
    return mask.size, bytes(mask)


@lru_cache(maxsize=16)
def _unshaped(file: str) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_ASSETS / file, 24, layout_engine=ImageFont.Layout.BASIC)
