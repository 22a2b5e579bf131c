"""A position as the engine counts it."""

from enum import IntEnum
from typing import NamedTuple, TypeAlias


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


Stacks: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Packed stacks by side, each side's sorted."""


class _Fields(NamedTuple):
    """The fields of a position by their names."""

    stage: Stage
    turn: int
    numbers: tuple[int, ...]
    stacks: Stacks
    base: int
    killed: int
    away: int


class Position(tuple[Stage, int, tuple[int, ...], Stacks, int, int, int]):
    """Where everybody is and whose turn it is; equal positions play on alike.

    `numbers` are those still to be played, in rising order; in the opening, the number that
    the first side threw; between the two casts of a turn, that of the first. The crowds are
    packed.

    A position is made of one tuple of its fields, and reads like a NamedTuple. Play makes two
    positions for every move, and a NamedTuple, which takes its fields one by one, is made in
    twice the time.
    """

    __slots__ = ()

    stage = _Fields.stage
    turn = _Fields.turn
    numbers = _Fields.numbers
    stacks = _Fields.stacks
    base = _Fields.base
    killed = _Fields.killed
    away = _Fields.away
