"""Searching the road games one or two turns deep, over the estimates of a network.

Values are probabilities that a side wins; a draw counts as half a win.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.game import Over
from engine.players.road.features import turns
from engine.players.road.network import Network
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position
from engine.stage import Stage

MARGIN: Final = 0.08
"""Moves that seem worse than the best one by more than this are not searched."""

WIDTH: Final = 5
"""How many moves are searched at most."""

EFFORT: Final = 3000
"""How many positions may be estimated for one move."""

# Module globals are faster to look up than enum members.
CAST, MOVE, OVER = Stage.CAST, Stage.MOVE, Stage.OVER


def thrown(position: Position, numbers: tuple[int, ...]) -> Position:
    """Return a position in which a turn begins, after throws that give it these numbers."""
    _, turn, _, stacks, base, killed, away = position
    return Position((MOVE, turn, numbers, stacks, base, killed, away))


def ends(game: RoadGame, position: Position) -> Iterator[Position]:
    """Yield every position at the end of the turn that goes on in `position`."""
    if position.stage is not MOVE:
        yield position
        return
    moves = game.moves(position)
    if not moves:
        yield game.skip(position)
    for move in moves:
        yield from ends(game, game.play(position, move))


class TooWide(Exception):  # noqa: N818 - expected: the search is cut short
    """The search would take more than its effort."""


class Search:
    """The values of positions of a game, each estimated once. Make one for every decision."""

    def __init__(self, game: RoadGame, network: Network) -> None:
        self._game = game
        self._network = network
        self._turns = turns(game.ruleset)
        self._known: dict[Position, float] = {}

    @property
    def effort(self) -> int:
        """How many positions have been estimated."""
        return len(self._known)

    def value(self, position: Position, side: int) -> float:
        """Return the estimate for `side` of a position in which a turn begins, or play is over."""
        if position.stage is OVER:
            return self._result(position, side)
        known = self._known
        if position not in known:
            known[position] = self._network.value(position)
        value = known[position]
        return value if self._game.side(position.turn) == side else 1 - value

    def _result(self, position: Position, side: int) -> float:
        over = self._game.phase(position)
        assert isinstance(over, Over)  # noqa: S101 - its stage says so
        winners = over.winners(self._game.seats)
        return 0.5 if not winners else float(self._game.side(winners[0]) == side)

    def shallow(self, position: Position, move: Move) -> float:
        """Return the value of `move` to the side that makes it, with the best rest of its turn."""
        side = self._game.side(position.turn)
        return max(
            self.value(end, side) for end in ends(self._game, self._game.play(position, move))
        )

    def deep(self, position: Position, move: Move, most: int) -> float:
        """Return the value of `move`, averaged over the numbers of the next turn, played best.

        Raises TooWide once `most` positions have been estimated.
        """
        side = self._game.side(position.turn)
        own = ends(self._game, self._game.play(position, move))
        end = max(own, key=lambda each: self.value(each, side))
        if end.stage is OVER:
            return self._result(end, side)
        mover = self._game.side(end.turn)
        total = 0.0
        for numbers, odds in self._turns:
            best = max(self.value(each, mover) for each in ends(self._game, thrown(end, numbers)))
            total += odds * (best if mover == side else 1 - best)
            if self.effort > most:
                raise TooWide
        return total


def shallow(
    game: RoadGame, network: Network, position: Position, moves: Sequence[Move]
) -> list[float]:
    """Return the values of `moves` without looking at replies."""
    search = Search(game, network)
    return [search.shallow(position, move) for move in moves]


def deep(
    game: RoadGame, network: Network, position: Position, moves: Sequence[Move]
) -> dict[Move, float]:
    """Return the values of the most promising of `moves`, looking at every reply.

    If there is too much to look at, as in some games of many warriors and two numbers a turn, they
    are fewer, and if it is too much for two moves, the best one is returned as it seems.
    """
    return _looked(Search(game, network), position, moves)[1]


def rated(
    game: RoadGame, network: Network, position: Position, moves: Sequence[Move]
) -> list[float]:
    """Return the values of `moves` as `deep` finds them, and estimates of the others.

    Looking deeper can change all values alike, so the others change as much as the best one, but
    none comes to more than the worst of those that were looked at.
    """
    seems, found = _looked(Search(game, network), position, moves)
    first = next(iter(found))
    change, most = found[first] - seems[first], min(found.values())
    return [
        found[move] if move in found else max(0.0, min(seems[move] + change, most))
        for move in moves
    ]


def _looked(
    search: Search, position: Position, moves: Sequence[Move]
) -> tuple[dict[Move, float], dict[Move, float]]:
    """Return the values of `moves` as they seem, and of some as they are found to be.

    Of these, the first one seems best.
    """
    seems = {move: search.shallow(position, move) for move in moves}
    best = max(seems.values())
    promising = sorted(moves, key=lambda move: -seems[move])[:WIDTH]
    promising = [move for move in promising if seems[move] >= best - MARGIN]
    if len(promising) == 1:
        return seems, {promising[0]: best}
    found: dict[Move, float] = {}
    try:
        for move in promising:
            found[move] = search.deep(position, move, EFFORT)
    except TooWide:
        pass
    return seems, found or {promising[0]: best}
