"""Text layout: which parts of a text can be drawn, how wide they are, and text as masks."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.fonts import JOINERS, PLAIN, STRONG, Font, font_of

ELLIPSIS = "…"
LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
"""Prefix for a left-to-right sentence that may begin with a right-to-left name."""
LEAST = 0.75
"""How far the size of a text shrinks before the text is shortened, as a fraction."""
DIGITS = 0.357
"""Half the height of a digit, as a fraction of the text size."""
HIGH = 1.42
"""The line height, as a fraction of the text size; includes all descenders."""
_LEFTWARDS = frozenset({"R", "AL"})


class Run(NamedTuple):
    """A part of a text in one font, in the order in which that font draws it."""

    font: Font
    text: str


@lru_cache(maxsize=2048)
def runs(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Return the drawable parts of `text`, from left to right.

    The first strong character determines the direction of the whole text, so one that begins with
    LEFT_TO_RIGHT reads from left to right. Characters that the fonts lack are replaced with their
    compatibility form, or left out.
    """
    first = STRONG if bold else PLAIN
    parts: list[tuple[Font, list[str]]] = []
    for character in drawable(text):
        font = _font(character, first, parts[-1][0] if parts else first)
        if parts and parts[-1][0] == font:
            parts[-1][1].append(character)
        else:
            parts.append((font, [character]))
    if _is_leftwards(text):
        parts.reverse()
    return tuple(Run(font, _in_order(font, "".join(letters))) for font, letters in parts)


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    """Return `text` on one line without undrawable characters; `""` if nothing remains."""
    composed = unicodedata.normalize("NFC", text)
    usual = (c if _has(c) else unicodedata.normalize("NFKC", c) for c in composed)
    shown = "".join(c for c in "".join(usual) if c.isspace() or _has(c))
    return " ".join(shown.split()).strip(JOINERS)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> int:
    """Return the width of `text` in pixels, including the overhang of its last glyph."""
    return ceil(sum(run.font.at(size).getlength(run.text) for run in runs(text, bold))) + 1


def shorten(text: str, room: int, size: int, bold: bool = False) -> str:
    """Return `text`, truncated with an ellipsis if it is wider than `room` pixels."""
    return longest(lambda part: width(part, size, bold) <= room, text)


def longest(fits: Callable[[str], bool], text: str) -> str:
    """Return `text` if it fits, otherwise its longest start that fits with an ellipsis."""
    if fits(text):
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(text[:middle].rstrip() + ELLIPSIS):
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS


def fit(
    text: str, room: int, size: int, bold: bool = False, least: int | None = None
) -> tuple[str, int]:
    """Return `text` and a size at which it fits into `room` pixels.

    The size shrinks down to `least`; if that is not enough, the text is truncated.
    """
    smallest = round(size * LEAST) if least is None else least
    found = fitting(lambda smaller: width(text, smaller, bold) <= room, size, smallest)
    return shorten(text, room, found, bold), found


def fitting(fits: Callable[[int], bool], size: int, least: int) -> int:
    """Return the largest size from `size` down to `least` that fits; `least` if none does."""
    return next((smaller for smaller in range(size, least, -1) if fits(smaller)), least)


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


@lru_cache(maxsize=512)
def mask(text: str, size: int, bold: bool = False) -> Image.Image:
    """Return `text` as a mask with its baseline `size` below the top.

    The result is cached, so do not modify it.
    """
    drawn = Image.new("L", (width(text, size, bold), round(size * HIGH)), 0)
    pen, x = ImageDraw.Draw(drawn), 0.0
    for font, letters in runs(text, bold):
        face = font.at(size)
        stroke = size * font.stroke
        pen.text((x, size), letters, fill=255, font=face, anchor="ls", stroke_width=stroke)
        x += face.getlength(letters)
    return drawn


def top(above: int, below: int, size: int) -> int:
    """Return the top of a mask whose digits are centred between two heights."""
    return round((above + below) / 2 + size * DIGITS) - size


def _has(character: str) -> bool:
    return character in JOINERS or font_of(character, STRONG) is not None


def _font(character: str, first: Font, before: Font) -> Font:
    """Return the font for a character.

    Joiners, and spaces after shaped or right-to-left text, use the font of the previous character.
    """
    together = before.shaped or before.leftwards
    if character in JOINERS or (character == " " and together):
        return before
    return font_of(character, first) or first


def _is_leftwards(text: str) -> bool:
    """Tell whether the first strong character of `text` is right-to-left."""
    strong = (unicodedata.bidirectional(character) for character in text)
    return next((way for way in strong if way == "L" or way in _LEFTWARDS), "L") in _LEFTWARDS


def _in_order(font: Font, letters: str) -> str:
    """Return `letters` in visual order; shaping reverses right-to-left text by itself."""
    return letters[::-1] if font.leftwards and not font.shaped else letters
