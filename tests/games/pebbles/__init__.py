"""Pebbles: a tiny game that shows how much a family of games can differ.

Three players race one pebble each along a row of squares. A throw of two dice gives two numbers,
of which one is played; landing on another pebble sends it back to the start. A player who can't
play either number goes back one square. The first to arrive comes first, the next one second.
"""

from tests.games.pebbles.family import PebblesFamily

__all__ = ["FAMILY"]

FAMILY = PebblesFamily()
