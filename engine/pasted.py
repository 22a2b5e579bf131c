"""Records as they come from chats, word processors and editors.

Those put typographic quotes and dashes for the ones that were typed, blanks at the ends of lines,
and a code fence around everything, or store text as UTF-16. All of that is undone here, outside of
names and words, which are as people typed them.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from engine.game import Corrupt
from engine.games import open_game
from engine.record import Open, Record

_BY_MARK: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The encodings of texts by the byte order mark at their start, longer ones first."""

_FENCE: Final = re.compile(r"(```|~~~)\s*\w*")

_QUOTES: Final = '"\u201c\u201d\u201e\u00ab\u00bb'
"""Quotation marks, straight, curly, low and angled."""

_TAG: Final = re.compile(rf"\[([A-Z][A-Za-z]*)\s+[{_QUOTES}](.*)[{_QUOTES}]\s*\]")

_FREE: Final = frozenset({"Player", "Seat", "Word", "Link"})
"""The tags whose values are as people typed them."""

_DASHES: Final = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58"), "-")
_INVISIBLE: Final = "\u200b\u200e\u200f\u2060\ufeff"
_BLANKS: Final = _INVISIBLE + "".join(filter(str.isspace, map(chr, range(0x3001))))
_OUT: Final = dict.fromkeys(map(ord, _INVISIBLE)) | _DASHES

_ENTRY: Final = re.compile(r"entry ([0-9]+), ")


@dataclass(frozen=True, slots=True)
class Pasted:
    """The lines of a text; `first` is the number that the first one has in the original."""

    lines: Sequence[str]
    first: int

    @property
    def text(self) -> str:
        """The lines as a text."""
        return "\n".join((*self.lines, ""))

    def read(self, open_: Open = open_game) -> Record:
        """Return the record that these lines are. Raises Corrupt, with the line if it is one."""
        return Record.read("\n".join((*map(_straight, self.lines), "")), open_, self.first)

    @contextmanager
    def naming_lines(self) -> Iterator[None]:
        """Add to a Corrupt that names an entry the line where that stands."""
        try:
            yield
        except Corrupt as corrupt:
            named = _ENTRY.match(str(corrupt))
            line = None if named is None else self._line_of(int(named[1]))
            if line is None:
                raise
            raise Corrupt(f"line {line}: {corrupt}") from corrupt

    def _line_of(self, entry: int) -> int | None:
        """Return the number of the line in which an entry stands."""
        counts = [len(line.split()) for line in self.lines]
        head = 1 + sum(1 for _ in takewhile(lambda line: line.startswith("["), self.lines[1:]))
        for number in range(head, len(self.lines)):
            if entry < sum(counts[head : number + 1]):
                return self.first + number
        return None


def decoded(data: bytes) -> str:
    """Return the text in some bytes: UTF-8, or UTF-16 or UTF-32 with a byte order mark.

    Raises Corrupt, naming the line, if they are none of these.
    """
    encoding = next((name for mark, name in _BY_MARK if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and data[1:2] == b"\0":
        encoding = "utf-16-le"  # ASCII without a mark
    elif encoding == "utf-8" and data[:1] == b"\0":
        encoding = "utf-16-be"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        known = encoding.upper().removesuffix("-SIG")
        raise Corrupt(f"line {line} is not {known} text: save the record as UTF-8") from error


def pasted(text: str) -> Pasted:
    """Return the lines of a text as they were before it was pasted somewhere."""
    lines = [line.strip(_BLANKS) for line in text.replace("\r\n", "\n").split("\n")]
    start = next((n for n, line in enumerate(lines) if line and not _FENCE.fullmatch(line)), 0)
    end = next((n for n in range(start, len(lines)) if _FENCE.fullmatch(lines[n])), len(lines))
    return Pasted(lines[start:end], start + 1)


def _straight(line: str) -> str:
    """Return a line with the quotes, dashes and digits that a record has."""
    tag = _TAG.fullmatch(line)
    if tag is None:
        return _usual(line)
    name, value = tag.groups()
    if name not in _FREE:
        value = _usual(value)
    return f'[{name} "{value}"]'


def _usual(text: str) -> str:
    return unicodedata.normalize("NFKC", text.translate(_OUT))
