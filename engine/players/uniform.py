"""The random player: any legal move, each as likely."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from engine.game import Game

P = TypeVar("P")
M = TypeVar("M")


class Chance(Protocol):
    """What draws, such as a `random.Random`; the engine itself never does."""

    def choice(self, moves: Sequence[M], /) -> M:
        """Return one of `moves`, each as likely."""
        ...


def choose(_game: Game[P, M], _position: P, moves: Sequence[M], chance: Chance) -> M:
    """Return one of `moves`, drawn by `chance`."""
    return chance.choice(moves)
