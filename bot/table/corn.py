"""corn-1: casts that anyone can check. The words for people are in docs/fair-dice.md.

A table is bound to its seed when it is posted: the seed's hash is shown, then the players may give
words, and once play begins every cast follows from seed, words and its number.
"""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator
from typing import Protocol

from bot.table.seats import Person
from bot.table.table import Table
from engine.throws import Cast, Thing, ThrowTable

WORD_LIMIT = 32


class Corn(Protocol):
    """Where casts come from."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Cast number `n` (from 0, opening casts included) of this table."""
        ...


class FairCorn:
    """The live source: corn-1 from the table's seed and its players' words."""

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        """Draw the cast that the table has been bound to since play began."""
        return draw(table.seed, statement(table), n, throw)


def clean_word(text: str) -> str:
    """Bring a player's word into the one form that is hashed; ValueError if it cannot be.

    That is NFC, without spaces around it. Control, format and separator characters (but the plain
    space) are refused: nobody could copy them from what is shown.
    """
    word = unicodedata.normalize("NFC", text.strip(" "))
    if len(word) > WORD_LIMIT or any(c != " " and unicodedata.category(c)[0] in "CZ" for c in word):
        raise ValueError(f"a word has at most {WORD_LIMIT} characters, none of them invisible")
    return word


def commitment(seed: bytes) -> str:
    """What is shown before any word is given: SHA-256 of the seed, in lower-case hex."""
    return hashlib.sha256(seed).hexdigest()


def statement(table: Table) -> str:
    """Everything besides the seed that the casts follow from, one line each."""
    words = [holder.word if isinstance(holder, Person) else "" for holder in table.seats]
    return "\n".join(["puluc-corn-1", commitment(table.seed), table.id, table.header, *words])


def draw(seed: bytes, text: str, n: int, throw: ThrowTable) -> Cast:
    """Cast number `n` for the statement `text`."""
    stream = _bytes(seed, text, n)
    if throw.thing is Thing.KERNEL:
        bits = next(stream)
        return tuple(bits >> kernel & 1 for kernel in range(throw.count))
    faces = len(throw.faces)
    fair = 256 - 256 % faces
    return tuple(
        throw.faces[next(b for b in stream if b < fair) % faces] for _ in range(throw.count)
    )


def _bytes(seed: bytes, text: str, n: int) -> Iterator[int]:
    """Yield the bytes of cast `n`, as many as are asked for."""
    k = 0
    while True:
        yield from hmac.digest(seed, f"{text}\n{n}\n{k}".encode(), "sha256")
        k += 1
