"""Codes of acts: what buttons carry, in at most 64 bytes, the same on every platform.

In `1move.k3f2qd7m2x.12.4+3.qzpa`, `1` is the format and `move` the act's name, or a shorter one for
buttons; then come its fields. A field with its default value is empty, and left out at the end. The
options of a game are its ruleset and then names and values in turn: `1o.kekchi.road.9`; they, and
changes of options, are at the end of a code wherever they are in the class. Clients can send any
code, so what `decode` returns is well-formed but not trustworthy.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import Enum
from functools import cache
from itertools import chain
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

from bot.acts.named import CODES
from bot.table.button import Pressable
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.terms import TERMS, Terms

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")

LIMIT: Final = 64
"""The maximum length of a code in bytes: Telegram's, the smallest of all platforms."""

FORMAT: Final = "1"

_ON_BUTTONS: Final = "buttons"
_ON_LINKS: Final = "links"
"""The keys of a field's metadata that say whether buttons and links can't carry it."""

_PART = re.compile(r"[A-Za-z0-9+*()<>,/:_-]+", re.ASCII)
_TABLE = re.compile(r"[a-z2-7]{10}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_OPTION = re.compile(r"[a-z0-9-]+", re.ASCII)
_YES: Final = {True: "y", False: "n"}


class BadCode(ValueError):  # noqa: N818 - describes the code
    """A code that no act has."""


def typed(default: T) -> T:
    """Return a field that people type or choose, which no button carries."""
    spec: T = field(default=default, metadata={_ON_BUTTONS: False, _ON_LINKS: False})
    return spec


def confirmed(default: T) -> T:
    """Return a field that buttons carry, but no link: anyone can make up a link for others."""
    spec: T = field(default=default, metadata={_ON_LINKS: False})
    return spec


def code_of(act: "DataclassInstance") -> str:
    """Return the code of an act. Raises ValueError if no button can carry it."""
    code = FORMAT + ".".join(parts_of(act))
    if len(code) > LIMIT:
        raise ValueError(f"{code!r} does not fit a button")
    return code


def fits(act: Pressable) -> bool:
    """Return whether a button can carry an act."""
    try:
        _ = act.code
    except ValueError:
        return False
    return True


def decode(code: str) -> Any:
    """Return the act with this code. Raises BadCode if there is none."""
    if len(code) > LIMIT or not code.startswith(FORMAT):
        raise BadCode("not a button of this game")
    return read_parts(code.removeprefix(FORMAT).split("."))


def parts_of(act: "DataclassInstance", *, on_link: bool = False) -> list[str]:
    """Return the name of an act and its fields as written. Raises ValueError if that can't be."""
    kind: Any = type(act)
    form = _form_of(kind)
    for each in form.not_on(_ON_LINKS if on_link else _ON_BUTTONS):
        if getattr(act, each.name) != each.default:
            raise ValueError(f"no button or link can carry {act}")
    fixed = _parts(act, form.fixed)
    tail = _parts(act, form.tail)
    while fixed and not fixed[-1] and not tail:
        fixed.pop()
    if not all(map(_PART.fullmatch, (*filter(None, fixed), *tail))):
        raise ValueError(f"no button or link can carry {act}")
    return [act.declared.code, *fixed, *tail]  # type: ignore[attr-defined] # of all acts


def _parts(act: "DataclassInstance", given: Sequence["_Carried"]) -> list[str]:
    """Return the parts for some of the fields."""
    values = ((each, getattr(act, each.spec.name)) for each in given)
    return list(chain.from_iterable(each.parts(value) for each, value in values))


def read_parts(parts: Sequence[str], *, on_link: bool = False) -> Any:
    """Return the act that is written like this. Raises BadCode unless `parts_of` wrote it."""
    name, *rest = parts
    kind: Any = CODES.get(name)
    if kind is None:
        raise BadCode("not a button of this game")
    form = _form_of(kind)
    count = len(form.fixed)
    given = [[part] if part else [] for part in rest[:count]]
    given += [[]] * (count - len(given)) + [rest[count:]] * len(form.tail)
    try:
        values = {
            each.spec.name: each.kind.read(written)
            for each, written in zip((*form.fixed, *form.tail), given, strict=True)
            if written
        }
        act = kind(**values)
        if parts_of(act, on_link=on_link) != list(parts):
            raise BadCode("not a button of this game")
    except (ValueError, TypeError) as wrong:
        raise BadCode("not a button of this game") from wrong
    return act


@dataclass(frozen=True, slots=True)
class _Kind:
    """How the values of a type are written, as one part or several, and read back."""

    write: Callable[[Any], Sequence[str]]
    read: Callable[[Sequence[str]], object]
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class _Carried:
    """A field that codes contain."""

    spec: "Field[Any]"
    kind: _Kind

    def parts(self, value: object) -> Sequence[str]:
        """Return the parts for a value: an empty one for the default, if others can follow."""
        if value == self.spec.default:
            return () if self.kind.is_long else ("",)
        return self.kind.write(value)


@dataclass(frozen=True, slots=True)
class _Form:
    """The fields of an act: those of one part each, at most one of several, and all."""

    fixed: tuple[_Carried, ...]
    tail: tuple[_Carried, ...]
    all: tuple["Field[Any]", ...]

    def not_on(self, where: str) -> list["Field[Any]"]:
        """Return the fields that can't be carried there."""
        return [each for each in self.all if not each.metadata.get(where, True)]


@cache
def _form_of(kind: Any) -> _Form:
    hints, every = get_type_hints(kind), fields(kind)
    carried = [each for each in every if each.metadata.get(_ON_BUTTONS, True)]
    written = [_Carried(each, _kind_of(hints[each.name])) for each in carried]
    fixed = tuple(each for each in written if not each.kind.is_long)
    return _Form(fixed, tuple(each for each in written if each.kind.is_long), every)


def _kind_of(hint: Any) -> _Kind:
    """Return how values of a type are written. Raises TypeError if buttons can't carry them."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if hint in _KINDS:
        return _KINDS[hint]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Kind(lambda value: (value.value,), lambda parts: hint(parts[0]))
    raise TypeError(f"buttons can't carry {hint}: add it to `_KINDS`, or make the field `typed`")


def _matching(form: re.Pattern[str], parts: Sequence[str]) -> str:
    (part,) = parts
    if not form.fullmatch(part):
        raise BadCode(part)
    return part


def _options_written(options: Options) -> Sequence[str]:
    names = (options.ruleset, *(name for name, _ in options.pairs))
    if not all(map(_OPTION.fullmatch, names)):
        raise BadCode(options.ruleset)
    return (options.ruleset, *chain.from_iterable(options.pairs))


def _options(parts: Sequence[str]) -> Options:
    ruleset, *rest = parts
    terms, chosen = Terms(), list[tuple[str, str]]()
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        if name in TERMS:
            terms = terms.changed(name, value)
        else:
            chosen.append((name, value))
    return Options(ruleset, tuple(chosen), terms)


def _changes_written(changes: Sequence[tuple[str, str]]) -> Sequence[str]:
    return tuple(chain.from_iterable(changes))


def _changes(parts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple(zip(parts[::2], parts[1::2], strict=True))


_KINDS: Final[dict[Any, _Kind]] = {
    TableId: _Kind(lambda value: (value,), lambda parts: TableId(_matching(_TABLE, parts))),
    int: _Kind(lambda value: (str(value),), lambda parts: int(_matching(_NUMBER, parts))),
    bool: _Kind(lambda value: (_YES[value],), lambda parts: parts[0] == _YES[True]),
    str: _Kind(lambda value: (value,), lambda parts: _matching(_PART, parts)),
    Options: _Kind(_options_written, _options, is_long=True),
    tuple[tuple[str, str], ...]: _Kind(_changes_written, _changes, is_long=True),
}
"""How the types of fields are written."""
