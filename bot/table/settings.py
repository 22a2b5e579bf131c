"""Channel settings as data: names, and the values each can have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from bot.table.languages import AUTO, LANGUAGES


class Placing(StrEnum):
    """Whether boards are edited or reposted."""

    AUTO = "auto"  # edited in place during quick play, otherwise reposted
    NEW = "new"  # always reposted


class Colours(StrEnum):
    """The colour themes of boards."""

    MAIZE = "maize"
    DARK = "dark"
    CONTRAST = "contrast"


class Viewpoint(StrEnum):
    """From which side a board is drawn: whose base is on the left."""

    FIXED = "fixed"  # always the same side's
    MOVER = "mover"  # the side's whose turn it is


@dataclass(frozen=True, slots=True)
class Look:
    """How a channel's boards are drawn.

    `colours` is None if no moderator has chosen any: then maize, or whatever suits the page that
    shows the board.
    """

    colours: Colours | None = None
    viewpoint: Viewpoint = Viewpoint.FIXED


@dataclass(frozen=True, slots=True)
class Settings:
    """A channel's settings.

    `delete_old`: delete a board's old message after reposting it, or leave one line of it if that's
    impossible. `thread`: give each game a thread
    of its own, on platforms that have threads. `tables`: new tables are allowed here. `theme` is
    None until a moderator chooses one. `language` is a tag such as `es-MX`; if empty, boards use
    the language that the platform reports for the channel or, if it reports none, that of the
    person who has opened the table.
    """

    placement: Placing = Placing.AUTO
    delete_old: bool = True
    thread: bool = False
    tables: bool = True
    theme: Colours | None = None
    view: Viewpoint = Viewpoint.FIXED
    language: str = ""

    @property
    def look(self) -> Look:
        """How boards are drawn."""
        return Look(self.theme, self.view)


_LANGUAGE = re.compile(r"[a-z]{2,8}(-[a-z0-9]{1,8})*", re.ASCII | re.IGNORECASE)

SWITCH: Mapping[str, bool] = {"yes": True, "no": False}
"""Whether something is switched on, by the word for it."""


def _words(values: type[StrEnum]) -> Mapping[str, StrEnum]:
    return {str(value): value for value in values}


_FIELDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "placement": ("placement", _words(Placing)),
    "delete-old": ("delete_old", SWITCH),
    "thread": ("thread", SWITCH),
    "games": ("tables", SWITCH),
    "theme": ("theme", {"auto": None, **_words(Colours)}),
    "view": ("view", _words(Viewpoint)),
    "language": ("language", {AUTO: "", **{code: code for code in LANGUAGES}}),
}
"""Fields by the setting's name as typed, with their values by the words for them."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    name: tuple(values) for name, (_, values) in _FIELDS.items()
}
"""The possible values of each setting, by its name."""


def value(settings: Settings, name: str) -> str:
    """Return a setting's current value, as it is typed."""
    field, values = _FIELDS[name]
    current = getattr(settings, field)
    # Any tag of a language may have been stored.
    return next((word for word, each in values.items() if each == current), str(current))


def changed(settings: Settings, name: str, word: str) -> Settings:
    """Return the settings with one changed. Raises ValueError for an unknown setting or value."""
    field, values = _FIELDS.get(name, ("", {}))
    if word not in values:
        raise ValueError(f"{name} cannot be set to {word}")
    return replace(settings, **{field: values[word]})


def with_language(settings: Settings, language: str) -> Settings:
    """Return the settings with another language tag; empty means the platform's.

    Raises ValueError for a malformed tag.
    """
    if language != "" and not _LANGUAGE.fullmatch(language):
        raise ValueError(f"{language!r} is not a language tag")
    return replace(settings, language=language)
