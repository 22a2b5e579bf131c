"""The port to a judge: who will probably win, and what each move is worth."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, Protocol

EVEN: Final = 0.5
"""How probably each of two sides wins in the opening."""


class Source(StrEnum):
    """What a judge knows."""

    TABLE = "table"
    """The exact values of all positions (`engine.tables`)."""

    NETWORK = "network"
    """The estimates of a network, which has learned from games against itself."""

    POINTS = "points"
    """What a position is worth in points, and how often such positions have been won."""


class Judge(Protocol):
    """Judges the positions of one game.

    Everything is a probability of winning, from 0 to 1; a draw counts as a win shared by all sides.
    """

    @property
    def source(self) -> Source:
        """What the judge knows."""
        ...

    def odds(self, position: Any, /) -> Sequence[float]:
        """Return how probably each side wins, in any phase; these add up to 1.

        In the opening, all sides are equal. Where a move is due, it is the best one.
        """
        ...

    def rate(self, position: Any, moves: Sequence[Any], /) -> Sequence[float]:
        """Return how probably the side to move wins after each of some legal `moves`."""
        ...
