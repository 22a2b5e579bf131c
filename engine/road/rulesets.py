"""The catalogue: every ruleset that can be played, with its own defaults."""

from collections.abc import Mapping

from engine.road.ruleset import Ruleset

PULUC = Ruleset("puluc")
"""The running fight in its plainest form: who captures goes on to the enemy base.

Source: variant 1 of "Reglas detalladas del Juego de Mesa llamado Boolik", IcLA Games, which
plays it on thirteen rows: eleven spaces and the two bases.
"""

RULESETS: Mapping[str, Ruleset] = {ruleset.key: ruleset for ruleset in (PULUC,)}
"""Every ruleset by its key."""
