"""The tags of a record: who played and when, how the game ended, its seed.

Each tag is a line with a name and a JSON string, such as `[Player "Ana"]`, so any value survives a
round trip. docs/records.md describes every tag.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from engine.corn import Binding, Recipe, clean_word
from engine.game import Corrupt, Places

SEATS: Final = ascii_lowercase[:16]
"""The letters of the seats, in seat order."""

COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
"""A commitment: 64 lower-case hex digits."""

_TAG: Final = re.compile(r'\[([A-Z][A-Za-z]*) (".*")\][ \t]*')
_SEAT: Final = re.compile(r"([a-z]) (0|[1-9][0-9]{0,8}) ([^ ]*) (.*)", re.DOTALL)
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ENDING: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")
_TABLE: Final = re.compile(r"[!-~]+")
_SEED: Final = re.compile(r"(?:[0-9a-f]{2})+")

_HIDDEN: Final = re.compile(r"[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that JSON does not escape, but that break a line, reverse it or are invisible."""

_REPEATED: Final = frozenset({"Player", "Word", "Seat"})
"""The tags that can appear more than once: for each seat, or for each change of players."""


@dataclass(frozen=True, slots=True)
class Successor:
    """A player who took over `seat` during the game, after `moves` of the moves that stand.

    `at` is the time in UTC, such as `2026-11-22T19:03:00Z`; `player` is the name as it was shown.
    """

    seat: int
    moves: int
    at: str
    player: str

    def check(self, seats: int) -> "Successor":
        """Return this successor; raise Corrupt if none can be in a game with `seats` seats."""
        if not 0 <= self.seat < seats:
            raise Corrupt(f"the successors name a seat after the last one, {SEATS[seats - 1]}")
        if self.moves < 0:
            raise Corrupt(f"a seat can't be taken over after {self.moves} moves")
        if not _MOMENT.fullmatch(self.at):
            raise Corrupt(f"the time must be written like 2026-11-22T19:03:00Z, not {self.at!r}")
        return self

    def __str__(self) -> str:
        return f"{SEATS[self.seat]} {self.moves} {self.at} {self.player}"

    @classmethod
    def read(cls, text: str) -> "Successor":
        """Parse what `str` wrote; raise Corrupt if it is something else."""
        form = _SEAT.fullmatch(text)
        if form is None:
            raise Corrupt(f"{text[:60]!r} does not say which seat was taken over, when and by whom")
        return cls(_seat(form[1]), int(form[2]), form[3], form[4])


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags:
    """What is known about a game besides header and entries; unknown values are empty.

    `date` is the day on which the game was posted (UTC), such as `2026-11-22`. `players` are the
    names of those who began, by seat, as they were shown. `successors` are those who took over a
    seat, oldest first. `places` are groups of seats, best first, as in
    `engine.game.Over`. `ending` is one word for how the game ended, such as `resigned`, and
    `ended_by` the seat that ended it. `link` is the address of a page about the game.
    """

    date: str = ""
    players: tuple[str, ...] = ()
    successors: tuple[Successor, ...] = ()
    places: Places = ()
    ending: str = ""
    ended_by: int | None = None
    binding: Binding | None = None
    link: str = ""

    def check(self, seats: int) -> "Tags":
        """Return these tags; raise Corrupt if they cannot belong to a game with `seats` seats."""
        if self.date and not _DATE.fullmatch(self.date):
            raise Corrupt(f"the date must be written like 2026-11-22, not {self.date!r}")
        if self.ending and not _ENDING.fullmatch(self.ending):
            raise Corrupt(f"the ending must be one lower-case word, not {self.ending!r}")
        if self.players and len(self.players) != seats:
            raise Corrupt(
                f"there must be {seats} players, one for each seat, not {len(self.players)}"
            )
        moves = [successor.check(seats).moves for successor in self.successors]
        if moves != sorted(moves):
            raise Corrupt("the successors are not in the order in which they took over")
        placed = [seat for group in self.places for seat in group]
        named = placed if self.ended_by is None else [*placed, self.ended_by]
        if not all(0 <= seat < seats for seat in named):
            raise Corrupt(f"the result names a seat after the last one, {SEATS[seats - 1]}")
        if len(set(placed)) < len(placed) or not all(self.places):
            raise Corrupt("the result names a seat twice or has an empty group")
        if self.binding is not None:
            _check_binding(self.binding, seats)
        return self

    def write(self) -> Iterator[str]:
        """Yield a line for each tag that has a value."""
        for name, value in self._known():
            yield f"[{name} {quoted(value)}]"

    def _known(self) -> Iterator[tuple[str, str]]:
        if self.date:
            yield "Date", self.date
        for player in self.players:
            yield "Player", player
        for successor in self.successors:
            yield "Seat", str(successor)
        if self.places:
            yield "Result", write_places(self.places)
        if self.ending:
            yield "Ending", self.ending
        if self.ended_by is not None:
            yield "EndedBy", SEATS[self.ended_by]
        if (bound := self.binding) is not None:
            yield "Recipe", bound.recipe
            yield "Table", bound.table
            yield "Commitment", bound.commitment
            if bound.seed is not None:
                yield "Seed", bound.seed.hex()
            for word in bound.words:
                yield "Word", word
        if self.link:
            yield "Link", self.link


