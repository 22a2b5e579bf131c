"""`Ways`, the engine's cache of moves."""

from collections.abc import Callable
from random import Random

import pytest

from engine.road import moves
from engine.road.game import RoadGame
from engine.road.moves import Ways
from engine.road.position import Position
from engine.road.rulesets import AJ_SINAANIL
from engine.road.stack import Stack, pack_stack

Journey = Callable[[RoadGame, Random, int], list[Position]]


def test_the_cache_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache never exceeds its limit."""
    monkeypatch.setattr(moves, "MAX_CACHED", 4)
    ways = Ways(AJ_SINAANIL, (2, 3))
    sizes = []
    for space in range(1, 20):
        assert ways[pack_stack(Stack(space, 0, 1, (0, 0)))]
        sizes.append(len(ways))
    assert max(sizes) == 4


def test_clearing_the_cache_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, journey: Journey
) -> None:
    """Discarding cached entries doesn't change the course of a game."""
    usual = journey(RoadGame(AJ_SINAANIL), Random(5), 500)
    monkeypatch.setattr(moves, "MAX_CACHED", 1)
    assert journey(RoadGame(AJ_SINAANIL), Random(5), 500) == usual
