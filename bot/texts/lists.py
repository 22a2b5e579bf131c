"""Lists in sentences: "Ana, Ben, and Cara", or "Ana, Ben, or Cara", as a language has them.

CLDR's patterns, which Babel has, don't know that in Spanish the word before the last part depends
on the sound that follows: "y" becomes "e" before an i ("Ana e Inés", but "agua y hielo"), and "o"
becomes "u" before an o ("siete u ocho", "7 u 8"). The rule here is that of ICU, and also knows
accents. A part may have markup around its words. A mention such as `<@1234>`, whose words only the
platform knows, changes nothing.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from babel.lists import format_list

Style = Literal["standard", "or"]
"""How a list is meant: all of it, or any one of it."""

_SPANISH: Final = {"standard": ("y", "e"), "or": ("o", "u")}
"""The usual word before the last part, and the one before its own sound."""

_MARKUP = r"(?:<(?!@)[^>]*>|&#?\w+;|(?!<@)[\W_])*"
_SAME_SOUND: Final = {
    "standard": re.compile(_MARKUP + r"(?:[ií]|h[ií](?![aeáé]))", re.IGNORECASE),
    "or": re.compile(_MARKUP + r"(?:h?[oó]|8|11(?!\d))", re.IGNORECASE),
}


def listed(parts: Sequence[str], language: str, style: Style = "standard") -> str:
    """Return a list of parts as a part of a sentence in a language, such as `es-MX`."""
    text = format_list(parts, style, locale=language.replace("-", "_"))
    if language.partition("-")[0] != "es" or len(parts) < 2:
        return text
    last, (usual, other) = parts[-1], _SPANISH[style]
    if not _SAME_SOUND[style].match(last):
        return text
    return f"{text.removesuffix(f' {usual} {last}')} {other} {last}"
