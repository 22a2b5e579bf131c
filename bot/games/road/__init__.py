"""The road games: Puluc and its relatives."""

from bot.games.road.family import RoadFamily

__all__ = ["FAMILY"]

FAMILY = RoadFamily()
