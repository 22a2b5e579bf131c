"""Which pictures of a game an animation shows, and for how long."""

from collections.abc import Sequence
from typing import Final

MOST: Final = 40
"""The maximum number of pictures, which keeps the longest two-player games below 350 KB."""

STEP, TURN, END = 100, 170, 500
"""How long a picture is shown, one on which the game turns, and the last one, in 1/100 s."""


def kept(turning: Sequence[bool]) -> list[int]:
    """Return the indices of the pictures to show: at most MOST, with the first and the last.

    Those on which the game is not `turning` are left out first.
    """
    ends = {0, len(turning) - 1}
    turns = {index for index, turns in enumerate(turning) if turns} - ends
    others = set(range(len(turning))) - ends - turns
    shown = ends | set(_spread(sorted(turns), MOST - len(ends)))
    return sorted(shown | set(_spread(sorted(others), MOST - len(shown))))


def delays(turning: Sequence[bool]) -> list[int]:
    """Return how long each picture is shown, in 1/100 s."""
    return [*(TURN if turns else STEP for turns in turning[:-1]), END]


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, evenly spaced."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]
