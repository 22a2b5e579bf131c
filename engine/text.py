"""Localizable texts: a key and its arguments.

To show a text, look its key up in the catalogue of the reader's language. Arguments may be texts
themselves. People's names are marked, so that each platform can escape them, and so are points in
time, which a platform may be able to show in the reader's own time zone. Numbers, percentages,
countries and lists are written as the language has them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias


class Name(str):
    """A person's name inside a text, shown literally and never interpreted as markup."""

    __slots__ = ()


class Country(str):
    """A country inside a text, by its ISO code, such as `PE`."""

    __slots__ = ()


class Moment(int):
    """A point in time inside a text, in Unix seconds."""

    __slots__ = ()


class Percent(int):
    """A share of a whole inside a text, in percent."""

    __slots__ = ()


Part: TypeAlias = "str | int | Text"
"""A part of a list inside a text."""


class AnyOf(tuple[Part, ...]):
    """Alternatives inside a text: one or more parts, of which the reader is to choose one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Local:
    """A point in time inside a text, in Unix seconds, as clocks show it in one place.

    `ahead` is how many seconds they are ahead of UTC. Without it, they show UTC, and the text says
    so.
    """

    at: int
    ahead: int | None = None


Argument: TypeAlias = "Part | Local | tuple[Part, ...]"
"""What fills a place in a sentence; a tuple is a list of one or more parts."""


@dataclass(frozen=True, slots=True, init=False)
class Text:
    """The message `key` with its arguments; an argument `count` selects the plural form."""

    key: str
    args: tuple[tuple[str, Argument], ...] = field(default=())

    def __init__(self, key: str, **args: Argument) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "args", tuple(sorted(args.items())))


Say: TypeAlias = Callable[[Text], str]
"""Translates a text into one language."""
