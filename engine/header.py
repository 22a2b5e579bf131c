"""Headers: a ruleset and what is chosen of it, on one line: `puluc road=11 warriors=5`.

The first word is the ruleset's key and tells which family of games reads the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from engine.game import Corrupt

Value: TypeAlias = int | str | bool

YES_OR_NO: Final[Mapping[str, Value]] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen about a game, by the name that headers have for it.

    `values` are what it can be, by the words for them. An option without values is a number;
    `numbers` are those that some game can be played with. `always`: every header tells it, others
    stand in one only where they are not the ruleset's own.
    """

    name: str
    values: Mapping[str, Value] = field(default_factory=dict)
    numbers: range | None = None
    always: bool = False

    @property
    def field(self) -> str:
        """Its name as Python and JSON have it: `after_capture`."""
        return self.name.replace("-", "_")

    def read(self, text: str) -> Value:
        """Return the value that `text` means; Corrupt says what can be read.

        Numbers are read beyond `numbers`, too: which go together is for the ruleset to say.
        """
        if self.values:
            if text in self.values:
                return self.values[text]
            wanted = f"one of {', '.join(self.values)}"
        else:
            if text.isascii() and text.isdigit() and len(text) <= 4:
                return int(text)
            wanted = "a small number"
        raise Corrupt(f"{self.name}={text} cannot be read: it is {wanted}")

    def write(self, value: Value) -> str:
        """Return the word that `read` takes for `value`."""
        return next((word for word, known in self.values.items() if known == value), str(value))


def words_for(values: type[StrEnum]) -> Mapping[str, Value]:
    """Return the members of an enumeration by their words."""
    return {str(value): value for value in values}


def key_of(header: str) -> str:
    """Return the key of a header's ruleset, `""` if there is none."""
    return header.partition(" ")[0]


def read_words(header: str) -> tuple[str, Mapping[str, str]]:
    """Return the key and the options of a header as words; Corrupt names what is wrong."""
    key, *words = header.split() or [""]
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Corrupt(f"{word!r} in the header is not an option; one reads road=11")
        if name in options:
            raise Corrupt(f"{name} stands twice in the header")
        options[name] = value
    return key, options


def read_values(options: Mapping[str, Option], chosen: Mapping[str, str]) -> dict[str, Value]:
    """Return what was chosen, by the fields of a ruleset; Corrupt names what is wrong."""
    for name in chosen:
        if name not in options:
            raise Corrupt(f"no option {name!r}; there are {', '.join(options)}")
    return {options[name].field: options[name].read(text) for name, text in chosen.items()}


def write(key: str, options: Iterable[Option], ruleset: object, usual: object) -> str:
    """Write the header of `ruleset`: what is always told, and what is not as `usual`."""
    told = [
        f"{option.name}={option.write(getattr(ruleset, option.field))}"
        for option in options
        if option.always or getattr(ruleset, option.field) != getattr(usual, option.field)
    ]
    return " ".join([key, *told])
