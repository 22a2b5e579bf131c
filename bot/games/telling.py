"""What all families' accounts of a table's last step have in common."""

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final, NamedTuple, TypeVar

from bot.table.table import Table
from engine import Game
from engine.record import Played, standing
from engine.text import Text

P = TypeVar("P")
M = TypeVar("M")

MOST_TOLD: Final = 8
"""The maximum number of sentences about a step that are all told.

If there are more, counts summarize the earlier ones, except for those that must be told.
"""

TOLD_WHOLE: Final = 5
"""How many of the last sentences are told in any case."""


class Told(NamedTuple):
    """One thing that happened, as it stands in a log: whose doing it was, the number, sentences.

    `colour` is that of the seat (`Family.colour`).
    """

    seat: int
    colour: int
    number: int
    lines: tuple[Text, ...]


class News(Enum):
    """What a sentence about a step tells."""

    NONE = auto()
    CAPTURE = auto()  # the last one is always told
    ARRIVAL = auto()  # every one is always told


def are_told(news: Sequence[News]) -> Sequence[bool]:
    """Return which sentences about a step are told, given what each of them tells."""
    last = len(news) - TOLD_WHOLE if len(news) > MOST_TOLD else 0
    captures = [at for at, each in enumerate(news) if each is News.CAPTURE]
    return [
        at >= last or each is News.ARRIVAL or at in captures[-1:] for at, each in enumerate(news)
    ]


def last_step(game: Game[P, M], table: Table) -> tuple[Played[P, M], ...]:
    """Replay a table's last step: a person's entries and those of computers after them."""
    return standing(game, table.story, game.read_position(table.before) if table.before else None)
