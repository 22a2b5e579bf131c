"""The judge of the road games: the estimates of a network, searched as the player `hard` does."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from engine.game import Choose, Over, Pass, Throw
from engine.players.judge import Source
from engine.players.road.network import Network, network
from engine.players.road.search import Search, ends, rated
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position

EVEN: Final = 0.5


class NetworkJudge:
    """Implements `Judge` for a road game."""

    source = Source.NETWORK

    def __init__(self, game: RoadGame) -> None:
        self._game = game

    @cached_property
    def _network(self) -> Network:
        """The network, read when it is first needed."""
        return network(self._game.ruleset)

    def odds(self, position: Position) -> Sequence[float]:
        """See `Judge.odds`; looks at all throws of this turn and at the best of their moves."""
        value = self._value(Search(self._game, self._network), position)
        return value, 1 - value

    def rate(self, position: Position, moves: Sequence[Move]) -> Sequence[float]:
        """See `Judge.rate`; looks as deep as the player `hard`."""
        return rated(self._game, self._network, position, moves)

    def _value(self, search: Search, position: Position) -> float:
        """Return how probably side 0 wins."""
        game = self._game
        match game.phase(position):
            case Throw(opening=True):
                return EVEN
            case Throw(table=table):
                return sum(
                    float(share) * self._value(search, game.cast(position, cast))
                    for cast, share in table.chances.items()
                )
            case Choose(seat=seat):
                side = game.side(seat)
                best = max(search.value(end, side) for end in ends(game, position))
                return 1 - best if side else best
            case Pass():
                return self._turned(search, game.skip(position))
            case Over():
                return search.value(position, 0)

    def _turned(self, search: Search, position: Position) -> float:
        """Return how probably side 0 wins after a pass, which usually ends a turn."""
        ended = isinstance(self._game.phase(position), Throw) and not position.numbers
        return search.value(position, 0) if ended else self._value(search, position)
