"""The registry of games: the first word of a header determines which family plays it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from engine.game import Corrupt, Game
from engine.header import key_of
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.rulesets import RULESETS

AnyGame: TypeAlias = Game[Any, Any]
"""A game whose positions and moves are opaque to the caller."""


def _open_road(header: str) -> AnyGame:
    return RoadGame(read_header(header))


FAMILIES: Final[Mapping[str, Callable[[str], AnyGame]]] = dict.fromkeys(RULESETS, _open_road)
"""The function that opens a game from its header, by ruleset."""


def open_game(header: str) -> AnyGame:
    """Return the game described by `header`; raise Corrupt if the header is invalid."""
    key = key_of(header)
    if key not in FAMILIES:
        raise Corrupt(f"unknown ruleset {key!r}; the rulesets are {', '.join(FAMILIES)}")
    return FAMILIES[key](header)
