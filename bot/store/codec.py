"""Tables as bytes: a format number, then compressed JSON. Small, versioned, checked on reading.

Format 2 has a name for each field and leaves out what has its default. So a release that adds a
field with a default reads every older table, and its own tables are read by older releases as
long as the field is not used. A table that does use it has a name that an older release does not
know: NewerRecord, and the table is left as it is, for writing it would lose what was not read.
Format 1, a list by position, is read for ever (`codec_1.py`).
"""

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from bot.store import codec_1
from bot.table.people import Place, User
from bot.table.ports import CorruptRecord, NewerRecord
from bot.table.table import Computer, Ending, Holder, Person, Status, Table

FORMAT = 2

_DICTIONARY = (
    b'"invited":{"user":"discord:"telegram:"ending":"declined"cancelled"expired"aborted"'
    b'"abandoned"closed"resigned"won"drawn","ended_by":0,"winner":1,"idle_days":30'
    b'"status":"offered"over"playing","seats":[{"level":"medium"easy"random"greedy"},'
    b'{"id":"","code":"","revision":1,"status":"playing","header":"puluc road=11 warriors=5 '
    b'table=kernels casts=one after-capture=far-end=exact=yes","seed":"=","place":"web:maize:",'
    b'"seats":[{"user":"web:","name":"Ana","word":""},{"user":"web:","name":"Ben"}],'
    b'"created":17,"touched":17,"position":"1 a 54/00 ","before":"0 b 44/00 3a 5b",'
    b'"story":["1100","0110","0011","1010","0101","1001","b+3","b-3"],"lying":["0111"],'
    b'"casts":12,"moves":1'
)
"""Primes the compression; what tables have in common costs next to nothing. Never changed: with
another one stored tables could not be read."""


class _Form(NamedTuple):
    """How a field is written as JSON, and read from it: ValueError or TypeError if it is none."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write(table: Table) -> bytes:
    """Write a table."""
    written = {
        name: form.write(value)
        for name, form in _FORMS.items()
        if (value := getattr(table, name)) != _DEFAULTS[name]
    }
    plain = json.dumps(written, ensure_ascii=False, separators=(",", ":")).encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_DICTIONARY)
    return bytes([FORMAT]) + packer.compress(plain) + packer.flush()


def read(data: bytes) -> Table:
    """Read what `write` wrote, in this release or an older one.

    NewerRecord for what a newer release wrote, CorruptRecord for anything else.
    """
    match data[:1]:
        case b"\x02":
            build, dictionary = _table, _DICTIONARY
        case b"\x01":
            build, dictionary = _table_1, codec_1.DICTIONARY
        case b"":
            raise CorruptRecord("the table's record is empty")
        case _:
            raise NewerRecord(f"table format {data[0]}; this release reads up to {FORMAT}")
    unpacker = zlib.decompressobj(-15, zdict=dictionary)
    try:
        table = build(json.loads(unpacker.decompress(data[1:])))
    except CorruptRecord:
        raise
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError) as error:
        raise CorruptRecord(f"the table's record cannot be read: {error}") from error
    if not unpacker.eof:
        raise CorruptRecord("the table's record is cut short")
    return table


def _table(written: Any) -> Table:
    if not isinstance(written, dict):
        raise TypeError("no object")
    _know(written, _FORMS)
    return Table(**{name: _FORMS[name].read(value) for name, value in written.items()})


def _table_1(written: Any) -> Table:
    return codec_1.table(*written)


def _know(written: Mapping[str, Any], known: Mapping[str, object]) -> None:
    if unknown := written.keys() - known.keys():
        raise NewerRecord(f"the table has fields of a newer release: {', '.join(sorted(unknown))}")


def _plain(kind: type) -> _Form:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value

    return _Form(lambda value: value, read)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError(f"{value!r} is no list of texts")
    return tuple(value)


def _write_holder(holder: Holder) -> dict[str, str]:
    if isinstance(holder, Computer):
        return {"level": holder.level}
    word = {"word": holder.word} if holder.word else {}
    return {"user": str(holder.user), "name": holder.name, **word}


def _read_holder(written: Any) -> Holder:
    if "level" in written:
        _know(written, {"level": str})
        return Computer(_TEXT.read(written["level"]))
    return _read_person(written)


def _read_person(written: Any) -> Person:
    _know(written, dict.fromkeys(("user", "name", "word")))
    texts = {name: _TEXT.read(value) for name, value in written.items()}
    return Person(User.read(texts["user"]), texts["name"], texts.get("word", ""))


_TEXT, _NUMBER = _plain(str), _plain(int)

_FORMS: Mapping[str, _Form] = {
    "id": _TEXT,
    "code": _TEXT,
    "revision": _NUMBER,
    "status": _Form(str, Status),
    "header": _TEXT,
    "seed": _Form(lambda seed: base64.b64encode(seed).decode(), base64.b64decode),
    "place": _Form(str, Place.read),
    "seats": _Form(
        lambda seats: [_write_holder(holder) for holder in seats],
        lambda seats: tuple(map(_read_holder, seats)),
    ),
    "invited": _Form(_write_holder, _read_person),
    "created": _NUMBER,
    "touched": _NUMBER,
    "position": _TEXT,
    "before": _TEXT,
    "story": _Form(list, _texts),
    "lying": _Form(list, _texts),
    "casts": _NUMBER,
    "moves": _NUMBER,
    "ending": _Form(str, Ending),
    "ended_by": _NUMBER,
    "winner": _NUMBER,
    "idle_days": _NUMBER,
}
"""Every field of a table, by name."""

_DEFAULTS = {field.name: field.default for field in fields(Table)}
