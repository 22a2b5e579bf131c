"""Players who have given up a seat during a game, as values."""

from dataclasses import dataclass
from enum import StrEnum

from bot.table.seats import Holder


class Departure(StrEnum):
    """Why a player gave up a seat during a game."""

    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    LEFT = "left"  # the platform says that they have gone
    MATCH_LEFT = "match-left"  # they play no further game of the match either
    RELIEVED = "relieved"  # a computer that had stood in, and made way for a person


@dataclass(frozen=True, slots=True)
class Former:
    """Who had `seat` until someone else took it over.

    `moves` is the number of moves made by then, and `at` the time (Unix seconds).
    """

    seat: int
    holder: Holder
    why: Departure
    moves: int
    at: int
