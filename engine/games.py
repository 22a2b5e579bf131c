"""Every game there is, by its header."""

from typing import Any, TypeAlias

from engine.game import Game
from engine.road.game import RoadGame
from engine.road.header import read_header

AnyGame: TypeAlias = Game[Any, Any]
"""A game whose positions and moves are only handed back to it."""


def open_game(header: str) -> AnyGame:
    """Return the game that `header` tells; Corrupt names what is wrong in it."""
    return RoadGame(read_header(header))
