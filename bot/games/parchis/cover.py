"""The cover: a table in mid-game, the first picture of Parchís that new users see."""

from typing import Final

from bot.games.staged import staged

COVER: Final = staged(
    "parchis-spain seats=4 end=first",
    ("Ana", "Ben", "Carla", "Dan"),
    position="1 b4 h,30,c3,g+ 26,26,39,60+ h,h,44,49+ h,h,2,56+",
    before="1 a h,27,c3,g+ 26,26,39,60+ h,h,44,49+ h,h,2,56+",
    story=("3", "27+3", "4"),
    lying=("4",),
    moves=87,
)
"""Ana has just moved from 27 to 30, and Ben can capture that piece with his 4."""
