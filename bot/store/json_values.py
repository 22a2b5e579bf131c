"""Small values stored as JSON: what a place shows of a table, and a channel's settings."""

import json
from collections.abc import Sequence

import structlog

from bot.table.ports import Shown
from bot.table.settings import SETTINGS, Settings, changed, value, with_language

LANGUAGE = "language"
"""The name of the language field; releases that don't know it preserve it."""

log = structlog.get_logger()


def write_shown(shown: Shown) -> str:
    """Serialize what a place shows."""
    agreement = [shown.agreement] if shown.agreement else []
    times = [round(shown.posted, 3), round(shown.at, 3)]
    fields = [shown.revision, shown.message, *times, *agreement]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_shown(text: str) -> Shown:
    """Read what `write_shown` wrote; a later release may have added to it.

    Raises ValueError for anything else.
    """
    match json.loads(text):
        case [int(revision), str(message), int() | float() as posted, int() | float() as at, *more]:
            return Shown(revision, message, posted, at, _agreement(more))
    raise ValueError(f"not what a place shows: {text[:60]!r}")


def _agreement(more: Sequence[object]) -> str:
    """Return the last field, which is missing while a game is played."""
    match more:
        case [str(agreement), *_]:
            return agreement
    return ""


def write_settings(settings: Settings, old: str = "") -> str:
    """Serialize a channel's settings, each as people type it, and keep unknown fields of `old`.

    The language is written only if one is set.
    """
    try:
        kept = dict(json.loads(old or "{}"))
    except (ValueError, TypeError):
        kept = {}
    kept |= {name: value(settings, name) for name in SETTINGS if name != LANGUAGE}
    kept.pop(LANGUAGE, None)
    return json.dumps(kept | ({LANGUAGE: settings.language} if settings.language else {}))


def read_settings(text: str) -> Settings:
    """Read settings written by any release; anything unreadable counts as not set."""
    settings = Settings()
    try:
        fields = json.loads(text)
        known = {name: fields[name] for name in SETTINGS if name in fields}
    except (ValueError, TypeError):
        log.exception("settings.corrupt")
        return settings
    for name, word in known.items():
        try:
            if name == LANGUAGE:
                settings = with_language(settings, word)
            else:
                settings = changed(settings, name, word)
        except (ValueError, TypeError):
            log.warning("settings.unknown", setting=name)
    return settings
