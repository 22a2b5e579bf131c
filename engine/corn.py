"""Throws that anyone can check. docs/fair-dice.md explains them to players.

A game commits to its seed when it is posted by showing the seed's hash, the commitment. After
that, each player may add a word. Once play begins, every throw follows from the seed, the words and
the number of the throw, as the game's recipe says. Seeds are drawn elsewhere: everything here is
deterministic.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_lowercase
from typing import Final

from engine.throws import Cast, Thing, ThrowTable


class Recipe(StrEnum):
    """How the throws of a game follow from its seed. The value is the first line of statements.

    A game keeps the recipe with which it was posted. Recipes differ in the numbers of throws only.
    """

    CORN_1 = "puluc-corn-1"
    CORN_2 = "puluc-corn-2"

    def number(self, seat: int, throws: Sequence[int]) -> str:
        """Return the number of the next throw, which `seat` makes.

        `throws` are how many throws of each seat stand. In corn-2, each seat's throws have numbers
        of their own, such as `b7`, so that a throw that was seen and taken back stays with its
        seat, whatever is played instead. In corn-1, all throws are numbered together.
        """
        if self is Recipe.CORN_1:
            return str(sum(throws))
        return f"{ascii_lowercase[seat]}{throws[seat]}"


RECIPE: Final = Recipe.CORN_2
"""The recipe of new games."""

WORD_LIMIT: Final = 32
"""The maximum length of a word, in characters."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What the throws of a game follow from.

    `table` is the id under which the game was posted and `commitment` the hash shown with it.
    `words` has the word of each seat in seat order, `""` for a seat without one. `seed` is None as
    long as it is secret. Records that name no recipe are of corn-1.
    """

    table: str
    commitment: str
    words: tuple[str, ...]
    seed: bytes | None = None
    recipe: Recipe = Recipe.CORN_1


def commitment(seed: bytes) -> str:
    """Return the commitment to `seed`, shown before any word is given: its SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def clean_word(text: str) -> str:
    """Normalize a player's word to the form that is hashed: NFC, without surrounding spaces.

    Raises ValueError if the word is too long or has control, format or separator characters other
    than the plain space: players could not see or copy them.
    """
    word = unicodedata.normalize("NFC", text.strip(" "))
    if len(word) > WORD_LIMIT or any(c != " " and unicodedata.category(c)[0] in "CZ" for c in word):
        raise ValueError(f"a word must have at most {WORD_LIMIT} characters, all of them visible")
    return word


def statement(
    recipe: Recipe, commitment: str, table: str, header: str, words: Sequence[str]
) -> str:
    """Return everything besides the seed that determines the throws, one item to a line.

    `header` is the header of the game; `words` are in seat order.
    """
    return "\n".join([recipe, commitment, table, header, *words])


def draw(seed: bytes, statement: str, number: str, throw: ThrowTable) -> Cast:
    """Return the throw of this number (`Recipe.number`) in the game of a `statement`."""
    stream = _bytes(seed, statement, number)
    if throw.thing is Thing.KERNEL:
        bits = next(stream)
        return tuple(bits >> kernel & 1 for kernel in range(throw.count))
    faces = len(throw.faces)
    fair = 256 - 256 % faces
    return tuple(
        throw.faces[next(b for b in stream if b < fair) % faces] for _ in range(throw.count)
    )


def _bytes(seed: bytes, statement: str, number: str) -> Iterator[int]:
    """Yield the bytes of a throw, without end."""
    k = 0
    while True:
        yield from hmac.digest(seed, f"{statement}\n{number}\n{k}".encode(), "sha256")
        k += 1
