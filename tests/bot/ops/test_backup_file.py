"""The format of backups, and what is wrong with files that can't be restored."""

import gzip
import io
import json
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ops.backup_file import (
    FORMAT,
    LONGEST_LINE,
    MOST_SYNTAX,
    NAME,
    Counts,
    Header,
    Reader,
    Unusable,
    Writer,
)
from bot.store.dump import Game, Piece, Value

HEADER: Final = Header("1.0.0", 1_700_000_000, without_open=False)

GAME: Final = Piece(
    (
        Value(b"g:{1}:k3f9", "hash", 0, (b"v", b"3", b"s", b"\x02\xff\n")),
        Value(b"m:{1}:k3f9", "list", 0, (b"1100 b+2",)),
        Value(b"due:{1}", "zset", 0, (b"k3f9|think", b"1700000000.5"), part=True),
    ),
    Game.OPEN,
)
CODE: Final = Piece((Value(b"code:a", "string", 1_800_000_000_000, (b"text\xe2\x80\xa8",)),))


def backup(*pieces: Piece) -> bytes:
    """A complete file."""
    file = io.BytesIO()
    writer = Writer(file, HEADER)
    for piece in pieces:
        writer.add(piece)
    writer.end()
    return file.getvalue()


def refusal(data: bytes) -> str:
    """Why a file can't be restored."""
    with pytest.raises(Unusable) as unusable:
        Reader(io.BytesIO(data), "b.jsonl").check()
    return str(unusable.value)


_binary = st.binary(max_size=8)
_value = st.one_of(
    st.builds(
        Value,
        st.just(b"g:{1}:k3f9"),
        st.sampled_from(["hash", "zset"]),
        st.integers(0, 2**45),
        st.lists(st.tuples(_binary, _binary), min_size=1).map(lambda pairs: sum(pairs, ())),
    ),
    st.builds(
        Value,
        st.binary().map(lambda end: b"aside:" + end),
        st.sampled_from(["list", "set", "string"]),
        st.integers(0, 2**45),
        st.lists(_binary, min_size=1).map(tuple),
    ),
)


@given(st.lists(st.builds(Piece, st.lists(_value, min_size=1).map(tuple), st.sampled_from(Game))))
def test_round_trip(pieces: Sequence[Piece]) -> None:
    """What is read equals what was written, whatever bytes it has."""
    reader = Reader(io.BytesIO(backup(*pieces)), "b.jsonl")
    header, counts = reader.check()
    assert header == HEADER
    assert counts.games == len(pieces)
    assert [*reader.pieces()] == [*pieces]


def test_counts() -> None:
    """A backup counts its keys, and its games by their state."""
    _, counts = Reader(io.BytesIO(backup(GAME, CODE)), "b.jsonl").check()
    assert counts == Counts(keys=4, open=1)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_a_file_that_is_cut_off(pack: Callable[[bytes], bytes]) -> None:
    """A file that lacks its last bytes is refused, wherever it was cut off."""
    whole = pack(backup(GAME, CODE))
    for length in range(1, len(whole)):
        assert "it was cut off after line" in refusal(whole[:length])


def test_a_changed_byte() -> None:
    """A file in which one byte has changed is refused, whichever it is."""
    whole = backup(GAME, CODE)
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1
        assert refusal(bytes(changed))


def test_a_damaged_line() -> None:
    """The message names the first line that can't be read."""
    lines = backup(GAME, CODE).splitlines(keepends=True)
    assert "line 3 is damaged" in refusal(b"".join([*lines[:2], b'{"keys":\n', lines[3]]))
    assert "line 2 is damaged" in refusal(lines[0] + b'{"keys":[{"key":"g:1"}]}\n' + lines[3])


