"""A judge of any game, to whom all sides and moves are equal."""

from collections.abc import Sequence
from typing import Any

from engine.games import AnyGame
from engine.players.judge import Source


class Equal:
    """Implements `Judge` without looking at positions."""

    source = Source.POINTS

    def __init__(self, game: AnyGame) -> None:
        self._sides = game.sides

    def odds(self, _position: Any) -> Sequence[float]:
        return (1 / self._sides,) * self._sides

    def rate(self, _position: Any, moves: Sequence[Any]) -> Sequence[float]:
        return [1 / self._sides] * len(moves)
