"""Perfect play by a table of exact values: the best move, and what every move is worth."""

from collections.abc import Sequence
from typing import Any

from engine.game import Throw
from engine.players.judge import EVEN, Source
from engine.tables import Table


def choose(table: Table, position: Any, moves: Sequence[Any]) -> Any:
    """Return the best of `moves`, the first of several equally good ones."""
    return max(moves, key=lambda move: table.after(position, move))


class ExactJudge:
    """Implements `Judge` for the game of a table, which two sides play."""

    source = Source.TABLE

    def __init__(self, table: Table) -> None:
        self._table = table

    def odds(self, position: Any) -> Sequence[float]:
        """Return how probably each side wins; in the opening, both are equal."""
        table = self._table
        phase = table.game.phase(position)
        if isinstance(phase, Throw) and phase.opening:
            return EVEN, EVEN
        value = table.value(position)
        return (1 - value, value) if table.game.side(position.turn) else (value, 1 - value)

    def rate(self, position: Any, moves: Sequence[Any]) -> Sequence[float]:
        """Return the value of each move for the side to move."""
        return [self._table.after(position, move) for move in moves]
