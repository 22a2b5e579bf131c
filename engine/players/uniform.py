"""The random player: any legal move, each as likely."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from engine.game import Game

P = TypeVar("P")
M = TypeVar("M")


def choose(_game: Game[P, M], _position: P, moves: Sequence[M], chance: Random) -> M:
    """Return one of `moves`, drawn by `chance`."""
    return chance.choice(moves)