@pytest.mark.parametrize(
    "keys",
    [
        [],
        [{"key": "celery", "type": "string", "elements": ["a"]}],
        [{"key": "lease:{1}:a", "type": "string", "elements": ["a"]}],
        [{"key": "g:{1}:a", "type": "stream", "elements": ["a"]}],
        [{"key": "g:{1}:a", "type": "hash", "elements": ["v"]}],
        [{"key": "g:{1}:a", "type": "string", "elements": []}],
        [{"key": "g:{1}:a", "type": "string", "elements": [["?"]]}],
        [{"key": "g:{1}:a", "type": "string", "elements": "a"}],
        [{"key": "g:{1}:a", "type": "string", "elements": ["a"], "expires": "soon"}],
        [{"key": "due:{1}", "type": "list", "elements": ["a"], "part": True}],
        ["g:{1}:a"],
        17,
    ],
)
def test_a_line_that_no_backup_has(keys: object) -> None:
    """A line that a backup can't contain is damaged, even if it is JSON."""
    lines = backup(GAME).splitlines(keepends=True)
    assert "line 2 is damaged" in refusal(lines[0] + json.dumps({"keys": keys}).encode() + b"\n")


def bomb(line: Callable[[], Iterator[bytes]]) -> io.BytesIO:
    """A backup whose second line is small only as long as it is compressed."""
    file = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.write(backup().splitlines(keepends=True)[0])
        packed.writelines(line())
    return file


BOMBS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {
    "one long string": lambda: chain([b'{"keys":["'], repeat(b"a" * 2**20, 2**9)),
    "without a quote": lambda: chain([b'{"keys":["'], repeat(b'\\"' * 2**19, 40)),
    "deep lists": lambda: repeat(b"[" * 2**20, 8),
    "empty lists": lambda: chain([b'{"keys":['], repeat(b"[]," * 2**20, 8), [b"[]]}\n"]),
    "many strings": lambda: chain([b'{"keys":['], [b'"ab",' * 2**20], [b'""]}\n']),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_line_that_would_fill_the_memory(name: str) -> None:
    """A line that is larger than any in a backup is refused, before it takes much memory."""
    file = bomb(BOMBS[name])
    assert len(file.getvalue()) < 2**20
    tracemalloc.start()
    with pytest.raises(Unusable, match=r"b\.gz, line 2 is larger"):
        Reader(file, "b.gz").check()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * LONGEST_LINE


@pytest.mark.parametrize("kind", ["largest string", "most values"])
def test_the_largest_line(kind: str) -> None:
    """What a backup has is restored, and what is too large for that isn't saved."""
    ways = {
        "largest string": lambda spare: (b"x" * (LONGEST_LINE - 100 + spare),),
        "most values": lambda spare: (b"x",) * (MOST_SYNTAX - 100 + spare),
    }
    file, make = io.BytesIO(), ways[kind]
    writer = Writer(file, HEADER)
    for spare, saves in ((0, True), (101, False)):
        value = Value(b"aside:x", "list", 0, make(spare))
        assert writer.add(Piece((value,))) is saves
    writer.end()
    _, counts = Reader(file, "b.jsonl").check()
    assert counts.keys == 1


def test_a_newer_format() -> None:
    """A file of a newer format names its release and says to update."""
    newer = backup(GAME).replace(b'"%b":%d' % (NAME.encode(), FORMAT), b'"%b":99' % NAME.encode())
    assert "written by Puluc 1.0.0" in refusal(newer)
    assert "Update Puluc" in refusal(newer)


def test_an_earlier_format() -> None:
    """A file of a version before 1.0 names its release, which can still restore it."""
    earlier = backup(GAME).replace(b'"%b":%d' % (NAME.encode(), FORMAT), b'"%b":1' % NAME.encode())
    assert "written by Puluc 1.0.0" in refusal(earlier)
    assert "Use that one" in refusal(earlier)


@pytest.mark.parametrize("number", [FORMAT, 99])
def test_a_release_that_is_no_text(number: int) -> None:
    """A release with control characters, which a terminal would obey, is damage."""
    head = json.dumps({NAME: number, "program": "\x1b[2J", "created": 1, "without-open": False})
    assert "line 1 is damaged" in refusal(head.encode() + b"\n")


@pytest.mark.parametrize("data", [b"hello\n", b"[]\n", b"{}\n", b"\x1f\x8bnothing", b"\x00\xff\n"])
def test_another_file(data: bytes) -> None:
    """A file that isn't a backup is refused as such."""
    assert "b.jsonl" in refusal(data)


def test_an_empty_file() -> None:
    """An empty file is refused."""
    assert refusal(b"") == "b.jsonl is empty"


def test_lines_after_the_last_one() -> None:
    """A file with another one after it is refused."""
    assert "line 4: the backup ended before this line" in refusal(backup(GAME) + backup(CODE))
