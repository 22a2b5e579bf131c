"""The lines below the board: who plays with whom, the match, and the changed options."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.colours import Colour
from renderer.parchis import layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import Cut, Sheet
from renderer.parchis.people import brief
from renderer.parchis.view import ParchisView
from renderer.sketch import Sketch

PAIRS, SCORE, NOTE = 20, 24, 20
"""Text sizes, in pixels."""
_GAP: Final = 14
_ROUND: Final = 8
_BELOW: Final = 3  # the distance from a plate to the next line


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; `plate` is its plate's colour and that of the text on it, None for none."""

    text: str
    size: int
    plate: tuple[Colour, Colour] | None = None


def lines(view: ParchisView, say: Say) -> tuple[Line, ...]:
    """Return the lines of a view's foot, from the top; often there are none."""
    return (*_pairs(view, say), *_match(view, say), *_changes(view, say))
