"""Where everything stands in a picture, in pixels; pure geometry.

Over the rows of the road stand title, status and cast, below them lie two cards, one a side.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from renderer.box import Box
from renderer.road.rows import HUSK, MARGIN, WIDTH, Roadway, roadway

HEAD = 100
NAME_LINE, WARRIOR_LINE, SEAT_LINE, NOTE_LINE = 40, 48, 44, 32
CARD = 568
ONE_COLUMN = 3
"""So many partners stand one under another; more stand in two columns."""
COLUMN_GAP = 14
WAITING = (240, 80)
"""The room for the warriors that a partner has in base, in one column and in two."""


@dataclass(frozen=True, slots=True)
class Card:
    """What is told about one side: a box for each of its seats, and one for its warriors.

    Partners have their warriors in base beside them, in `waiting`. All starts at the left,
    `rightwards`, or ends at the right.
    """

    seats: tuple[Box, ...]
    waiting: tuple[Box, ...]
    warriors: Box
    rightwards: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of all that a picture shows."""

    size: tuple[int, int]
    title: Box
    status: Box
    cast: Box
    way: Roadway
    cards: tuple[Card, Card]
    note: Box


@lru_cache(maxsize=64)
def layout(road: int, seats: int = 2) -> Layout:
    """Return where everything stands on a road of `road` spaces that `seats` play on."""
    way = roadway(road, HEAD)
    cards = card_pair(way.rows[-1].box.bottom + HUSK + 8, seats // 2)
    bottom = cards[0].warriors.bottom + NOTE_LINE + 6
    return Layout(
        size=(WIDTH, bottom),
        title=Box(MARGIN, 10, 700, 56),
        status=Box(MARGIN, 56, 700, 92),
        cast=Box(580, 12, WIDTH - 8, 98),
        way=way,
        cards=cards,
        note=Box(MARGIN, bottom - NOTE_LINE - 2, WIDTH - MARGIN, bottom - 2),
    )


def card_pair(top: int, team: int) -> tuple[Card, Card]:
    """Return the two cards under `top` where each side has `team` seats."""
    columns = 1 if team <= ONE_COLUMN else 2
    wide = CARD // columns
    line, below = (NAME_LINE, WARRIOR_LINE) if team == 1 else (SEAT_LINE, NAME_LINE)
    high = ceil(team / columns) * line

    def card(x: int, *, rightwards: bool) -> Card:
        seats = [
            Box(left, y, left + wide - (columns - 1) * COLUMN_GAP, y + line - 2)
            for left, y in (
                (x + seat % columns * wide, top + seat // columns * line) for seat in range(team)
            )
        ]
        waiting = [replace(box, left=box.right - WAITING[columns - 1]) for box in seats]
        if team > 1:
            seats = [replace(box, right=box.right - WAITING[columns - 1]) for box in seats]
        warriors = Box(x, top + high, x + CARD, top + high + below)
        return Card(tuple(seats), tuple(waiting) if team > 1 else (), warriors, rightwards)

    return (
        card(MARGIN, rightwards=True),
        card(WIDTH - MARGIN - CARD, rightwards=team > 1),
    )
