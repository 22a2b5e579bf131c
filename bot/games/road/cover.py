"""The cover: a table in mid-game, the first picture of Puluc that new users see."""

from typing import Final

from bot.games.staged import staged

COVER: Final = staged(
    "puluc road=11 warriors=5 table=kernels casts=one",
    ("Ana", "Ben"),
    position="1 b2 11/00 3b1a 7a1b 8a1a1b 11b",
    before="1 a2 11/00 3b1a 5a1b 8a1a1b 11b",
    story=("5+2", "1010"),
    lying=("1010",),
    moves=20,
)
"""Ana has just captured a warrior; it is Ben's turn, and he can capture a stack of three."""
