"""Parchís: a race round a cross for two, three or four, or two pairs."""

from bot.games.parchis.family import ParchisFamily

__all__ = ["FAMILY"]

FAMILY = ParchisFamily()
