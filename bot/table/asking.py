"""Offers that players make each other during a game, as values."""

from dataclasses import dataclass
from enum import StrEnum

from bot.table.copies import Copy
from bot.table.seats import Person


class Wish(StrEnum):
    """What a player can offer the others during a game."""

    UNDO = "undo"
    DRAW = "draw"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"  # to give a day to a player whose time is up or who has gone
    SHOW = "show"  # to have the game shown in another chat


@dataclass(frozen=True, slots=True)
class Asking:
    """An open offer: what `seat` wishes, first shown on the board of `revision`.

    `agreed` are the other seats that have agreed so far. It was made at `at` (Unix seconds).
    """

    wish: Wish
    seat: int
    revision: int
    agreed: tuple[int, ...] = ()
    at: int = 0


@dataclass(frozen=True, slots=True)
class Viewing:
    """What somebody who doesn't play wishes: to have the game shown where they are.

    They have asked with the code of a player, whose offer to the others it is: `asking`. If all
    agree, `copy` shows the game.
    """

    asking: Asking
    by: Person
    copy: Copy


@dataclass(frozen=True, slots=True)
class Refused:
    """What `seat` has wished in vain: it was declined, or the player thought better of it.

    It was made at `at`, in the turn that began at `turn` (Unix seconds).
    """

    wish: Wish
    seat: int
    turn: int
    at: int
