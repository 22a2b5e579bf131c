"""The catalogue of rulesets of Parchís, with their defaults.

Source: "Reglas detalladas del Juego de Mesa llamado Boolik" by IcLA Games, which tells Parchís as
a second game. docs/parchis.md lists what we decided where the source contradicts itself or is
silent.
"""

from collections.abc import Mapping
from typing import Final

from engine.parchis.ruleset import Ruleset, Start

PARCHIS: Final = Ruleset(key="parchis")
"""Parchís as the source has it: two pieces come out first, and a six may count twelve."""

PARCHIS_SPAIN: Final = Ruleset(key="parchis-spain", start=Start.SINGLE, six=7, again=False)
"""Parchís as most people in Spain play it: pieces come out one by one, and a six counts seven."""

RULESETS: Final[Mapping[str, Ruleset]] = {
    ruleset.key: ruleset for ruleset in (PARCHIS, PARCHIS_SPAIN)
}
"""Every ruleset by key."""
