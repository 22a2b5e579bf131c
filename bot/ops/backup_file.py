"""The format of backups: lines of JSON, compressed with gzip or not.

The first line tells the format, the last one the counts and a checksum of all lines before it. Each
line between them is a piece: keys that are restored at one moment.
"""

import base64
import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import IO, Any, Final

from bot.store.dump import Game, Piece, Value, is_restorable

FORMAT: Final = 2
"""The version of the format. Increase it if older releases would restore such files wrongly.

Files of format 1 are of versions before 1.0, whose games can't be read.
"""

NAME: Final = "puluc-backup"

_GZIP: Final = b"\x1f\x8b"
"""How compressed files begin."""

LONGEST_LINE: Final = 2**25
"""How many bytes a line may have. The longest ones, the posts of a channel, have some megabytes."""

MOST_SYNTAX: Final = 2**20
"""How many bytes of a line may stand outside strings, so for about as many values.

A value takes up to a hundred times as much memory as its syntax in the file.
"""

_STRINGS: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""The strings in a line of JSON. One that isn't closed extends to the end."""

_LATEST_EXPIRY: Final = 2**53
"""Expiries must be earlier, in Unix milliseconds: servers refuse numbers that are out of range."""

_COUNTED: Final = {Game.OPEN: "open", Game.OVER: "finished", Game.UNREADABLE: "unreadable"}

_GAMES: Final = {name: game for game, name in _COUNTED.items()}


class Unusable(Exception):  # noqa: N818 - describes the file
    """A file that can't be restored; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line tells: when and by which release the backup was made (Unix seconds)."""

    program: str
    created: int
    without_open: bool


@dataclass(frozen=True, slots=True)
class Counts:
    """How many keys a backup has, and how many games by their state."""

    keys: int = 0
    open: int = 0
    finished: int = 0
    unreadable: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.open + self.finished + self.unreadable

    def plus(self, piece: Piece) -> "Counts":
        """Return the counts with another piece."""
        keys = self.keys + len(piece.values)
        if piece.game is None:
            return replace(self, keys=keys)
        name = _COUNTED[piece.game]
        return replace(self, keys=keys, **{name: getattr(self, name) + 1})


class Writer:
    """Writes a backup to a file of bytes."""

    def __init__(self, file: IO[bytes], header: Header) -> None:
        self._file = file
        self._sum = hashlib.sha256()
        self.counts = Counts()
        first = {
            NAME: FORMAT,
            "program": header.program,
            "created": header.created,
            "without-open": header.without_open,
        }
        self._write(_encoded(first))

    def add(self, piece: Piece) -> bool:
        """Write a piece. Returns False if it is too large to be restored. Raises OSError."""
        line: dict[str, Any] = {} if piece.game is None else {"game": _COUNTED[piece.game]}
        data = _encoded(line | {"keys": [*map(_written, piece.values)]})
        if _is_too_large(data):
            return False
        self.counts = self.counts.plus(piece)
        self._write(data)
        return True

    def end(self) -> None:
        """Write the last line. Raises OSError."""
        self._write(_encoded({"end": asdict(self.counts), "sha256": self._sum.hexdigest()}))

    def _write(self, data: bytes) -> None:
        self._sum.update(data)
        self._file.write(data)


