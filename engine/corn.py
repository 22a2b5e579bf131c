"""corn-1: throws that anyone can check. docs/fair-dice.md explains it to players.

A game commits to its seed when it is posted by showing the seed's hash, the commitment. After
that, each player may add a word. Once play begins, every throw follows from the seed, the words and
the number of the throw. Seeds are drawn elsewhere: everything here is deterministic.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.throws import Cast, Thing, ThrowTable

RECIPE: Final = "puluc-corn-1"
"""The first line of every statement."""

WORD_LIMIT: Final = 32
"""The maximum length of a word, in characters."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What the throws of a game follow from.

    `table` is the id under which the game was posted and `commitment` the hash shown with it.
    `words` has the word of each seat in seat order, `""` for a seat without one. `seed` is None as
    long as it is secret.
    """

    table: str
    commitment: str
    words: tuple[str, ...]
    seed: bytes | None = None


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


def statement(commitment: str, table: str, header: str, words: Sequence[str]) -> str:
    """Return everything besides the seed that determines the throws, one item to a line.

    `header` is the header of the game; `words` are in seat order.
    """
    return "\n".join([RECIPE, commitment, table, header, *words])


def draw(seed: bytes, statement: str, n: int, throw: ThrowTable) -> Cast:
    """Return throw number `n`, counted from 0 with the opening throws, of a `statement`'s game."""
    stream = _bytes(seed, statement, n)
    if throw.thing is Thing.KERNEL:
        bits = next(stream)
        return tuple(bits >> kernel & 1 for kernel in range(throw.count))
    faces = len(throw.faces)
    fair = 256 - 256 % faces
    return tuple(
        throw.faces[next(b for b in stream if b < fair) % faces] for _ in range(throw.count)
    )


def _bytes(seed: bytes, statement: str, n: int) -> Iterator[int]:
    """Yield the bytes of throw `n`, without end."""
    k = 0
    while True:
        yield from hmac.digest(seed, f"{statement}\n{n}\n{k}".encode(), "sha256")
        k += 1
