"""Texts that must not be too long."""

from collections.abc import Iterable
from typing import Final

ALT_LIMIT: Final = 1024
"""The maximum length of a picture's description in characters (Discord's limit)."""

BOARD_LIMIT: Final = 700
"""The maximum length of a board of letters in characters."""


def fitting(texts: Iterable[str], limit: int) -> str:
    """Return the first of `texts` that is not longer than `limit`, or else the last one, cut."""
    text = ""
    for text in texts:
        if len(text) <= limit:
            return text
    return cut(text, limit)


def cut(text: str, limit: int) -> str:
    """Return a text with an ellipsis in place of what exceeds `limit`."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
