"""What can be set about a channel, as data: names, and the choices of each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any


class Placing(StrEnum):
    """Where boards go."""

    AUTO = "auto"  # edited in place during quick play, else posted anew
    NEW = "new"  # always posted anew


@dataclass(frozen=True, slots=True)
class Settings:
    """How Puluc behaves in a channel.

    `delete_old`: boards that were posted anew are deleted further up; `thread`: each game gets a
    thread of its own, where the platform has such; `tables`: tables may be opened here.
    """

    placement: Placing = Placing.AUTO
    delete_old: bool = False
    thread: bool = False
    tables: bool = True


_SWITCH: Mapping[str, Any] = {"yes": True, "no": False}

_FIELDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "placement": ("placement", {str(placing): placing for placing in Placing}),
    "delete-old": ("delete_old", _SWITCH),
    "thread": ("thread", _SWITCH),
    "tables": ("tables", _SWITCH),
}
"""By the name that people type: the field, and its values by the words for them."""

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
