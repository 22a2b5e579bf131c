"""The variants of Parchís in the order in which to choose them, each with a position."""

from typing import Final

from bot.games.shelf import Entry, Shelf, face
from engine.parchis.rulesets import PARCHIS, PARCHIS_SPAIN

_PLAYERS: Final = ("Ana", "Ben", "Carla", "Dan")
_POSITIONS: Final = {
    PARCHIS_SPAIN: "1 b h,30,c3,g+ 26,26,39,60+ h,h,44,49+ h,h,2,56+",
    PARCHIS: "1 b h,h,5,5+ 22,22,h,h+ h,h,h,39+ h,h,h,h",
}

SHELVES: Final = (
    Shelf(
        "race",
        tuple(
            Entry(face(f"{variant.key} seats=4 end=first", position, _PLAYERS))
            for variant, position in _POSITIONS.items()
        ),
    ),
)
