"""Outlines of the few characters that drawings contain, for pictures without fonts.

`scripts/outline_glyphs.py` takes them from the font of bold text.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

OUTLINES: Final = Path(__file__).parent / "assets" / "glyphs.json"
EM: Final = 1000
"""The text size of the outlines."""


class Glyph(NamedTuple):
    """A character: its width, and its outline as an SVG path that begins at 0 on the base line."""

    width: int
    outline: str


def glyph(character: str) -> Glyph:
    """Return the outline of a character; raise KeyError if there is none."""
    known = _glyphs()
    if character not in known:
        raise KeyError(
            f"there is no outline of {character!r}: add it to CHARACTERS in"
            " scripts/outline_glyphs.py, and run that"
        )
    return known[character]


@cache
def _glyphs() -> dict[str, Glyph]:
    table = json.loads(OUTLINES.read_text("utf-8"))
    return {character: Glyph(*each) for character, each in table.items()}
