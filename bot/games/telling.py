"""What all families' accounts of a table's last step have in common."""

from typing import Final, TypeVar

from bot.table.table import Table
from engine import Game
from engine.record import Played, standing

P = TypeVar("P")
M = TypeVar("M")

MOST_TOLD: Final = 8
"""The maximum number of sentences about a step; if there are more, only the last TOLD_WHOLE.

Counts summarize the earlier ones.
"""

TOLD_WHOLE: Final = 5


def summarized(sentences: int) -> int:
    """Return how many of so many sentences are left out, the first ones, for counts."""
    return 0 if sentences <= MOST_TOLD else sentences - TOLD_WHOLE


def last_step(game: Game[P, M], table: Table) -> tuple[Played[P, M], ...]:
    """Replay a table's last step: a person's entries and those of computers after them."""
    return standing(game, table.story, game.read_position(table.before) if table.before else None)
