"""The board: a ring of 68 squares, and for each colour a start, an entry, a corridor and a goal.

A *place* is where a piece of a seat is: HOME, a square of the ring from 1 to 68, one of the seven
squares of its own corridor from 69 to 75, or its own GOAL. *Steps* count from the seat's start.

Source: IcLA, "Parchís"; the numbers are those of the Spanish board.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

HOME: Final = 0
RING: Final = 68
"""The squares of the ring; after the last one comes square 1."""

CORRIDOR: Final = range(69, 76)
GOAL: Final = 76

ENTRY_STEPS: Final = 63
"""The steps from a start to the entry of the same colour, the last square of the ring."""

GOAL_STEPS: Final = ENTRY_STEPS + len(CORRIDOR) + 1

SAFE: Final = frozenset({5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68})
"""The squares where pieces of different colours may stand together, and none is captured."""

LESSON: Final = 4
"""How far before its start a piece under instruction begins."""


@dataclass(frozen=True)
class Arm:
    """The places of one seat.

    The `colour` is its arm of the board, counted in the order of turns: 0 is yellow, 1 blue, 2 red
    and 3 green.
    """

    seat: int
    colour: int

    @cached_property
    def start(self) -> int:
        """The square where its pieces come out."""
        return 5 + 17 * self.colour

    @cached_property
    def entry(self) -> int:
        """The last square of the ring on its way, before the corridor."""
        return 17 * self.colour or RING

    @cached_property
    def lesson(self) -> range:
        """The squares where a piece of this seat is under instruction."""
        return range(self.start - LESSON, self.start)

    @cached_property
    def before_start(self) -> frozenset[int]:
        """The places of pieces that have not come out, or are to come out again."""
        return frozenset({HOME, *self.lesson})

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """A mask for each place; 0 at home and in the goal, which hold any number of pieces.

        Corridors of different seats have different bits.
        """
        ring = (1 << place for place in range(1, RING + 1))
        corridor = (1 << place + self.seat * len(CORRIDOR) for place in CORRIDOR)
        return (0, *ring, *corridor, 0)

    def place(self, steps: int) -> int:
        """Return the place `steps` steps from the start, up to GOAL_STEPS."""
        if steps > ENTRY_STEPS:
            return RING + steps - ENTRY_STEPS
        return (self.start + steps - 1) % RING + 1

    def steps(self, place: int) -> int:
        """Return the steps from the start to `place`, which is neither home nor a lesson."""
        if place > RING:
            return place - RING + ENTRY_STEPS
        return (place - self.start) % RING


def arms(colours: Iterable[int]) -> tuple[Arm, ...]:
    """Return the arms of seats with these colours, by seat."""
    return tuple(Arm(seat, colour) for seat, colour in enumerate(colours))
