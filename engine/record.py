"""A whole game: its header, and every cast and move in order.

Each entry is a word: a cast as its throw table writes it (`0110`), a move as its game writes
it (`4+3`), or `-` for a pass. Which of them is due follows from the game itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.game import Choose, Corrupt, Game, IllegalMove, Over, Pass, Phase, Throw
from engine.games import AnyGame, open_game

P = TypeVar("P")
M = TypeVar("M")

Open: TypeAlias = Callable[[str], AnyGame]
"""Returns the game that a header tells; Corrupt if it tells none."""

VERSION: Final = "record 1"
SKIP: Final = "-"


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
    """A game as it is kept: the header and the entries so far."""

    header: str
    entries: tuple[str, ...]

    def write(self, open_: Open = open_game) -> str:
        """Write the record for people and for `read`; Corrupt if it cannot be played.

        The version and the header stand on lines of their own, then the casts of the opening,
        then every turn. `open_` knows the game that the header tells.
        """
        played = list(replay(open_(self.header), self.entries))
        text = "\n".join([VERSION, self.header, *(first.entry for first in played[:1])])
        for before, then in pairwise(played):
            text += ("\n" if _opens_a_line(before.phase, then.phase) else " ") + then.entry
        return text + "\n"

    @classmethod
    def read(cls, text: str, open_: Open = open_game) -> "Record":
        """Read what `write` wrote; Corrupt if it is none. Its entries are left to `replay`."""
        version, _, rest = text.partition("\n")
        if version != VERSION:
            raise Corrupt(f"{version[:40]!r} is not the first line of a record; it reads {VERSION}")
        header, _, entries = rest.partition("\n")
        open_(header)
        return cls(header, tuple(entries.split()))


def _opens_a_line(before: Phase[M], phase: Phase[M]) -> bool:
    """Tell whether a turn, or the first turn after the opening, begins with `phase`."""
    if isinstance(before, Throw):
        return before.opening and not (isinstance(phase, Throw) and phase.opening)
    return isinstance(phase, Throw)
