"""Fixtures of the engine's tests."""

from collections.abc import Callable
from typing import TypeAlias

import pytest

from engine.road.game import RoadGame
from engine.road.rulesets import PULUC

Plays: TypeAlias = Callable[[str, str], str]


@pytest.fixture
def puluc() -> RoadGame:
    """Puluc as it comes: eleven spaces, five warriors, corn kernels, one cast."""
    return RoadGame(PULUC)


@pytest.fixture
def plays(puluc: RoadGame) -> Plays:
    """Play a move, as text, in a position, as text; the position after comes back as text."""

    def played(position: str, move: str) -> str:
        before = puluc.read_position(position)
        return puluc.write_position(puluc.play(before, puluc.read_move(before, move)))

    return played


@pytest.fixture
def moves(puluc: RoadGame) -> Callable[[str], list[str]]:
    """List the legal moves, as text, in a position, as text."""

    def legal(position: str) -> list[str]:
        return sorted(map(puluc.write_move, puluc.moves(puluc.read_position(position))))

    return legal
