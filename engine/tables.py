"""Tables of exact values: for each position, the probability that the side about to throw wins.

A table is a file, made by `python -m engine solve`. It begins with 512 bytes of text: a line with
the format and its version, the header of the game, `positions=` and `sha256=` (of the values), then
spaces. After it, two bytes for each position, in the order of its family's ranks and with the low
byte first, are the probability times 65,535.

Files are mapped into memory: processes share them, and read only what they need.
"""

import hashlib
import mmap
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from engine.chance import cast_out
from engine.family import Unsolvable
from engine.game import Choose, Corrupt, Over, Throw
from engine.games import AnyGame, family_of
from engine.header import key_of

FORMAT: Final = "puluc-values 1"
"""The first line, which ends with the version of the format and of the ranks."""

HEAD: Final = 512
"""Bytes before the first value."""

SCALE: Final = 65_535
"""The value that stands for a certain win."""

BYTES: Final = 2
"""Bytes of a value."""

SUFFIX: Final = ".values"


class BadTable(ValueError):  # noqa: N818 - describes the file
    """A file is not a table, or is damaged; the message says which and what to do."""


def file_name(header: str) -> str:
    """Return the name under which the table for a game is looked for in a folder of tables."""
    return header.replace(" ", "_").replace("=", "-") + SUFFIX


class Table:
    """The values of all positions of one game, read from a file.

    Raises BadTable if the file is damaged (of the values, only the number is checked; see `verify`)
    or of another version, FileNotFoundError or another OSError if it can't be opened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb") as file:
            fields = _examined(path, file)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._fields = fields
        self.header = fields.header
        family = family_of(key_of(self.header))
        self.game: AnyGame = family.open(self.header)
        try:
            ranking = family.ranking(self.game)
        except Unsolvable as unsolvable:
            raise BadTable(f"{path} can't be a table of values: {unsolvable}") from unsolvable
        if ranking.size != fields.positions:
            raise BadTable(
                f"{path} has {fields.positions:,} positions, not {ranking.size:,};"
                " delete it, and make it again"
            )
        self._rank = ranking.rank
        self._bytes = memoryview(mapped)[HEAD:]
        self._values = self._bytes.cast("H") if sys.byteorder == "little" else None

    def __len__(self) -> int:
        return self._fields.positions

    def verify(self) -> None:
        """Read all values; raise BadTable unless they are those that were written."""
        if hashlib.sha256(self._bytes).hexdigest() != self._fields.sha256:
            raise BadTable(f"{self.path} is damaged; delete it, and make it again")

    def probe(self, position: Any) -> float:
        """Return the probability that the side about to throw wins.

        Raises KeyError if no turn begins with a throw in `position` (`engine.family.Ranking`).
        """
        rank = self._rank(position)
        if self._values is not None:
            return self._values[rank] / SCALE
        return int.from_bytes(self._bytes[BYTES * rank :][:BYTES], "little") / SCALE

    def value(self, position: Any) -> float:
        """Return the probability that the side to move in `position` wins.

        Between its throw and its move, this is the probability after its best move. If the game is
        over, it is 1 if the side that would move has won. Raises KeyError in the opening, which
        decides who moves first, and if a stack of `position` can't come up in play.
        """
        game = self.game
        match game.phase(position):
            case Throw(opening=False) if position.numbers:  # the second of two throws
                outcomes = cast_out(game, position).items()
                return sum(float(odds) * self.value(after) for after, odds in outcomes)
            case Throw():
                return self.probe(position)
            case Choose(moves=moves):
                return max(self.after(position, move) for move in moves)
            case Over() as over:
                return float(position.turn in over.winners(game.seats))
            case _:
                return 1 - self.value(game.skip(position))

    def after(self, position: Any, move: Any) -> float:
        """Return the probability that the side to move in `position` wins if it plays `move`."""
        return 1 - self.value(self.game.play(position, move))


def header_of(path: Path) -> str:
    """Return the header of the game whose table a file is.

    Looks only at the head and the size, which takes 0.2 ms; opening a `Table` takes 15 to 70 ms.
    Raises BadTable if they are wrong, FileNotFoundError or another OSError like `Table`.
    """
    with path.open("rb") as file:
        return _examined(path, file).header


class Tables:
    """A folder of tables; each is opened when it is first asked for."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._open: dict[str, Table] = {}

    def find(self, header: str) -> Table | None:
        """Return the table for a game, None if there is none yet.

        Raises BadTable if it is damaged or that of another game.
        """
        table = self._open.get(header)
        if table is None and self._folder is not None:
            with suppress(FileNotFoundError):
                table = Table(self._folder / file_name(header))
                _must_be_of(header, table.header, table.path)
                self._open[header] = table
        return table

    def has(self, header: str) -> bool:
        """Return whether `find` would find a table, by `header_of`; raises like `find`."""
        if header in self._open:
            return True
        if self._folder is None:
            return False
        path = self._folder / file_name(header)
        try:
            found = header_of(path)
        except FileNotFoundError:
            return False
        _must_be_of(header, found, path)
        return True


def _must_be_of(header: str, found: str, path: Path) -> None:
    """Raise BadTable if the table that was `found` is not that of the game."""
    if found != header:
        raise BadTable(f"{path} is the table of another game; rename it to {file_name(found)}")


class _Head:
    """What the text at the beginning of a table says."""

    def __init__(self, header: str, positions: int, sha256: str) -> None:
        self.header = header
        self.positions = positions
        self.sha256 = sha256


def _examined(path: Path, file: BinaryIO) -> _Head:
    """Return what the head of a table says; raise BadTable if it or the size is wrong."""
    fields = _read_head(path, file.read(HEAD))
    if os.fstat(file.fileno()).st_size != HEAD + BYTES * fields.positions:
        raise BadTable(f"{path} is incomplete; delete it, and make it again")
    return fields


def _read_head(path: Path, head: bytes) -> _Head:
    lines = head.decode("ascii", "replace").rstrip().split("\n")
    if lines[0] != FORMAT:
        name, version = FORMAT.split()
        if lines[0].startswith(f"{name} "):
            raise BadTable(f"{path} is not of version {version}; delete it, and make it again")
        raise BadTable(f"{path} is not a table of values")
    try:
        _, header, positions, sha256 = lines
        family_of(key_of(header)).open(header)
        return _Head(
            header, int(positions.removeprefix("positions=")), sha256.removeprefix("sha256=")
        )
    except (ValueError, Corrupt) as wrong:
        raise BadTable(f"{path} is damaged; delete it, and make it again") from wrong


def write(file: BinaryIO, header: str, positions: int, values: Iterable[bytes]) -> None:
    """Write a table to an empty `file`; `values` are in pieces of any size."""
    file.write(bytes(HEAD))
    digest = hashlib.sha256()
    for piece in values:
        digest.update(piece)
        file.write(piece)
    text = f"{FORMAT}\n{header}\npositions={positions}\nsha256={digest.hexdigest()}\n"
    file.seek(0)
    file.write(text.encode("ascii").ljust(HEAD - 1) + b"\n")
