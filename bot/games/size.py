"""Sizes of games by name, so that people choose how long they play rather than a road's length.

What a size means is data of each ruleset (`Family.sizes`). In options, `size=short` stands for the
options of that size; a game's header has only the latter, so a table needs no field for it.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from engine.text import Text

SIZE: Final = "size"
"""The name of the option."""


class Size(StrEnum):
    """How long a game is, compared with the ruleset's usual one."""

    SHORT = "short"
    """For a break, or for a first game: about 20 turns where the ruleset allows it."""

    CLASSIC = "classic"
    """The ruleset's defaults."""

    LONG = "long"
    """For an evening."""

    @property
    def text(self) -> Text:
        """Its name."""
        return Text(f"size.{self}")


Sizes: TypeAlias = Mapping[str, Mapping[Size, Mapping[str, str]]]
"""By ruleset, the options of each size that it has. Those of `CLASSIC` are none."""