class Reader:
    """Reads a backup from a file of bytes that can be read twice."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        """`name` is what messages call the file."""
        self._file = file
        self._name = name

    def check(self) -> tuple[Header, Counts]:
        """Read everything, and return what the file is. Raises Unusable, and OSError."""
        header, counts, ended, number = None, Counts(), False, 0
        digest = hashlib.sha256()
        for number, data in self._lines():
            if ended:
                raise Unusable(f"{self._name}, line {number}: the backup ended before this line")
            line = self._parsed(number, data)
            if header is None:
                header = self._header(line)
            elif "end" in line:
                if line["end"] != asdict(counts) or line.get("sha256") != digest.hexdigest():
                    raise Unusable(
                        f"{self._name} has been changed or damaged: its lines don't match the "
                        "checksum in its last line. Restore another backup"
                    )
                ended = True
            else:
                counts = counts.plus(self._piece(number, line))
            digest.update(data)
        if header is None:
            raise Unusable(f"{self._name} is empty")
        if not ended:
            raise self._cut_off(number)
        return header, counts

    def pieces(self) -> Iterator[Piece]:
        """Yield the pieces of a file that has been checked. Raises Unusable, and OSError."""
        for number, data in self._lines():
            line = self._parsed(number, data)
            if "keys" in line:
                yield self._piece(number, line)

    def _lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines with their numbers, decompressed bit by bit, and none that is too large.

        A small file can be compressed so well that its contents would fill the memory.
        """
        self._file.seek(0)
        packed = self._file.read(len(_GZIP)) == _GZIP
        self._file.seek(0)
        lines = gzip.GzipFile(fileobj=self._file) if packed else self._file
        number = 0
        try:
            while line := lines.readline(LONGEST_LINE + 1):
                if _is_too_large(line):
                    raise self._too_large(number + 1)
                if not line.endswith(b"\n"):
                    raise self._cut_off(number)
                number += 1
                yield number, line
        except EOFError:
            raise self._cut_off(number) from None
        except (gzip.BadGzipFile, zlib.error):
            raise Unusable(
                f"{self._name} is damaged after line {number}: it can't be decompressed. Copy the "
                "file again, or restore another backup"
            ) from None

    def _parsed(self, number: int, data: bytes) -> Mapping[str, Any]:
        try:
            line = json.loads(data)
        except (ValueError, RecursionError):
            line = None
        if isinstance(line, dict):
            return line
        if number == 1:
            raise Unusable(f"{self._name} isn't a backup of Puluc")
        raise self._damaged(number)

    def _cut_off(self, number: int) -> Unusable:
        return Unusable(
            f"{self._name} is incomplete: it was cut off after line {number}. Copy the file again, "
            "or restore another backup"
        )

    def _too_large(self, number: int) -> Unusable:
        if number == 1:
            return Unusable(f"{self._name} isn't a backup of Puluc")
        return Unusable(
            f"{self._name}, line {number} is larger than any line of a backup. Copy the file again,"
            " or restore another backup"
        )

    def _damaged(self, number: int) -> Unusable:
        return Unusable(
            f"{self._name}, line {number} is damaged. Copy the file again, or restore another "
            "backup"
        )

    def _header(self, line: Mapping[str, Any]) -> Header:
        written = line.get(NAME)
        if not isinstance(written, int):
            raise Unusable(f"{self._name} isn't a backup of Puluc")
        program = line.get("program")
        # It is shown on the operator's terminal.
        if not (isinstance(program, str) and program.isprintable()):
            raise self._damaged(1)
        if written != FORMAT:
            remedy = "Update Puluc, then restore it" if written > FORMAT else "Use that one for it"
            raise Unusable(
                f"{self._name} was written by Puluc {program}, and this release can't read its"
                f" format. {remedy}"
            )
        try:
            created = int(line["created"])
            datetime.fromtimestamp(created, UTC)
            return Header(program, created, without_open=bool(line["without-open"]))
        except (KeyError, TypeError, ValueError, OverflowError, OSError):
            raise self._damaged(1) from None

    def _piece(self, number: int, line: Mapping[str, Any]) -> Piece:
        try:
            values = tuple(map(_read, line["keys"]))
            game = _GAMES[line["game"]] if "game" in line else None
        except (KeyError, TypeError, ValueError):
            raise self._damaged(number) from None
        if not values or not all(map(is_restorable, values)):
            raise self._damaged(number)
        return Piece(values, game)


def _encoded(line: Mapping[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _is_too_large(line: bytes) -> bool:
    """Return whether a line would take too much memory."""
    if len(line) <= MOST_SYNTAX:
        return False
    if len(line) > LONGEST_LINE:
        return True
    strings = sum(string.end() - string.start() for string in _STRINGS.finditer(line))
    return len(line) - strings > MOST_SYNTAX


def _written(value: Value) -> Mapping[str, Any]:
    """Return a value as JSON; what is usual is left out."""
    line: dict[str, Any] = {"key": _text(value.key), "type": value.kind}
    if value.expires:
        line["expires"] = value.expires
    if value.part:
        line["part"] = True
    return line | {"elements": [*map(_text, value.elements)]}


def _read(line: Any) -> Value:
    """Return what `_written` wrote. Raises KeyError, TypeError or ValueError for anything else."""
    if not isinstance(line, dict):
        raise TypeError("not a JSON object")
    expires, part, elements = line.get("expires", 0), line.get("part", False), line["elements"]
    if not isinstance(expires, int) or not isinstance(elements, list):
        raise TypeError("a field has the wrong type")
    if not 0 <= expires < _LATEST_EXPIRY:
        raise ValueError("an expiry is out of range")
    return Value(
        _bytes(line["key"]), str(line["type"]), expires, tuple(map(_bytes, elements)), bool(part)
    )


def _text(data: bytes) -> Any:
    """Return bytes as JSON: a string if they are UTF-8, else base64 in a list."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return [base64.b64encode(data).decode()]


def _bytes(written: Any) -> bytes:
    """Return what `_text` wrote. Raises TypeError or ValueError for anything else."""
    if isinstance(written, str):
        return written.encode()
    (packed,) = written
    return base64.b64decode(packed, validate=True)
