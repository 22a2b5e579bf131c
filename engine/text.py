"""Sentences before they have a language: a key and its arguments.

Whoever shows a text looks the key up in a catalogue of the reader's language; arguments may
be texts themselves. People's names are marked, so that each platform can escape them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


class Name(str):
    """A person's name inside a text: shown as it is, never read as markup."""

    __slots__ = ()


Argument: TypeAlias = "str | int | Text | tuple[Text, ...]"


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """The sentence `key` with its arguments; `count` among them chooses the plural form."""

    key: str
    args: tuple[tuple[str, Argument], ...] = field(default=())

    def __init__(self, key: str, **args: Argument) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "args", tuple(sorted(args.items())))


Say: TypeAlias = Callable[[Text], str]
"""Turns a text into a sentence of one language."""
