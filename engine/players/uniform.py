"""The random computer player: every legal move is equally likely."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.game import Game

P = TypeVar("P")
M = TypeVar("M")


class Chance(Protocol):
    """A random number generator, such as `random.Random`; the engine has none of its own."""

    def choice(self, moves: Sequence[M], /) -> M:
        """Return one of `moves`, all equally likely."""
        ...


def choose(_game: Game[P, M], _position: P, moves: Sequence[M], chance: Chance) -> M:
    """Return a random one of `moves`, chosen by `chance`."""
    return chance.choice(moves)
