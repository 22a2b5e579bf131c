"""Stages: what is due in a position, for the families that store it in their positions."""

from enum import IntEnum


class Stage(IntEnum):
    """What is due in a position."""

    OPENING = 0
    """A throw that decides who begins."""

    CAST = 1
    """A throw by the seat whose turn it is."""

    MOVE = 2
    """A move with one of the numbers, or a pass."""

    OVER = 3
    """Nothing: the game is over."""
