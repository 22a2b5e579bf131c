"""Pebbles: a tiny game that shows what a family of games is free to be.

Three race one pebble each along a row of squares. A throw of two dice is two numbers, of which one
is played; landing on another pebble sends it back to the start. Who cannot play either number goes
one square back. The first to arrive is first, the second is second.
"""

from tests.games.pebbles.family import PebblesFamily

__all__ = ["FAMILY"]

FAMILY = PebblesFamily()
