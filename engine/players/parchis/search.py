"""A search through games of Parchís: the expected value of positions, on any scale (expectimax).

It looks at all throws, two by default. With the first move, it plays all bonuses in the best way.
After that, every seat plays the move after which it stands best.
"""

from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.game import Over, Places
from engine.parchis.game import ParchisGame
from engine.parchis.position import Position
from engine.players.parchis.standing import standing
from engine.stage import Stage

THROWS: Final = 2
"""How many throws it looks ahead."""

MOVE = Stage.MOVE  # a module global is faster to look up than an enum member


class Value(Protocol):
    """What a position is worth to a seat; the largest value is the best."""

    def __lt__(self, other: Any, /) -> bool:
        """Tell whether this value is worse than another."""
        ...


V = TypeVar("V", bound=Value)


class Scale(Protocol[V]):
    """How a search values the positions that it reaches."""

    def at_throw(self, position: Position, worth: Sequence[float], /) -> V:
        """Return the value of a position in which a throw is due, given what each seat is worth."""
        ...

    def result(self, places: Places, /) -> V:
        """Return the value of the end of a game."""
        ...

    def mean(self, values: Sequence[V], /) -> V:
        """Return the value of throws that are equally likely."""
        ...


class Search(Generic[V]):
    """The value of positions after a move, to the seat that made it."""

    def __init__(self, game: ParchisGame, scale: Scale[V]) -> None:
        self._game = game
        self._scale = scale
        self._standing = standing(game.ruleset)
        self._casts = tuple(game.throws.outcomes())

    def value(self, position: Position, throws: int = THROWS) -> V:
        """Return the expected value of `position` after so many more throws."""
        game, worth = self._game, None
        while position.stage is MOVE:
            worth = None
            moves = game.moves(position)
            if not moves:
                position = game.skip(position)
                continue
            after = [game.play(position, move) for move in moves]
            if throws == THROWS:  # a bonus of the move itself
                return max(self.value(each, throws) for each in after)
            position, worth = self._reply(position.turn, after)
        phase = game.phase(position)
        if isinstance(phase, Over):
            return self._scale.result(phase.places)
        if throws:
            values = [self.value(game.cast(position, cast), throws - 1) for cast in self._casts]
            return self._scale.mean(values)
        if worth is None:
            worth = self._standing.worth(position.board)
        return self._scale.at_throw(position, worth)

    def _reply(
        self, seat: int, after: Sequence[Position]
    ) -> tuple[Position, Sequence[float] | None]:
        """Return the position where `seat` stands best and what the seats are worth there.

        That is None if there was nothing to choose.
        """
        if len(after) == 1:
            return after[0], None
        standing = self._standing
        worths = [standing.worth(each.board) for each in after]
        ahead = [standing.ahead(worth, seat) for worth in worths]
        best = ahead.index(max(ahead))
        return after[best], worths[best]
