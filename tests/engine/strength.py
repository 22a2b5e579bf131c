"""The games in which players must beat the random one."""

from typing import Final

import pytest

from engine.road.rulesets import RULESETS

GAMES: Final = (
    "puluc",
    "aj-sayil seats=4",
    *(
        pytest.param(words, marks=pytest.mark.night)
        for words in (*RULESETS, "puluc after-capture=open")
        if words != "puluc"
    ),
)
"""Every ruleset, and a game with partners; but for two of them, at night."""
