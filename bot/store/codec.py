"""Tables as bytes: a format number, then compressed JSON. Small, versioned, checked on reading.

Format 2 has a name for each field and leaves out what has its default. So a release that adds a
field with a default reads every older table, and its own tables are read by older releases as
long as the field is not used. A table that does use it has a name that an older release does not
know: NewerRecord, and the table is left as it is, for writing it would lose what was not read.
Format 1, a list by position, is read for ever (`codec_1.py`).

Tables for two whose host has the first seat are written as releases knew them that had no others
(`_FORMER`): only the seats that are taken, `invited` is whom the other one is kept for, and of the
`places` only the winner.
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
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Ending, Status, Table
from engine.game import Places

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
    written = _as_formerly(
        {
            name: form.write(value)
            for name, form in _FORMS.items()
            if (value := getattr(table, name)) != _DEFAULTS[name]
        }
    )
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
    _know(written, dict.fromkeys((*_FORMS, *_FORMER)))
    now = _as_now(written)
    return Table(**{name: _FORMS[name].read(value) for name, value in now.items()})


def _table_1(written: Any) -> Table:
    return _table(codec_1.fields(*written))


def _as_formerly(written: dict[str, Any]) -> dict[str, Any]:
    """Write a table for two as it always was."""
    seats, places = written["seats"], written.get("places", [])
    if len(seats) != 2 or "hosted_by" in written:
        return written
    host, other = seats
    former = dict(written)
    if "kept" in other:
        former |= {"seats": [host], "invited": other["kept"]}
    elif other == _FREE:
        former["seats"] = [host]
    if len(places) == 2:
        del former["places"]
        former["winner"] = places[0][0]
    elif places and written.get("ending") == Ending.DRAWN:
        del former["places"]
    return former


def _as_now(written: Mapping[str, Any]) -> dict[str, Any]:
    """Read a table for two as it always was."""
    now = {name: value for name, value in written.items() if name not in _FORMER}
    if len(now["seats"]) == 1:
        invited = written.get("invited")
        now["seats"] = [*now["seats"], _FREE if invited is None else {"kept": invited}]
    if written.get("winner") is not None:
        winner = _NUMBER.read(written["winner"])
        now["places"] = [[winner], [1 - winner]]
    elif written.get("ending") == Ending.DRAWN and "places" not in written:
        now["places"] = [[0, 1]]
    return now


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


def _write_seat(seat: Seat) -> dict[str, Any]:
    match seat:
        case Free():
            return _FREE
        case Kept(user, name):
            return {"kept": {"user": str(user), "name": name}}
        case Computer(level):
            return {"level": level}
        case Person(user, name, word, hints):
            more: dict[str, Any] = {"word": word} if word else {}
            if hints is not None:
                more["hints"] = list(hints)
            return {"user": str(user), "name": name, **more}


def _read_seat(written: Any) -> Seat:
    if written == _FREE:
        return Free()
    if "kept" in written:
        _know(written, {"kept": dict})
        person = _read_person(written["kept"])
        return Kept(person.user, person.name)
    if "level" in written:
        _know(written, {"level": str})
        level = _TEXT.read(written["level"])
        return Computer(_FORMER_LEVELS.get(level, level))
    return _read_person(written)


def _read_person(written: Any) -> Person:
    _know(written, dict.fromkeys(("user", "name", "word", "hints")))
    texts = {name: _TEXT.read(value) for name, value in written.items() if name != "hints"}
    hints = _texts(written["hints"]) if "hints" in written else None
    return Person(User.read(texts["user"]), texts["name"], texts.get("word", ""), hints)


def _read_places(written: Any) -> Places:
    return tuple(tuple(_NUMBER.read(seat) for seat in group) for group in written)


_FREE = {"free": True}

_FORMER_LEVELS = {"random": "easy", "greedy": "medium"}


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
        lambda seats: [_write_seat(seat) for seat in seats],
        lambda seats: tuple(map(_read_seat, seats)),
    ),
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
    "places": _Form(lambda places: [list(group) for group in places], _read_places),
    "idle_days": _NUMBER,
    "hint": _TEXT,
    "hosted_by": _NUMBER,
}
"""Every field of a table, by name."""

_FORMER = ("invited", "winner")
"""Fields of which a table for two is written that tables do not have any more."""

_DEFAULTS = {field.name: field.default for field in fields(Table)}
