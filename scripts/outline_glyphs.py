"""Write the outlines of the characters that drawings contain: `renderer/assets/glyphs.json`.

    .venv/bin/python -m scripts.outline_glyphs

Run it when a drawing writes another character, which goes into CHARACTERS, or with another font.
"""

import json
from pathlib import Path
from typing import Final

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

from renderer.fonts import STRONG
from renderer.glyphs import EM, OUTLINES

CHARACTERS: Final = "0123456789+\N{MULTIPLICATION SIGN}ABCDc"
"""Numbers, counts, the letters of moves, and the corridors of Parchís."""


def outlines(font: TTFont) -> dict[str, tuple[int, str]]:
    """Return the width and the outline of each character, in thousandths of the text size."""
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    scale = EM / font["head"].unitsPerEm
    found = {}
    for character in CHARACTERS:
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyph = glyphs[names[ord(character)]]
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        found[character] = round(glyph.width * scale), pen.getCommands()
    return found


if __name__ == "__main__":
    with TTFont(Path(OUTLINES).with_name(STRONG.file)) as bold:
        text = json.dumps(outlines(bold), ensure_ascii=False, indent=0)
    OUTLINES.write_text(text + "\n", encoding="utf-8")