def read_lines(lines: Sequence[str], first: int = 1) -> Mapping[str, Sequence[str]]:
    """Return the values in lines of tags by tag name; raise Corrupt if a line is not a tag.

    `first` is the number of the first line.
    """
    values: dict[str, list[str]] = {}
    for number, line in enumerate(lines, first):
        tag = _TAG.fullmatch(line)
        if tag is None:
            raise Corrupt(f'line {number}: {line[:60]!r} is not a tag like [Player "Ana"]')
        try:
            name, value = tag[1], unquoted(tag[2])
        except Corrupt as corrupt:
            raise Corrupt(f"line {number}: {corrupt}") from corrupt
        if name in values and name not in _REPEATED:
            raise Corrupt(f"line {number}: the record has the tag {name} twice")
        values.setdefault(name, []).append(value)
    return values


def read_tags(values: Mapping[str, Sequence[str]]) -> Tags:
    """Return the tags with the values that `read_lines` returned, ignoring unknown names.

    Raises Corrupt if a value is invalid. `Tags.check` checks whether the tags fit the game.
    """

    def one(name: str) -> str:
        return values[name][0] if name in values else ""

    return Tags(
        date=one("Date"),
        players=tuple(values.get("Player", ())),
        successors=tuple(map(Successor.read, values.get("Seat", ()))),
        places=read_places(one("Result")),
        ending=one("Ending"),
        ended_by=_seat(one("EndedBy")) if "EndedBy" in values else None,
        binding=_read_binding(values),
        link=one("Link"),
    )


def write_places(places: Places) -> str:
    """Return places as text: groups of seats, best first, such as `a=c > b=d`."""
    return " > ".join("=".join(SEATS[seat] for seat in group) for group in places)


def read_places(text: str) -> Places:
    """Read what `write_places` wrote; raise Corrupt if a letter is not a seat."""
    groups = text.split(" > ") if text else []
    return tuple(tuple(_seat(letter) for letter in group.split("=")) for group in groups)


def read_seed(text: str) -> bytes:
    """Read a seed in lower-case hex; raise Corrupt if it is not."""
    if not _SEED.fullmatch(text):
        raise Corrupt("the seed must be written in lower-case hex digits")
    return bytes.fromhex(text)


def read_recipe(text: str) -> Recipe:
    """Read the name of a recipe; raise Corrupt if it is unknown."""
    if text not in [*Recipe]:
        raise Corrupt(f"unknown recipe {text[:40]!r}; the recipes are {', '.join(Recipe)}")
    return Recipe(text)


def quoted(text: str) -> str:
    """Return a text as a JSON string on one line, with invisible characters escaped."""
    written = json.dumps(text, ensure_ascii=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def unquoted(text: str) -> str:
    """Read a JSON string; raise Corrupt if it is invalid or cannot be encoded as UTF-8."""
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
        raise Corrupt("the commitment must be 64 lower-case hex digits")
    if not _TABLE.fullmatch(binding.table):
        raise Corrupt(f"{binding.table!r} is not a table's id")
    if len(binding.words) != seats:
        raise Corrupt(f"there must be {seats} words, one for each seat, not {len(binding.words)}")
    for word in binding.words:
        try:
            clean = clean_word(word)
        except ValueError as error:
            raise Corrupt(f"the word {word[:60]!r} is invalid: {error}") from error
        if clean != word:
            raise Corrupt(f"the word {word!r} must be in NFC and without spaces around it")


def _read_binding(values: Mapping[str, Sequence[str]]) -> Binding | None:
    present = {"Recipe", "Table", "Commitment", "Seed", "Word"} & values.keys()
    if not present:
        return None
    for name in ("Table", "Commitment", "Word"):
        if name not in present:
            others = ", ".join(sorted(present))
            raise Corrupt(f"the tag {name} is missing; it is required with {others}")
    return Binding(
        table=values["Table"][0],
        commitment=values["Commitment"][0],
        words=tuple(values["Word"]),
        seed=read_seed(values["Seed"][0]) if "Seed" in present else None,
        recipe=read_recipe(values["Recipe"][0]) if "Recipe" in values else Recipe.CORN_1,
    )


def _seat(letter: str) -> int:
    if len(letter) != 1 or letter not in SEATS:
        raise Corrupt(f"{letter[:20]!r} is not a seat; seats are letters from a")
    return SEATS.index(letter)
