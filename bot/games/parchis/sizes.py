"""The sizes of Parchís."""

from typing import Final

from bot.games.size import Size, Sizes
from engine.parchis.rulesets import RULESETS

SIZES: Final[Sizes] = {key: {Size.SHORT: {"pieces": "2"}, Size.CLASSIC: {}} for key in RULESETS}
"""A short game is one with two pieces.

There is no long one, because it would be one in which the others play on after the first, and that
is none for two.
"""
