"""Seats of a table: each is free, kept for somebody, or held by a person or a computer."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.table.people import User


@dataclass(frozen=True, slots=True)
class Free:
    """A seat that anyone may take."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has a seat; `word` went into the casts (public).

    `hints` are those that they have been given, by their keys, in the first game that they ever
    play; None in all further ones, which give none.
    """

    user: User
    name: str
    word: str = ""
    hints: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """A seat that is kept for somebody who was asked to take it."""

    user: User
    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player of some strength: the name of a level, such as `easy`."""

    level: str


Holder: TypeAlias = Person | Computer
"""Who plays from a seat."""

Seat: TypeAlias = Free | Kept | Holder
