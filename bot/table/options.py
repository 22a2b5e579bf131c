"""What game people want to play: a ruleset, its options, and the terms."""

from dataclasses import dataclass
from typing import Final

from bot.table.terms import DEFAULT_TERMS, Terms

DEFAULT_RULESET: Final = "puluc"


@dataclass(frozen=True, slots=True)
class Options:
    """A ruleset, the options chosen in place of its defaults, and the terms of the game.

    Options have the names and values of the game's header: `("road", "9")`.
    """

    ruleset: str = DEFAULT_RULESET
    chosen: tuple[tuple[str, str], ...] = ()
    terms: Terms = DEFAULT_TERMS

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The options and terms that differ from the defaults, as people type them."""
        return (*self.chosen, *self.terms.written)
