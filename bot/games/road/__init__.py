"""The road games: Puluc and all that is played like it."""

from bot.games.road.family import RoadFamily

__all__ = ["FAMILY"]

FAMILY = RoadFamily()
