"""Records of whole games: a header, every throw and move in order, and tags.

Each entry is one word: a throw as its throw table writes it (`0110`), a move as its game writes it
(`4+3`), or `-` for a pass. Which of these is due follows from the game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.game import Choose, Corrupt, Game, IllegalMove, Over, Pass, Phase, Throw
from engine.games import AnyGame, open_game
from engine.tags import Tags, quoted, read_lines, read_tags

P = TypeVar("P")
M = TypeVar("M")

Open: TypeAlias = Callable[[str], AnyGame]
"""Returns the game described by a header; raises Corrupt if the header is invalid."""

VERSION: Final = "record 2"
FIRST_VERSION: Final = "record 1"
"""The first line of the old format, which has no tags and the header on its second line."""

SKIP: Final = "-"
NO_TAGS: Final = Tags()


class Played(NamedTuple, Generic[P, M]):
    """One entry of a record, with the position and phase before it and the position after it."""

    position: P
    phase: Phase[M]
    entry: str
    after: P


def replay(
    game: Game[P, M], entries: Iterable[str], start: P | None = None
) -> Iterator[Played[P, M]]:
    """Play `entries` one by one from the position `start`, by default the start of the game.

    Raises Corrupt, naming the entry, if one cannot be played.
    """
    position = game.start() if start is None else start
    for index, entry in enumerate(entries):
        phase = game.phase(position)
        try:
            after = _follow(game, position, phase, entry)
        except (ValueError, IllegalMove) as error:
            raise Corrupt(f"entry {index}, {entry!r}: {error}") from error
        yield Played(position, phase, entry, after)
        position = after


def _follow(game: Game[P, M], position: P, phase: Phase[M], entry: str) -> P:
    match phase:
        case Throw(table=table):
            return game.cast(position, table.read(entry))
        case Choose():
            return game.play(position, game.read_move(position, entry))
        case Pass():
            if entry != SKIP:
                raise ValueError("no number can be played here, so a pass is due")
            return game.skip(position)
        case Over():
            raise ValueError("the game is over")


@dataclass(frozen=True)
class Record:
    """A game in its stored form: the header, the entries so far and the tags."""

    header: str
    entries: tuple[str, ...]
    tags: Tags = NO_TAGS

    def write(self, open_: Open = open_game) -> str:
        """Return the record as text that people and `read` can read.

        The version and each tag have a line of their own, then come a line with the throws of the
        opening and one for each turn. `open_` opens the game. Raises Corrupt if an entry cannot be
        played.
        """
        game = open_(self.header)
        head = (VERSION, f"[Game {quoted(self.header)}]", *self.tags.check(game.seats).write())
        turns = _turns(list(replay(game, self.entries)))
        return "\n".join((*head, *(("", *turns) if turns else ()))) + "\n"

    @classmethod
    def read(cls, text: str, open_: Open = open_game) -> "Record":
        """Read a record written by `write` in this or an earlier release.

        Raises Corrupt if the text is not a record. The entries are not checked; `replay` does that.
        """
        version, *lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        if version == VERSION:
            head = [*takewhile(lambda line: line.startswith("["), lines)]
            values = read_lines(head)
            if "Game" not in values:
                raise Corrupt("the tag Game, which holds the header, is missing")
            header, played = values["Game"][0], lines[len(head) :]
            tags = read_tags(values).check(open_(header).seats)
        elif version == FIRST_VERSION:
            header, played, tags = " ".join(lines[:1]), lines[1:], NO_TAGS
            open_(header)
        else:
            raise Corrupt(f"the first line must be {VERSION!r}, not {version[:40]!r}")
        return cls(header, tuple(" ".join(played).split()), tags)


def _turns(played: Sequence[Played[P, M]]) -> Sequence[str]:
    """Return the entries as lines: one for the opening, one for each turn."""
    lines = [[first.entry] for first in played[:1]]
    for before, then in pairwise(played):
        if _opens_a_line(before.phase, then.phase):
            lines.append([])
        lines[-1].append(then.entry)
    return [" ".join(line) for line in lines]


def _opens_a_line(before: Phase[M], phase: Phase[M]) -> bool:
    """Tell whether a turn begins with `phase`, as does the first turn after the opening."""
    if isinstance(before, Throw):
        return before.opening and not (isinstance(phase, Throw) and phase.opening)
    return isinstance(phase, Throw)
