"""A position as the engine counts it."""

from enum import IntEnum
from typing import NamedTuple


class Stage(IntEnum):
    """What a position waits for."""

    OPENING = 0
    """A cast that decides who begins."""

    CAST = 1
    """A cast of the seat whose turn it is."""

    MOVE = 2
    """A move with one of the numbers, or a pass."""

    OVER = 3
    """Nothing: the game has ended."""


class Position(NamedTuple):
    """Where everybody is and whose turn it is; equal positions play on alike.

    `numbers` are those still to be played, in rising order; in the opening, the number that
    the first side threw; between the two casts of a turn, that of the first. `stacks` are
    packed and sorted, by side; the crowds are packed.
    """

    stage: Stage
    turn: int
    numbers: tuple[int, ...]
    stacks: tuple[tuple[int, ...], tuple[int, ...]]
    base: int
    killed: int
    away: int
