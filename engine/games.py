"""Every game there is: the first word of a header tells the family that plays it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.game import Corrupt, Game
from engine.header import key_of
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.rulesets import RULESETS

AnyGame: TypeAlias = Game[Any, Any]
"""A game whose positions and moves are only handed back to it."""


def _open_road(header: str) -> AnyGame:
    return RoadGame(read_header(header))


FAMILIES: Final[Mapping[str, Callable[[str], AnyGame]]] = dict.fromkeys(RULESETS, _open_road)
"""How the games of each ruleset are opened."""


def open_game(header: str) -> AnyGame:
    """Return the game that `header` tells; Corrupt names what is wrong in it."""
    key = key_of(header)
    if key not in FAMILIES:
        raise Corrupt(f"no ruleset {key!r}; there are {', '.join(FAMILIES)}")
    return FAMILIES[key](header)
