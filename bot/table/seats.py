"""Seats of a table: free, reserved for someone, or taken by a person or a computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Free:
    """A seat that anyone may take."""


@dataclass(frozen=True, slots=True)
class Person:
    """A player with a seat; `word` went into the throws, and is public.

    `owner` is the account whose seat it is if they play from another of theirs now
    (`bot.table.accounts`). `hints` are the keys of the hints given so far, if this is the first
    game that the player has ever started. In later games, which give no hints, it is None.
    """

    user: User
    name: str
    word: str = ""
    hints: tuple[str, ...] | None = None
    owner: User | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat reserved for a player who was challenged."""

    user: User
    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player; `level` is its strength, such as `easy`."""

    level: str


Holder: TypeAlias = Person | Computer
"""Anyone who plays from a seat."""

Seat: TypeAlias = Free | Kept | Holder


def with_seat(seats: Sequence[Seat], number: int, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats of a table with `seat` as the one of this number."""
    return (*seats[:number], seat, *seats[number + 1 :])
