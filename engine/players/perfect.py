"""The perfect player: the best move by a table of exact values."""

from collections.abc import Sequence
from typing import Any

from engine.tables import Table


def choose(table: Table, position: Any, moves: Sequence[Any]) -> Any:
    """Return the best of `moves`, the first of several equally good ones."""
    return max(moves, key=lambda move: table.after(position, move))
