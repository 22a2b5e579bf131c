"""What a press agrees to: digests on buttons that tell a table from what it becomes later.

Between drawing a button and pressing it, the host can change the options or a word, and people can
change seats. So the code of a button that agrees to something, or acts on a person, has digests of
that, and a press counts only if they still hold.

The digests are keyed with the table's seed, which nobody knows until the table is over. So nobody
can search for words or options with equal digests, and 30 bits for each part are enough: every
guess is a change of the table, which is limited and shown to everyone.
"""

import base64
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import blake2b
from itertools import chain, combinations
from typing import Final

from bot.table.asking import Asking, Wish
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Table

LETTERS: Final = 6
"""The length of a digest, in letters of 5 bits."""

AT_ONCE: Final = 2
"""How many people may join a lobby between a look at it and a press; 15 guests have 120 pairs."""


class Part(Enum):
    """What people agree to, in the order of an agreement; the value names its text."""

    GAME = "game"  # the options of the game, or of all games of a match
    TERMS = "terms"  # pace and hints, for example
    PEOPLE = "people"  # who has a seat or is expected in it, and who is the host
    WORDS = "words"  # the words for the throws


@dataclass(frozen=True, slots=True)
class Seen:
    """What people have seen of a table that has not begun, and so agree to.

    `revision` is that of the board which they pressed, None if they typed. `agreement` is empty if
    unknown.
    """

    revision: int | None = None
    agreement: str = ""


def agreement(table: Table) -> str:
    """Return the digests of all parts of a table that has not begun."""
    return "".join(_digest(table, part.value, _CONTENTS[part](table)) for part in Part)


def changes(table: Table, agreed: str, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return which of these parts of a table have changed since it had the agreement `agreed`.

    Words have not changed if only people who have come since then brought theirs. Otherwise, of
    people who join a lobby at the same moment, only the first would get in.
    """
    changed = tuple(part for part in parts if not _is_agreed(table, agreed, part))
    if Part.WORDS in changed and _brought_words(table, agreed):
        return tuple(part for part in changed if part is not Part.WORDS)
    return changed


def differences(one: Table, other: Table, parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return in which of these parts two tables differ."""
    return tuple(part for part in parts if _CONTENTS[part](one) != _CONTENTS[part](other))


def with_first_words(table: Table, agreed: str) -> str:
    """Return an agreement that covers the table's words if there were none before.

    Nobody has a reason to object to a word that is added. A word that is changed needs another
    look.
    """
    wordless = replace(table, seats=tuple(map(_without_word, table.seats)))
    return agreed if changes(wordless, agreed, Part) else agreement(table)


def seat_mark(table: Table, seat: Seat) -> str:
    """Return the digest that stands for a person or computer on buttons which act on them.

    A person with a seat is the one for whom it was reserved.
    """
    user = seat.user if isinstance(seat, Person | Kept) else None
    return _digest(table, "seat", _who(seat) if user is None else str(user))


def offer_mark(table: Table, asking: Asking) -> str:
    """Return the digest of an open offer, and of the position in which it was made.

    That of showing the game elsewhere stays open in other positions.
    """
    who = _who(table.seats[asking.seat])
    when = ("", 0) if asking.wish is Wish.SHOW else (table.position, table.moves)
    made = (asking.wish, asking.seat, who, asking.revision, *when)
    return _digest(table, "offer", made)


def _is_agreed(table: Table, agreed: str, part: Part) -> bool:
    """Return whether a part of a table is as in an agreement."""
    at = [*Part].index(part) * LETTERS
    return agreed[at : at + LETTERS] == _digest(table, part.value, _CONTENTS[part](table))


def _brought_words(table: Table, agreed: str) -> bool:
    """Return whether all that an agreement lacks are some people, `AT_ONCE` at most, with words."""
    guests = [
        n for n, s in enumerate(table.seats) if isinstance(s, Person) and n != table.hosted_by
    ]
    for came in chain.from_iterable(combinations(guests, count + 1) for count in range(AT_ONCE)):
        seats = tuple(Free() if n in came else seat for n, seat in enumerate(table.seats))
        before = replace(table, seats=seats)
        if all(_is_agreed(before, agreed, part) for part in (Part.PEOPLE, Part.WORDS)):
            return True
    return False


def _game(table: Table) -> object:
    match = table.match
    return table.header, None if match is None else (match.headers, match.wins)


def _terms(table: Table) -> object:
    return replace(table.terms, match=0, series=()).written


def _people(table: Table) -> object:
    return table.hosted_by, tuple(map(_who, table.seats))


def _words(table: Table) -> object:
    return [(str(s.user), s.word) for s in table.seats if isinstance(s, Person) and s.word]


_CONTENTS: Final[Mapping[Part, Callable[[Table], object]]] = {
    Part.GAME: _game,
    Part.TERMS: _terms,
    Part.PEOPLE: _people,
    Part.WORDS: _words,
}


def _who(seat: Seat) -> tuple[str, ...]:
    match seat:
        case Person(user) | Kept(user):
            return type(seat).__name__, str(user)
        case Computer(level):
            return "Computer", level
    return ("Free",)


def _without_word(seat: Seat) -> Seat:
    return replace(seat, word="") if isinstance(seat, Person) else seat


def _digest(table: Table, kind: str, content: object) -> str:
    text = json.dumps((kind, content), separators=(",", ":"))
    digest = blake2b(text.encode(), key=table.seed, digest_size=8, person=b"agreement").digest()
    return base64.b32encode(digest).decode().lower()[:LETTERS]
