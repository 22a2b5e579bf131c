"""Records of whole games: a header, every throw and move in order, and tags.

Each entry is one word: a throw as its throw table writes it (`0110`), a move as its game writes it
(`4+3`), or `-` for a pass. Which of these is due follows from the game. An `undo` may follow at any
time: it takes back the last move that still stands, with everything after it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.game import Choose, Corrupt, Game, IllegalMove, Over, Pass, Phase, Throw
from engine.games import AnyGame, open_game
from engine.tags import SEATS, Tags, quoted, read_lines, read_tags

P = TypeVar("P")
M = TypeVar("M")

Open: TypeAlias = Callable[[str], AnyGame]
"""Returns the game described by a header; raises Corrupt if the header is invalid."""

VERSION: Final = "record 2"
"""The first line, which names the format."""

SKIP: Final = "-"
UNDO: Final = "undo"
NO_TAGS: Final = Tags()


class Played(NamedTuple, Generic[P, M]):
    """A throw, move or pass, with the position and phase before it and the position after it.

    `throws` are how many throws of each seat stand before it.
    """

    position: P
    phase: Phase[M]
    entry: str
    after: P
    throws: tuple[int, ...]


class Undone(NamedTuple, Generic[P, M]):
    """An undo in `position`: it takes back `move`, entry number `at`, and everything after it."""

    position: P
    move: Played[P, M]
    at: int

    @property
    def entry(self) -> str:
        """The entry of every undo."""
        return UNDO

    @property
    def after(self) -> P:
        """The position after the undo, which is the one before the move."""
        return self.move.position


Replayed: TypeAlias = Played[P, M] | Undone[P, M]
"""Any entry of a record. Not all that is Played stands: a later undo may take it back."""


def replay(
    game: Game[P, M], entries: Iterable[str], start: P | None = None
) -> Iterator[Replayed[P, M]]:
    """Play `entries` one by one from the position `start`, by default the start of the game.

    Raises Corrupt, naming the entry, if one cannot be played.
    """
    position = game.start() if start is None else start
    moves: list[tuple[Played[P, M], int]] = []  # those that stand, with their indices
    throws = (0,) * game.seats
    for at, entry in enumerate(entries):
        phase = game.phase(position)
        step: Replayed[P, M]
        try:
            if entry == UNDO:
                step = Undone(position, *_last_move(phase, moves))
            else:
                after = _follow(game, position, phase, entry)
                step = Played(position, phase, entry, after, throws)
        except (ValueError, IllegalMove) as error:
            raise Corrupt(f"entry {at}, {entry!r}: {error}") from error
        yield step
        position = step.after
        if isinstance(step, Undone):
            moves.pop()
            throws = step.move.throws
        elif isinstance(phase, Choose):
            moves.append((step, at))
        elif isinstance(phase, Throw):
            throws = with_one_more(throws, phase.seat)


def with_one_more(throws: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return how many throws of each seat stand after one more of `seat`."""
    return (*throws[:seat], throws[seat] + 1, *throws[seat + 1 :])


def throwers(replayed: Iterable[Replayed[P, M]]) -> tuple[int, ...]:
    """Return the seat of each throw, including those taken back."""
    phases = (step.phase for step in replayed if isinstance(step, Played))
    return tuple(phase.seat for phase in phases if isinstance(phase, Throw))


def standing(
    game: Game[P, M], entries: Iterable[str], start: P | None = None
) -> tuple[Played[P, M], ...]:
    """Play `entries` like `replay` and return those that still stand at the end."""
    stand: list[Played[P, M]] = []
    for step in replay(game, entries, start):
        if isinstance(step, Undone):
            while not isinstance(stand.pop().phase, Choose):
                pass  # what followed the move goes first
        else:
            stand.append(step)
    return tuple(stand)


def _last_move(
    phase: Phase[M], moves: Sequence[tuple[Played[P, M], int]]
) -> tuple[Played[P, M], int]:
    if isinstance(phase, Over):
        raise ValueError("the game is over")  # noqa: TRY004 - a wrong entry, not a wrong type
    if not moves:
        raise ValueError("there is no move to take back")
    return moves[-1]


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
        opening and one for each turn. Undos begin a new line, on which the turn goes on. The tag of
        the throwers is for programs that check throws without knowing the rules. `open_` opens the
        game. Raises Corrupt if an entry cannot be played.
        """
        game = open_(self.header)
        replayed = list(replay(game, self.entries))
        head = [VERSION, f"[Game {quoted(self.header)}]", *self.tags.check(game.seats).write()]
        if self.tags.binding is not None and (seats := throwers(replayed)):
            head.append(f"[Throwers {quoted(''.join(SEATS[seat] for seat in seats))}]")
        turns = _turns(replayed)
        return "\n".join((*head, *(("", *turns) if turns else ()))) + "\n"

    @classmethod
    def read(cls, text: str, open_: Open = open_game, first: int = 1) -> "Record":
        """Read a record that `write` has written.

        Raises Corrupt if the text is not a record. The entries are not checked; `replay` does that.
        `first` is the number of the text's first line, for what Corrupt says. The throwers aren't
        read, because the rules determine them.
        """
        version, *lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
        if version != VERSION:
            raise Corrupt(f"the first line must be {VERSION!r}, not {version[:40]!r}")
        head = [*takewhile(lambda line: line.startswith("["), lines)]
        values = read_lines(head, first + 1)
        if "Game" not in values:
            raise Corrupt("the tag Game, which holds the header, is missing")
        header = values["Game"][0]
        tags = read_tags(values).check(open_(header).seats)
        return cls(header, tuple(" ".join(lines[len(head) :]).split()), tags)


def _turns(replayed: Sequence[Replayed[P, M]]) -> Sequence[str]:
    """Return the entries as lines: one for the opening, one for each turn, one from each undo."""
    lines = [[first.entry] for first in replayed[:1]]
    for before, then in pairwise(replayed):
        if _opens_a_line(before, then):
            lines.append([])
        lines[-1].append(then.entry)
    return [" ".join(line) for line in lines]


def _opens_a_line(before: Replayed[P, M], then: Replayed[P, M]) -> bool:
    """Tell whether a line begins with `then`, as does the first turn after the opening."""
    if isinstance(before, Undone) or isinstance(then, Undone):
        return isinstance(before, Played)
    if isinstance(before.phase, Throw):
        return before.phase.opening and not (isinstance(then.phase, Throw) and then.phase.opening)
    return isinstance(then.phase, Throw)
