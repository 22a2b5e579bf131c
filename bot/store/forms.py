"""How values are stored as JSON, by their types.

A value of a dataclass is an object with a member for each field that isn't at its default. So a
release that adds a field with a default reads every older record, and older releases read its
records as long as the field is unused. If a record uses a field, or a member of an enumeration,
that a release doesn't know, reading it raises NewerRecord.

This is own code because pydantic wants its settings in the classes themselves, which belong to
`bot/table`, and cattrs converts what has the wrong type.
"""

import base64
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.table.pace import Pace
from bot.table.people import Place, User
from bot.table.ports import NewerRecord
from bot.table.seats import Computer, Free, Kept, Person

T = TypeVar("T")


class Form(NamedTuple):
    """How a value is converted to and from JSON.

    `read` raises NewerRecord for what only a newer release can have written, and ValueError,
    TypeError or LookupError for anything else that `write` doesn't write.
    """

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@cache
def form(kind: Any) -> Form:
    """Return the form of a type. Raises TypeError if it has none.

    That of an optional type is that of the type itself: None can only be a default.
    """
    if kind in _FORMS:
        return _FORMS[kind]
    if hasattr(kind, "__supertype__"):  # a NewType
        return form(kind.__supertype__)
    kinds = tuple(each for each in get_args(kind) if each is not NoneType)
    if get_origin(kind) is tuple:
        return _tuple(form(kinds[0]))
    if get_origin(kind) in (Union, UnionType):
        return form(kinds[0]) if len(kinds) == 1 else _seat(kinds)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Form(str, partial(_read_member, kind))
    if is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"{kind} has no form in which it is stored")


def _record(kind: Any) -> Form:
    """Return the form of a dataclass."""
    hints = get_type_hints(kind)
    forms = {field.name: form(hints[field.name]) for field in fields(kind)}
    defaults = {field.name: field.default for field in fields(kind)}  # MISSING if there is none

    def write(value: Any) -> dict[str, Any]:
        found = {name: getattr(value, name) for name in forms}
        return {name: forms[name].write(v) for name, v in found.items() if v != defaults[name]}

    def read(written: Any) -> Any:
        if unknown := _object(written).keys() - forms.keys():
            names = ", ".join(sorted(unknown))
            raise NewerRecord(f"{kind.__name__} has fields of a newer release: {names}")
        return kind(**{name: forms[name].read(value) for name, value in written.items()})

    return Form(write, read)


def _seat(kinds: tuple[Any, ...]) -> Form:
    """Return the form of a union of kinds of seats.

    People and computers are told apart by their fields. A free seat has none, and a person for whom
    a seat is kept is the member `kept`.
    """

    def write(seat: Any) -> Any:
        kind: Any = type(seat)
        written = form(kind).write(seat)
        return {"kept": written} if kind is Kept else written

    def read(written: Any) -> Any:
        kind = _kind_of_seat(_object(written))
        if kind not in kinds:
            raise TypeError(f"{kind.__name__} can't be here")
        return form(kind).read(written["kept"] if kind is Kept else written)

    return Form(write, read)


def _kind_of_seat(written: Mapping[str, Any]) -> Any:
    if [*written] == ["kept"]:
        return Kept
    if "level" in written:
        return Computer
    return Person if "user" in written else Free


def _tuple(item: Form) -> Form:
    """Return the form of a tuple of any length."""

    def read(written: Any) -> tuple[Any, ...]:
        if not isinstance(written, list):
            raise TypeError(f"{written!r} is not a list")
        return tuple(map(item.read, written))

    return Form(lambda values: [*map(item.write, values)], read)


def _read_member(kind: type[Enum], written: Any) -> Any:
    """Return a member of an enumeration."""
    try:
        return kind(_as(str, written))
    except ValueError:
        raise NewerRecord(f"{kind.__name__} of a newer release: {written}") from None


def _object(written: Any) -> Mapping[str, Any]:
    return _as(dict, written)


def _as(kind: type[T], written: Any) -> T:
    """Return a value of exactly this type."""
    if type(written) is not kind:
        raise TypeError(f"{written!r} is not of type {kind.__name__}")
    return written


def _plain(kind: type) -> Form:
    return Form(lambda value: value, partial(_as, kind))


def _text(read: Callable[[str], Any], write: Callable[[Any], str] = str) -> Form:
    """Return the form of what is written as text."""
    return Form(write, lambda written: read(_as(str, written)))


_FORMS: Final[Mapping[Any, Form]] = {
    str: _plain(str),
    int: _plain(int),
    bool: _plain(bool),
    bytes: _text(
        partial(base64.b64decode, validate=True), lambda data: base64.b64encode(data).decode()
    ),
    User: _text(User.read),
    Place: _text(Place.read),
    Pace: _text(Pace.read),
}
