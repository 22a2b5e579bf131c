"""The games that can be played at a table, by their header lines."""

from functools import lru_cache
from typing import Any

from engine import AnyGame, open_game


@lru_cache(maxsize=256)
def game_of(header: str) -> AnyGame:
    """The game that a table's header tells; Corrupt if it tells none."""
    return open_game(header)


@lru_cache(maxsize=1024)
def position_in(header: str, text: str) -> Any:
    """The position that a table's text tells, read once for all who look at it."""
    return game_of(header).read_position(text)
