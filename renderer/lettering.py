"""Text layout: which parts of a text can be drawn, how wide they are, and text as masks."""

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.direction import CONTROLS, directed, in_order, mirrored
from renderer.fonts import JOINERS, PLAIN, STRONG, Font, font_of

ELLIPSIS = "…"
LEAST = 0.75
"""How far the size of a text shrinks before the text is shortened, as a fraction."""
DIGITS = 0.357
"""Half the height of a digit, as a fraction of the text size."""
HIGH = 1.42
"""The line height, as a fraction of the text size; includes all descenders."""


class Run(NamedTuple):
    """A part of a text in one font and one direction, in the order in which its font draws it."""

    font: Font
    text: str
    leftwards: bool = False


@lru_cache(maxsize=2048)
def runs(text: str, bold: bool = False) -> tuple[Run, ...]:
    """Return the drawable parts of `text`, from left to right.

    The first strong character determines the direction of the whole text; what isolates enclose has
    a direction of its own. Characters that the fonts lack are replaced with their
    compatibility form, or left out.
    """
    first = STRONG if bold else PLAIN
    parts: list[tuple[Font, int, list[str]]] = []
    for character, level in directed(_kept(text)):
        before = parts[-1][0] if parts and parts[-1][1] == level else first
        font = _font(character, first, before) if character else first
        if parts and parts[-1][:2] == (font, level):
            parts[-1][2].append(character)
        else:
            parts.append((font, level, [character]))
    order = in_order([level for _, level, _ in parts])
    drawn = (_run(*parts[at]) for at in order)
    return tuple(run for run in drawn if run.text)


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    """Return `text` on one line without undrawable characters; `""` if nothing remains."""
    shown = "".join(character for character in _kept(text) if character not in CONTROLS)
    return shown.strip(JOINERS + " ")


def _kept(text: str) -> str:
    """Return `text` on one line with only what is drawn and what directs it."""
    composed = unicodedata.normalize("NFC", text)
    usual = (c if _is_kept(c) else unicodedata.normalize("NFKC", c) for c in composed)
    shown = "".join(c for c in "".join(usual) if c.isspace() or _is_kept(c))
    return " ".join(shown.split()).strip(JOINERS)


@lru_cache(maxsize=4096)
def width(text: str, size: int, bold: bool = False) -> int:
    """Return the width of `text` in pixels, including the overhang of its last glyph."""
    return ceil(sum(_length(run, size) for run in runs(text, bold))) + 1


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
    """Break `text` at spaces, except no-break ones, into lines that fit into `room` pixels."""
    broken: list[str] = []
    for word in filter(None, text.split(" ")):
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
    for run in runs(text, bold):
        pen.text(
            (x, size),
            run.text,
            fill=255,
            font=run.font.at(size),
            anchor="ls",
            stroke_width=size * run.font.stroke,
            direction=_direction(run),
        )
        x += _length(run, size)
    return drawn


def top(above: int, below: int, size: int) -> int:
    """Return the top of a mask whose digits are centred between two heights."""
    return round((above + below) / 2 + size * DIGITS) - size


def _is_kept(character: str) -> bool:
    return character in CONTROLS or _has(character)


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


def _run(font: Font, level: int, letters: Sequence[str]) -> Run:
    """Return a run of characters that are in the order in which they are read."""
    leftwards = level % 2 == 1
    if not leftwards or font.is_shaped:  # shaping reverses right-to-left text by itself
        return Run(font, "".join(letters), leftwards)
    clusters: list[str] = []
    for letter in letters:
        if clusters and unicodedata.combining(letter):
            clusters[-1] += letter
        else:
            clusters.append(mirrored(letter))
    return Run(font, "".join(reversed(clusters)), leftwards)


def _direction(run: Run) -> str | None:
    """Return the direction for shaping; without it, text is drawn as it is."""
    if not run.font.is_shaped:
        return None
    return "rtl" if run.leftwards else "ltr"


def _length(run: Run, size: int) -> float:
    return run.font.at(size).getlength(run.text, direction=_direction(run))
