"""What people play unless they ask otherwise: for two, or until the first of more has finished."""

from collections.abc import Mapping
from typing import Final

from engine.parchis.header import ruleset_with
from engine.parchis.ruleset import End, Ruleset

FEW: Final = "2"
PAIRS: Final = "4"
"""The seats of a game, and of one in pairs, unless they are chosen."""


def completed(chosen: Mapping[str, str]) -> Mapping[str, str]:
    """Return the chosen options of a game with those that people need not choose.

    By the engine's default, three or four play until one is left; here, they must ask for it.
    """
    seats = chosen.get("seats", PAIRS if chosen.get("end") == End.PAIRS else FEW)
    end = {} if seats == FEW else {"end": str(End.FIRST)}
    return {"seats": seats, **end, **chosen}


def usual(key: str, seats: int) -> Ruleset:
    """Return a ruleset as it is played by so many if no other option is chosen."""
    return ruleset_with(key, completed({"seats": str(seats)}))
