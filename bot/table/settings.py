"""What can be set about a channel, as data: names, and the choices of each."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class Placing(StrEnum):
    """Where boards go."""

    AUTO = "auto"  # edited in place during quick play, else posted anew
    NEW = "new"  # always posted anew


class Colours(StrEnum):
    """In which colours boards are drawn."""

    MAIZE = "maize"
    DARK = "dark"
    CONTRAST = "contrast"


class Viewpoint(StrEnum):
    """From whose side boards are seen: whose base is at the left."""

    FIXED = "fixed"  # always the same one's
    MOVER = "mover"  # that of whoever is to move


@dataclass(frozen=True, slots=True)
class Look:
    """How boards look in a channel.

    `colours` are None where nobody has chosen any: maize, or what suits the page that shows them.
    """

    colours: Colours | None = None
    viewpoint: Viewpoint = Viewpoint.FIXED


@dataclass(frozen=True, slots=True)
class Settings:
    """How Puluc behaves in a channel.

    `delete_old`: boards that were posted anew are deleted further up; `thread`: each game gets a
    thread of its own, where the platform has such; `tables`: tables may be opened here. `theme` is
    None until somebody chooses one. `language` is a tag such as `es-MX`; empty, boards speak what
    the platform says is spoken here.
    """

    placement: Placing = Placing.AUTO
    delete_old: bool = False
    thread: bool = False
    tables: bool = True
    theme: Colours | None = None
    view: Viewpoint = Viewpoint.FIXED
    language: str = ""

    @property
    def look(self) -> Look:
        """How boards look."""
        return Look(self.theme, self.view)


_LANGUAGE = re.compile(r"[a-z]{2,8}(-[a-z0-9]{1,8})*", re.ASCII | re.IGNORECASE)

_SWITCH: Mapping[str, Any] = {"yes": True, "no": False}


def _words(values: type[StrEnum]) -> Mapping[str, StrEnum]:
    return {str(value): value for value in values}


_FIELDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "placement": ("placement", _words(Placing)),
    "delete-old": ("delete_old", _SWITCH),
    "thread": ("thread", _SWITCH),
    "tables": ("tables", _SWITCH),
    "theme": ("theme", {"auto": None, **_words(Colours)}),
    "view": ("view", _words(Viewpoint)),
}
"""By the name that people type: the field, and its values by the words for them.

The language is not among them: nobody is asked to choose from one.
"""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(values) for name, (_, values) in _FIELDS.items()
}
"""Every setting by its name, with what it can be."""


def value(settings: Settings, name: str) -> str:
    """Return what is set, as it is typed."""
    field, values = _FIELDS[name]
    (word,) = (word for word, each in values.items() if each == getattr(settings, field))
    return word


def changed(settings: Settings, name: str, word: str) -> Settings:
    """Set one thing; ValueError if there is no such setting, or it cannot be that."""
    field, values = _FIELDS.get(name, ("", {}))
    if word not in values:
        raise ValueError(f"{name} cannot be {word}")
    return replace(settings, **{field: values[word]})


def speaking(settings: Settings, language: str) -> Settings:
    """Set the language, by its tag; empty for the platform's. ValueError for what is no tag."""
    if language != "" and not _LANGUAGE.fullmatch(language):
        raise ValueError(f"{language!r} is no language")
    return replace(settings, language=language)
