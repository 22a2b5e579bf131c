"""corn-1: throws that anyone can check. docs/fair-dice.md tells it to players.

A game is bound to its seed when it is posted: the seed's hash, the commitment, is shown. Then the
players may give words, and once play begins every throw follows from the seed, the words and its
number. Seeds are drawn elsewhere: nothing here is left to chance.
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
"""How many characters a word may have."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What the throws of one game are bound to.

    `table` is the id under which the game was posted, `commitment` the hash that was shown then,
    `words` are those of the seats in their order, `""` for a seat without one. `seed` is None for
    as long as it is secret.
    """

    table: str
    commitment: str
    words: tuple[str, ...]
    seed: bytes | None = None


def commitment(seed: bytes) -> str:
    """Return what is shown before any word is given: SHA-256 of the seed, in lower-case hex."""
    return hashlib.sha256(seed).hexdigest()


def clean_word(text: str) -> str:
    """Bring a player's word into the one form that is hashed; ValueError if it cannot be.

    That is NFC, without spaces around it. Control, format and separator characters (but the plain
    space) are refused: nobody could copy them from what is shown.
    """
    word = unicodedata.normalize("NFC", text.strip(" "))
    if len(word) > WORD_LIMIT or any(c != " " and unicodedata.category(c)[0] in "CZ" for c in word):
        raise ValueError(f"a word has at most {WORD_LIMIT} characters, none of them invisible")
    return word


def statement(commitment: str, table: str, header: str, words: Sequence[str]) -> str:
    """Return everything besides the seed that the throws follow from, one line each.

    `header` is the game's, `words` are in seat order.
    """
    return "\n".join([RECIPE, commitment, table, header, *words])


def draw(seed: bytes, statement: str, n: int, throw: ThrowTable) -> Cast:
    """Return throw number `n` (from 0, opening throws included) of the game of a `statement`."""
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
    """Yield the bytes of throw `n`, as many as are asked for."""
    k = 0
    while True:
        yield from hmac.digest(seed, f"{statement}\n{n}\n{k}".encode(), "sha256")
        k += 1
