"""The judge of the road games: the estimates of a network, searched as the player `hard` does."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final

from engine.chance import cast_out
from engine.players.judge import EVEN, Source
from engine.players.road.network import Network, network
from engine.players.road.search import Search, ends, rated
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position
from engine.stage import Stage

KEPT: Final = 64
"""Positions whose values are kept: both throws of a turn can lead to the same ones."""


class NetworkJudge:
    """Implements `Judge` for a road game."""

    source = Source.NETWORK

    def __init__(self, game: RoadGame) -> None:
        self._game = game
        self._kept_value = lru_cache(KEPT)(self._value)

    @cached_property
    def _network(self) -> Network:
        """The network, read when it is first needed."""
        return network(self._game.ruleset)

    def odds(self, position: Position) -> Sequence[float]:
        """Return how probably each side wins, by all throws of this turn and their best moves."""
        if position.stage is Stage.OPENING:
            return EVEN, EVEN
        outcomes = cast_out(self._game, position).items()
        value = sum(float(share) * self._kept_value(after) for after, share in outcomes)
        return value, 1 - value

    def rate(self, position: Position, moves: Sequence[Move]) -> Sequence[float]:
        """Return what each move is worth, looking as deep as the player `hard`."""
        return rated(self._game, self._network, position, moves)

    def _value(self, position: Position) -> float:
        """Return how probably side 0 wins if no throw is due."""
        search = Search(self._game, self._network)
        side = self._game.side(position.turn)
        best = max(search.value(end, side) for end in ends(self._game, position))
        return 1 - best if side else best
