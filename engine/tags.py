"""What a record tells beside the game: who played it and when, how it ended, its seed.

Each tag is a line, `[Player "Ana"]`: its name, and its value as a JSON string, so that any value
comes back as it was. docs/records.md describes every tag.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from engine.corn import Binding, clean_word
from engine.game import Corrupt, Places

SEATS: Final = ascii_lowercase[:16]
"""The letters of the seats, in their order."""

COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
"""What a commitment looks like."""

_TAG: Final = re.compile(r'\[([A-Z][A-Za-z]*) (".*")\][ \t]*')
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ENDING: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")
_TABLE: Final = re.compile(r"[!-~]+")
_SEED: Final = re.compile(r"(?:[0-9a-f]{2})+")

_HIDDEN: Final = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""What JSON leaves as it is, and what would break a line, turn it round or not be seen in it."""

_EACH_SEAT: Final = frozenset({"Player", "Word"})
"""The tags that stand once for each seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """What is told beside header and entries; what is not known is empty.

    `date` is the day on which the game was posted (UTC), as in `2026-11-22`. `players` are the
    names as they were shown, by seat. `places` are groups of seats, best first, as in
    `engine.game.Over`; `ending` is one word for how the game ended, such as `resigned`, and
    `ended_by` the seat that ended it. `link` leads to a page about the game.
    """

    date: str = ""
    players: tuple[str, ...] = ()
    places: Places = ()
    ending: str = ""
    ended_by: int | None = None
    binding: Binding | None = None
    link: str = ""

    def check(self, seats: int) -> "Tags":
        """Return these tags if they can be those of a game of `seats` seats; else raise Corrupt."""
        if self.date and not _DATE.fullmatch(self.date):
            raise Corrupt(f"the date {self.date!r} does not read like 2026-11-22")
        if self.ending and not _ENDING.fullmatch(self.ending):
            raise Corrupt(f"the ending {self.ending!r} is not one word in small letters")
        if self.players and len(self.players) != seats:
            raise Corrupt(f"{len(self.players)} players, and the game has {seats} seats")
        placed = [seat for group in self.places for seat in group]
        named = placed if self.ended_by is None else [*placed, self.ended_by]
        if not all(0 <= seat < seats for seat in named):
            raise Corrupt(f"the result names a seat beyond {SEATS[seats - 1]}")
        if len(set(placed)) < len(placed) or not all(self.places):
            raise Corrupt("the result does not name each seat once")
        if self.binding is not None:
            _check_binding(self.binding, seats)
        return self

    def write(self) -> Iterator[str]:
        """Yield a line for each tag that is told."""
        for name, value in self._told():
            yield f"[{name} {quoted(value)}]"

    def _told(self) -> Iterator[tuple[str, str]]:
        if self.date:
            yield "Date", self.date
        for player in self.players:
            yield "Player", player
        if self.places:
            yield "Result", write_places(self.places)
        if self.ending:
            yield "Ending", self.ending
        if self.ended_by is not None:
            yield "EndedBy", SEATS[self.ended_by]
        if (bound := self.binding) is not None:
            yield "Table", bound.table
            yield "Commitment", bound.commitment
            if bound.seed is not None:
                yield "Seed", bound.seed.hex()
            for word in bound.words:
                yield "Word", word
        if self.link:
            yield "Link", self.link


def read_lines(lines: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Read lines of tags: the values by the tags' names; Corrupt names the line that is wrong."""
    values: dict[str, list[str]] = {}
    for line in lines:
        tag = _TAG.fullmatch(line)
        if tag is None:
            raise Corrupt(f'{line[:60]!r} is not a tag; one reads [Player "Ana"]')
        name, value = tag[1], unquoted(tag[2])
        if name in values and name not in _EACH_SEAT:
            raise Corrupt(f"the tag {name} stands twice")
        values.setdefault(name, []).append(value)
    return values


def read_tags(values: Mapping[str, Sequence[str]]) -> Tags:
    """Make tags of the values that `read_lines` gave; names that mean nothing here are left out.

    Corrupt names what cannot be read. Whether the tags suit the game is left to `Tags.check`.
    """

    def one(name: str) -> str:
        return values[name][0] if name in values else ""

    return Tags(
        date=one("Date"),
        players=tuple(values.get("Player", ())),
        places=read_places(one("Result")),
        ending=one("Ending"),
        ended_by=_seat(one("EndedBy")) if "EndedBy" in values else None,
        binding=_read_binding(values),
        link=one("Link"),
    )


def write_places(places: Places) -> str:
    """Write `a=c > b=d`: groups of seats, best first; a draw of all is one group."""
    return " > ".join("=".join(SEATS[seat] for seat in group) for group in places)


def read_places(text: str) -> Places:
    """Read what `write_places` wrote; Corrupt names what is no seat."""
    groups = text.split(" > ") if text else []
    return tuple(tuple(_seat(letter) for letter in group.split("=")) for group in groups)


def read_seed(text: str) -> bytes:
    """Read a seed in lower-case hex; Corrupt if it is none."""
    if not _SEED.fullmatch(text):
        raise Corrupt("the seed is not written in lower-case hex digits")
    return bytes.fromhex(text)


def quoted(text: str) -> str:
    """Write a text as a JSON string on one line; what would not be seen in it is escaped."""
    written = json.dumps(text, ensure_ascii=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def unquoted(text: str) -> str:
    """Read a JSON string; Corrupt if it is none, or no text that can be written as UTF-8."""
    try:
        value = json.loads(text)
        if not isinstance(value, str):
            raise Corrupt(f"{text[:60]!r} is not a JSON string")
        value.encode()
    except ValueError as error:
        raise Corrupt(f"{text[:60]!r} is not a JSON string") from error
    return value


def _check_binding(binding: Binding, seats: int) -> None:
    if not COMMITMENT.fullmatch(binding.commitment):
        raise Corrupt("the commitment is not 64 lower-case hex digits")
    if not _TABLE.fullmatch(binding.table):
        raise Corrupt(f"{binding.table!r} is not the id of a table")
    if len(binding.words) != seats:
        raise Corrupt(f"{len(binding.words)} words, and the game has {seats} seats")
    for word in binding.words:
        try:
            clean = clean_word(word)
        except ValueError as error:
            raise Corrupt(f"the word {word[:60]!r}: {error}") from error
        if clean != word:
            raise Corrupt(f"the word {word!r} is not in the form that is hashed")


def _read_binding(values: Mapping[str, Sequence[str]]) -> Binding | None:
    told = {"Table", "Commitment", "Seed", "Word"} & values.keys()
    if not told:
        return None
    for name in ("Table", "Commitment", "Word"):
        if name not in told:
            raise Corrupt(f"the tag {name} is missing; {', '.join(sorted(told))} needs it")
    return Binding(
        table=values["Table"][0],
        commitment=values["Commitment"][0],
        words=tuple(values["Word"]),
        seed=read_seed(values["Seed"][0]) if "Seed" in told else None,
    )


def _seat(letter: str) -> int:
    if len(letter) != 1 or letter not in SEATS:
        raise Corrupt(f"{letter[:20]!r} is not a seat; the first is called a")
    return SEATS.index(letter)
