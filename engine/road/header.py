"""The header: a ruleset with its options on one line."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeAlias

from engine.game import Corrupt
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset, Unplayable
from engine.road.rulesets import RULESETS

Value: TypeAlias = int | str | bool

ALWAYS: Final = ("road", "warriors", "table", "casts")
"""Options that every header tells; the others stand only where they differ from the default."""


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise ValueError("a small number")
    return int(text)


def _one_of(policy: type[StrEnum]) -> Callable[[str], StrEnum]:
    def read(text: str) -> StrEnum:
        if text not in list(policy):
            raise ValueError(f"one of {', '.join(policy)}")
        return policy(text)

    return read


def _yes_or_no(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("yes or no")
    return text == "yes"


OPTIONS: Final[Mapping[str, Callable[[str], Value]]] = {
    "road": _count,
    "warriors": _count,
    "table": str,
    "casts": _one_of(Casts),
    "seats": _count,
    "after-capture": _one_of(AfterCapture),
    "far-end": _one_of(FarEnd),
    "exact": _yes_or_no,
}
"""How the value of each option is read, in the order in which a header tells them."""


def ruleset_with(key: str, options: Mapping[str, str]) -> Ruleset:
    """Return the ruleset called `key` with `options` in place of its defaults.

    Corrupt names a ruleset, an option or a value that does not exist; Unplayable tells which
    limit is broken.
    """
    if key not in RULESETS:
        raise Corrupt(f"no ruleset {key!r}; there are {', '.join(RULESETS)}")
    values: dict[str, Value] = {}
    for name, text in options.items():
        if name not in OPTIONS:
            raise Corrupt(f"no option {name!r}; there are {', '.join(OPTIONS)}")
        try:
            values[_field(name)] = OPTIONS[name](text)
        except ValueError as wanted:
            raise Corrupt(f"{name}={text} cannot be read: it is {wanted}") from None
    # mypy takes the values for those of the first field: each was read by its own reader
    return replace(RULESETS[key], **values)  # type: ignore[arg-type] # values are of the fields that they are named for


def write_header(ruleset: Ruleset) -> str:
    """Write `puluc road=11 warriors=5 table=kernels casts=one`."""
    usual = RULESETS[ruleset.key]
    told = [
        f"{name}={_write(getattr(ruleset, _field(name)))}"
        for name in OPTIONS
        if name in ALWAYS or getattr(ruleset, _field(name)) != getattr(usual, _field(name))
    ]
    return " ".join([ruleset.key, *told])


def _write(value: Value) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def read_header(text: str) -> Ruleset:
    """Read what `write_header` wrote; Corrupt names what is wrong."""
    key, *words = text.split() or [""]
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Corrupt(f"{word!r} in the header is not an option; one reads road=11")
        if name in options:
            raise Corrupt(f"{name} stands twice in the header")
        options[name] = value
    try:
        ruleset = ruleset_with(key, options)
    except Unplayable as unplayable:
        raise Corrupt(str(unplayable)) from None
    for name in ALWAYS:
        if name not in options:
            raise Corrupt(f"the header does not tell {name}")
    return ruleset


def _field(name: str) -> str:
    return name.replace("-", "_")
