"""The storage format of tables: a format number followed by compressed JSON, validated on reading.

Format 2 names every field and omits fields that have their default value. A release that adds a
field with a default can therefore read every older table, and older releases can read its tables
as long as the field is unused. If a table does use a field that a release doesn't know, reading
it raises NewerRecord and the table is left alone, because writing it back would lose data.
Format 1, a positional list, stays readable (`codec_1.py`).

Two-player tables whose host has the first seat are written with the fields of early releases,
which had no other tables (`_FORMER`): `seats` lists only the taken seats, `invited` is the player
for whom the second seat is reserved, and `winner` stands for `places`.
"""

import base64
import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from bot.store import codec_1, codec_time
from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.match import Match
from bot.table.people import Place, User
from bot.table.ports import CorruptRecord, NewerRecord
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import (
    Absence,
    Advised,
    Announcement,
    Asking,
    Departure,
    Ending,
    Former,
    Status,
    Table,
)
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
"""The preset dictionary for compression, so that text common to all tables takes little space.
Never change it: stored tables could no longer be read."""


class _Form(NamedTuple):
    """How a field is converted to and from JSON; `read` raises ValueError or TypeError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write(table: Table) -> bytes:
    """Serialize a table."""
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
    """Deserialize a table written by this release or an older one.

    Raises NewerRecord if a newer release wrote it, and CorruptRecord for any other data.
    """
    match data[:1]:
        case b"\x02":
            build, dictionary = _table, _DICTIONARY
        case b"\x01":
            build, dictionary = _table_1, codec_1.DICTIONARY
        case b"":
            raise CorruptRecord("the stored table is empty")
        case _:
            raise NewerRecord(f"table format {data[0]}; this release reads up to {FORMAT}")
    unpacker = zlib.decompressobj(-15, zdict=dictionary)
    try:
        table = build(json.loads(unpacker.decompress(data[1:])))
    except CorruptRecord:
        raise
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError) as error:
        raise CorruptRecord(f"the stored table cannot be read: {error}") from error
    if not unpacker.eof:
        raise CorruptRecord("the stored table is truncated")
    return table


def _table(written: Any) -> Table:
    _know(written, dict.fromkeys((*_FORMS, *_FORMER)))
    now = _as_now(written)
    return Table(**{name: _FORMS[name].read(value) for name, value in now.items()})


def _table_1(written: Any) -> Table:
    return _table(codec_1.fields(*written))


def _as_formerly(written: dict[str, Any]) -> dict[str, Any]:
    """Convert the fields of a two-player table to those of early releases."""
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
    """Convert the fields that early releases used for two-player tables."""
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


def _know(written: Any, known: Mapping[str, object]) -> None:
    if not isinstance(written, dict):
        raise TypeError("not a JSON object")
    if unknown := written.keys() - known.keys():
        names = ", ".join(sorted(unknown))
        raise NewerRecord(f"the table has fields from a newer release: {names}")


def _plain(kind: type) -> _Form:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not of type {kind.__name__}")
        return value

    return _Form(lambda value: value, read)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError(f"{value!r} is not a list of strings")
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


def _write_former(former: Former) -> dict[str, Any]:
    return {
        "seat": former.seat,
        "holder": _write_seat(former.holder),
        "why": str(former.why),
        "moves": former.moves,
        "at": former.at,
    }


def _read_former(written: Any) -> Former:
    _know(written, dict.fromkeys(("seat", "holder", "why", "moves", "at")))
    holder = _read_seat(written["holder"])
    if not isinstance(holder, Person | Computer):
        raise TypeError("a former holder must be a person or a computer")
    seat, moves, at = (_NUMBER.read(written[name]) for name in ("seat", "moves", "at"))
    return Former(seat, holder, Departure(written["why"]), moves, at)


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
    "place": _Form(str, codec_time.parsed(Place.read)),
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
    "terms": _Form(codec_time.write_terms, codec_time.read_terms),
    "clock": _Form(codec_time.write, codec_time.reader(Clock)),
    "calls": _Form(codec_time.write, codec_time.reader(Calls)),
    "asking": _Form(codec_time.write, codec_time.reader(Asking)),
    "absence": _Form(codec_time.write, codec_time.reader(Absence)),
    "undone": _NUMBER,
    "silent": _plain(bool),
    "declined": _NUMBER,
    "former": _Form(
        lambda former: [_write_former(each) for each in former],
        lambda former: tuple(map(_read_former, former)),
    ),
    "match": _Form(codec_time.write, codec_time.reader(Match)),
    "ready": _Form(list, lambda ready: tuple(map(_NUMBER.read, ready))),
    "posted_by": _Form(_write_seat, _read_person),
    "announcement": _Form(codec_time.write, codec_time.reader(Announcement)),
    "advised": _Form(
        lambda advised: [codec_time.write(each) for each in advised],
        lambda advised: tuple(map(codec_time.reader(Advised), advised)),
    ),
}
"""How each field of a table is stored, by name."""

_FORMER = ("invited", "winner")
"""Fields that stored two-player tables have but `Table` no longer does."""

_DEFAULTS = {field.name: field.default for field in fields(Table)}
