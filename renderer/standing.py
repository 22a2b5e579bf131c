"""How warriors are proportioned, and how they share the room they stand in; pure geometry."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from renderer.layout import Box, Place, inner
from renderer.piles import Pile

PIECE_LIMIT = 60
"""The largest warrior."""
SLENDER = 1.14
"""The width that a warrior needs, in its diameters (a lozenge is wider than a round)."""
TALL = 2.66
"""The height that the tallest pile needs, in diameters of its warriors, with the arrow."""
PEEK_ONE = 0.34
"""How much of a captive shows below the warrior above it, in diameters."""
PEEK_COUNTED = 0.52
"""The same where the captive bears a number."""
ARROW = 0.36
"""How high a heading arrow is with the gap below it, in diameters."""
FOOT = 0.1
"""How thick a warrior is, in diameters."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Side by side places for piles, and the diameter of the warriors in them."""

    boxes: tuple[Box, ...]
    diameter: int


def tallness(layers: int, counted: bool) -> float:
    """Return how high a pile with so many captives' edges is, in diameters of its warriors."""
    return SLENDER + FOOT + ARROW + layers * (PEEK_COUNTED if counted else PEEK_ONE)


@lru_cache(maxsize=1024)
def slots(count: int, room: Box, tall: float = TALL) -> Slots:
    """Divide `room` among `count` piles so that their warriors are as large as can be.

    `tall` is the height of the tallest of them in diameters.
    """
    best = Slots((), 0)
    for columns in range(1, count + 1):
        lines = ceil(count / columns)
        wide, high = room.width // columns, room.height // lines
        diameter = min(PIECE_LIMIT, int((wide - 2) / SLENDER), int((high - 1) / tall))
        if diameter <= best.diameter:
            continue
        left = room.left + (room.width - columns * wide) // 2
        boxes = tuple(
            Box(x, room.bottom - (line + 1) * high, x + wide, room.bottom - line * high)
            for line in range(lines)
            for x in range(left, left + columns * wide, wide)
        )
        best = Slots(boxes[:count], diameter)
    return best


def arrange(shown: Sequence[Pile], place: Place) -> Slots:
    """Divide `place` among the piles that stand there.

    Lone piles on spaces are alike large everywhere, however tall they are.
    """
    tall = max(tallness(len(pile.layers), pile.counted) for pile in shown)
    if len(shown) == 1 and place.shade:
        tall = TALL
    return slots(len(shown), inner(place), tall)


def crowd(count: int, room: Box, rightwards: bool) -> tuple[Box, ...]:
    """Return square boxes for `count` warriors in one line of `room`, from its outer end."""
    if not count:
        return ()
    step = min(room.height, room.width // count)
    top = room.top + (room.height - step) // 2
    lefts = [room.left + i * step for i in range(count)]
    if not rightwards:
        lefts = [room.right - (i + 1) * step for i in range(count)]
    return tuple(Box(left, top, left + step, top + step) for left in lefts)
