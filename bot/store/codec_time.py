"""How the parts of a table are stored, such as its clock: as JSON objects with named fields.

Fields with their default value are omitted, and fields of a newer release raise NewerRecord.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, NamedTuple, TypeVar

from bot.table.clock import Stop
from bot.table.match import Finished
from bot.table.pace import Pace
from bot.table.people import Place
from bot.table.ports import NewerRecord
from bot.table.table import Wish
from bot.table.terms import Terms

T = TypeVar("T")


class _Form(NamedTuple):
    """How a field is converted to and from JSON; `read` raises ValueError or TypeError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def parsed(read: Callable[[str], T]) -> Callable[[Any], T]:
    """Return a reader of text, which raises TypeError for any other value."""

    def read_text(value: Any) -> T:
        if not isinstance(value, str):
            raise TypeError(f"{value!r} is not text")
        return read(value)

    return read_text


def write_terms(terms: Terms) -> dict[str, str]:
    """Serialize terms, as people type them."""
    return dict(terms.written)


def read_terms(written: Any) -> Terms:
    """Deserialize terms."""
    terms = Terms()
    for name, value in dict(written).items():
        try:
            terms = parsed(partial(terms.changed, name))(value)
        except KeyError:
            raise NewerRecord(
                f"the table's terms have a field from a newer release: {name}"
            ) from None
    return terms


def write(value: Any) -> dict[str, Any]:
    """Serialize a clock, reminders, an offer, an absence, a match, an announcement or hints."""
    return {
        field.name: _FORMS[field.name].write(getattr(value, field.name))
        for field in fields(value)
        if field.default is MISSING or getattr(value, field.name) != field.default
    }


def reader(kind: type[T]) -> Callable[[Any], T]:
    """Return a function that deserializes values of this type, which `write` has written."""
    return partial(_read, kind)


def _read(kind: type[T], written: Any) -> T:
    if not isinstance(written, dict):
        raise TypeError("not a JSON object")
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # all kinds are dataclasses
    if unknown := written.keys() - known:
        names = ", ".join(sorted(unknown))
        raise NewerRecord(
            f"the table's {kind.__name__.lower()} has fields from a newer release: {names}"
        )
    return kind(**{name: _FORMS[name].read(value) for name, value in written.items()})


def _same(kind: type) -> _Form:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not of type {kind.__name__}")
        return value

    return _Form(lambda value: value, read)


_TEXT, _NUMBER = _same(str), _same(int)
_NUMBERS = _Form(list, lambda numbers: tuple(map(_NUMBER.read, numbers)))

_FORMS: Mapping[str, _Form] = {
    "seat": _NUMBER,
    "began": _NUMBER,
    "since": _NUMBER,
    "pace": _Form(str, parsed(Pace.read)),
    "left": _NUMBERS,
    "given": _NUMBER,
    "ahead": _NUMBERS,
    "stopped": _Form(str, Stop),
    "count": _NUMBER,
    "moves": _NUMBER,
    "last": _NUMBER,
    "nudged": _NUMBER,
    "revision": _NUMBER,
    "place": _Form(str, parsed(Place.read)),
    "wish": _Form(str, Wish),
    "claimable": _same(bool),
    "refused": _same(bool),
    "agreed": _NUMBERS,
    "headers": _Form(list, lambda headers: tuple(map(_TEXT.read, headers))),
    "wins": _NUMBER,
    "games": _Form(
        lambda games: [write(game) for game in games],
        lambda games: tuple(map(reader(Finished), games)),
    ),
    "left_by": _NUMBER,
    "table": _TEXT,
    "code": _TEXT,
    "header": _TEXT,
    "points": _NUMBERS,
    "text": _TEXT,
    "until": _NUMBER,
}
"""How each field is stored, by name; the same name means the same form everywhere."""
