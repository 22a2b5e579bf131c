"""How warriors are proportioned, and how they share the room they stand in; pure geometry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from renderer.box import Box
from renderer.road.piles import Pile
from renderer.road.rows import Spot, inner

PIECE_LIMIT = 74
"""The largest warrior."""
SLENDER = 1.14
"""The width that a warrior needs, in its diameters (a lozenge is wider than a round)."""
PEEK_ONE = 0.3
"""How much of a captive shows below the warrior above it, in diameters."""
PEEK_COUNTED = 0.46
"""The same where the captive bears a number."""
FOOT = 0.1
"""How thick a warrior is, in diameters."""
TIMES_ROOM = 0.2
"""How far a badge that counts stacks rises above the captain, in diameters."""
TALL = SLENDER + FOOT + 2 * PEEK_COUNTED
"""The height of the tallest pile of one stack, in diameters of its warriors."""

LONE = SLENDER + FOOT
"""The same of a warrior without captives."""
LOWEST = LONE + PEEK_ONE
"""The same of a captain with one captive."""


@dataclass(frozen=True, slots=True)
class Slots:
    """Side by side places for piles, and the diameter of the warriors in them."""

    boxes: tuple[Box, ...]
    diameter: int


def tallness(pile: Pile) -> float:
    """Return how high a pile is, in diameters of its warriors."""
    peek = PEEK_COUNTED if pile.counted else PEEK_ONE
    above = TIMES_ROOM if pile.stacks > 1 else 0.0
    return SLENDER + FOOT + above + len(pile.layers) * peek


@lru_cache(maxsize=2048)
def slots(heights: tuple[float, ...], room: Box, largest: int = PIECE_LIMIT) -> Slots:
    """Divide `room` among piles so that their warriors are alike large, and as large as can be.

    `heights` are those of the piles in diameters, the tallest first. The tallest stand in the
    lowest line. No warrior is larger than `largest`.
    """
    best = Slots((), 0)
    for columns in range(1, len(heights) + 1):
        lines = [heights[i : i + columns] for i in range(0, len(heights), columns)]
        wide = room.width // columns
        tall = sum(line[0] for line in lines)
        diameter = min(
            largest, int((wide - 2) / SLENDER), int((room.height - 2 * len(lines)) / tall)
        )
        if diameter > best.diameter:
            best = Slots(tuple(_boxes(lines, room, columns, diameter)), diameter)
    return best


def _boxes(
    lines: Sequence[Sequence[float]], room: Box, columns: int, diameter: int
) -> Iterator[Box]:
    """Return the boxes of all lines, from the lowest upwards; what is left over is shared."""
    wide = room.width // columns
    high = [ceil(line[0] * diameter) for line in lines]
    gap = (room.height - sum(high)) // len(lines) if len(lines) > 1 else 0
    bottom = room.bottom
    for line, tall in zip(lines, high, strict=True):
        left = room.left + (room.width - len(line) * wide) // 2
        for x in range(left, left + len(line) * wide, wide):
            yield Box(x, bottom - tall, x + wide, bottom)
        bottom -= tall + gap


def arrange(
    shown: Sequence[Pile], place: Spot, tall: float = TALL, largest: int = PIECE_LIMIT
) -> tuple[tuple[tuple[Pile, Box], ...], int]:
    """Return where each pile of a place stands, and the diameter of the warriors.

    Lone piles on spaces are alike large everywhere, as if each were `tall` (in diameters). No
    warrior is larger than `largest`.
    """
    tallest_first = sorted(shown, key=lambda pile: -tallness(pile))
    heights = tuple(tallness(pile) for pile in tallest_first)
    if len(shown) == 1 and place.shade:
        heights = (max(heights[0], tall),)
    found = slots(heights, inner(place), largest)
    return tuple(zip(tallest_first, found.boxes, strict=True)), found.diameter


def alone(place: Spot, tall: float = TALL, largest: int = PIECE_LIMIT) -> int:
    """Return the diameter of a warrior that stands alone at a place, where piles may be `tall`."""
    return slots((tall if place.shade else LONE,), inner(place), largest).diameter
