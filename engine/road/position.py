"""Positions in the engine's packed form."""

from typing import NamedTuple, TypeAlias

from engine.stage import Stage

Stacks: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Packed stacks by side, sorted within each side."""


class _Fields(NamedTuple):
    """The named fields of a position."""

    stage: Stage
    turn: int
    numbers: tuple[int, ...]
    stacks: Stacks
    base: int
    killed: int
    away: int


class Position(tuple[Stage, int, tuple[int, ...], Stacks, int, int, int]):
    """All warriors and whose turn it is; equal positions have equal continuations.

    `numbers` are those still to be played, in ascending order; during the opening, the number that
    the first side threw; between the two throws of a turn, the number of the first. `base`,
    `killed` and `away` are packed crowds.

    The constructor takes a single tuple of the fields, which are then read by name as in a
    NamedTuple. Play creates two positions per move, and creating a NamedTuple, which takes its
    fields one by one, takes twice as long.
    """

    __slots__ = ()

    stage = _Fields.stage
    turn = _Fields.turn
    numbers = _Fields.numbers
    stacks = _Fields.stacks
    base = _Fields.base
    killed = _Fields.killed
    away = _Fields.away
