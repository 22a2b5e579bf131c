"""A whole game: its header, every cast and move in order, and tags that tell the rest.

Each entry is a word: a cast as its throw table writes it (`0110`), a move as its game writes
it (`4+3`), or `-` for a pass. Which of them is due follows from the game itself.
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
"""Returns the game that a header tells; Corrupt if it tells none."""

VERSION: Final = "record 2"
FIRST_VERSION: Final = "record 1"
"""The first line of records without tags, whose second line is the header."""

SKIP: Final = "-"
NO_TAGS: Final = Tags()


class Played(NamedTuple, Generic[P, M]):
    """One entry of a record: what it was an answer to, and what came of it."""

    position: P
    phase: Phase[M]
    entry: str
    after: P


def replay(
    game: Game[P, M], entries: Iterable[str], begun: P | None = None
) -> Iterator[Played[P, M]]:
    """Play `entries` one by one, from the start or from a position that a game has `begun` in.

    Corrupt tells which one cannot be played.
    """
    position = game.start() if begun is None else begun
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
                raise ValueError("no number can be played here; a pass is due")
            return game.skip(position)
        case Over():
            raise ValueError("the game is over")


@dataclass(frozen=True)
class Record:
    """A game as it is kept: the header, the entries so far, and what else is told of it."""

    header: str
    entries: tuple[str, ...]
    tags: Tags = NO_TAGS

    def write(self, open_: Open = open_game) -> str:
        """Write the record for people and for `read`; Corrupt if it cannot be played.

        The version and the tags stand on lines of their own, then the throws of the opening, then
        every turn. `open_` knows the game that the header tells.
        """
        game = open_(self.header)
        head = (VERSION, f"[Game {quoted(self.header)}]", *self.tags.check(game.seats).write())
        turns = _turns(list(replay(game, self.entries)))
        return "\n".join((*head, *(("", *turns) if turns else ()))) + "\n"

    @classmethod
    def read(cls, text: str, open_: Open = open_game) -> "Record":
        """Read a record as `write` wrote it, or as earlier releases did; Corrupt if it is none.

        Its entries are left to `replay`.
        """
        version, *lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        if version == VERSION:
            head = [*takewhile(lambda line: line.startswith("["), lines)]
            values = read_lines(head)
            if "Game" not in values:
                raise Corrupt("the tag Game is missing, which tells what is played")
            header, played = values["Game"][0], lines[len(head) :]
            tags = read_tags(values).check(open_(header).seats)
        elif version == FIRST_VERSION:
            header, played, tags = " ".join(lines[:1]), lines[1:], NO_TAGS
            open_(header)
        else:
            raise Corrupt(f"{version[:40]!r} is not the first line of a record; it reads {VERSION}")
        return cls(header, tuple(" ".join(played).split()), tags)


def _turns(played: Sequence[Played[P, M]]) -> Sequence[str]:
    """Write the entries, a line for the opening and one for each turn."""
    lines = [[first.entry] for first in played[:1]]
    for before, then in pairwise(played):
        if _opens_a_line(before.phase, then.phase):
            lines.append([])
        lines[-1].append(then.entry)
    return [" ".join(line) for line in lines]


def _opens_a_line(before: Phase[M], phase: Phase[M]) -> bool:
    """Tell whether a turn, or the first turn after the opening, begins with `phase`."""
    if isinstance(before, Throw):
        return before.opening and not (isinstance(phase, Throw) and phase.opening)
    return isinstance(phase, Throw)
