"""The registry of games: the first word of a header determines which family plays it."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.family import Family
from engine.game import Corrupt, Game
from engine.header import key_of
from engine.parchis.family import ParchisFamily
from engine.road.family import RoadFamily

AnyGame: TypeAlias = Game[Any, Any]
"""A game whose positions and moves are opaque to the caller."""

FAMILIES: Final[Mapping[str, Family]] = {
    ruleset: family for family in (RoadFamily(), ParchisFamily()) for ruleset in family.rulesets
}
"""The family of each ruleset."""


def family_of(key: str) -> Family:
    """Return the family of the ruleset `key`; raise Corrupt if there is no such ruleset."""
    if key not in FAMILIES:
        raise Corrupt(f"unknown ruleset {key!r}; the rulesets are {', '.join(FAMILIES)}")
    return FAMILIES[key]


def open_game(header: str) -> AnyGame:
    """Return the game described by `header`; raise Corrupt if the header is invalid."""
    return family_of(key_of(header)).open(header)
