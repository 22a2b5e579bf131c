"""Headers: a ruleset and its options on one line, such as `puluc road=11 warriors=5`.

The first word is the ruleset's key and determines which family of games reads the rest. Never
rewrite a stored header, because the throws of its game depend on it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar

from engine.game import Corrupt


class _Dataclass(Protocol):
    """What `replace` can change."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=_Dataclass)

Value: TypeAlias = int | str | bool

YES_OR_NO: Final[Mapping[str, Value]] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, under its name in headers.

    `values` maps the words in headers to values. An option without `values` is a number; `numbers`
    is the range that some game accepts. `always` options are in every header, others only where
    they differ from the ruleset's default. `summary` explains the option in the command line's
    help.
    """

    name: str
    values: Mapping[str, Value] = field(default_factory=dict)
    numbers: range | None = None
    always: bool = False
    summary: str = ""

    @property
    def field(self) -> str:
        """Its name in Python and JSON, such as `after_capture`."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> Value:
        """Return the value of `text`; raise Corrupt if it has none.

        Numbers outside `numbers` are accepted: the ruleset checks which values go together.
        """
        if self.values:
            if text in self.values:
                return self.values[text]
            wanted = f"one of {', '.join(self.values)}"
        else:
            if text.isascii() and text.isdigit() and len(text) <= 4:
                return int(text)
            wanted = "a number of at most 4 digits"
        raise Corrupt(f"{self.name} must be {wanted}, not {text!r}")

    def write(self, value: Value) -> str:
        """Return the text that `read` turns into `value`."""
        return next((word for word, known in self.values.items() if known == value), str(value))


class Unplayable(ValueError):  # noqa: N818 - a user's choice, not a fault
    """The options cannot be played together.

    `reason` is the limit that they break, and `facts` has the values needed to explain it
    (`road=40 low=5 high=31`).
    """

    def __init__(self, reason: StrEnum, **facts: int | str) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"unplayable {self.reason}: {facts}".rstrip(": ")


def words_for(values: type[StrEnum]) -> Mapping[str, Value]:
    """Return the members of an enumeration by their text values."""
    return {str(value): value for value in values}


def key_of(header: str) -> str:
    """Return the ruleset's key from a header, `""` if the header is empty."""
    return header.partition(" ")[0]


def read_words(header: str) -> tuple[str, Mapping[str, str]]:
    """Return the key and the options of a header as text; raise Corrupt if it is malformed."""
    key, *words = header.split() or [""]
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Corrupt(f"{word!r} in the header is not an option like road=11")
        if name in options:
            raise Corrupt(f"the header has {name} twice")
        options[name] = value
    return key, options


def read_values(options: Mapping[str, Option], chosen: Mapping[str, str]) -> dict[str, Value]:
    """Return the values of the chosen options by field name; raise Corrupt if one is invalid."""
    for name in chosen:
        if name not in options:
            raise Corrupt(f"unknown option {name!r}; the options are {', '.join(options)}")
    return {options[name].field: options[name].read(text) for name, text in chosen.items()}


def ruleset_with(
    rulesets: Mapping[str, R], options: Mapping[str, Option], key: str, chosen: Mapping[str, str]
) -> R:
    """Return the ruleset called `key` with the `chosen` options in place of its defaults.

    Raises Corrupt if the ruleset, an option or a value does not exist, Unplayable if the options
    break a limit.
    """
    if key not in rulesets:
        raise Corrupt(f"unknown ruleset {key!r}; the rulesets are {', '.join(rulesets)}")
    return replace(rulesets[key], **read_values(options, chosen))


def read(rulesets: Mapping[str, R], options: Mapping[str, Option], header: str) -> R:
    """Return the ruleset of a header; raise Corrupt if the header is invalid."""
    key, chosen = read_words(header)
    try:
        ruleset = ruleset_with(rulesets, options, key, chosen)
    except Unplayable as unplayable:
        raise Corrupt(str(unplayable)) from None
    for option in options.values():
        if option.always and option.name not in chosen:
            raise Corrupt(f"the header lacks {option.name}=")
    return ruleset


def write(key: str, options: Iterable[Option], ruleset: object, usual: object) -> str:
    """Return the header of `ruleset`, without optional options that equal those of `usual`."""
    words = [
        f"{option.name}={option.write(getattr(ruleset, option.field))}"
        for option in options
        if option.always or getattr(ruleset, option.field) != getattr(usual, option.field)
    ]
    return " ".join([key, *words])
