"""Small values stored as JSON: what a place shows of a table, and a channel's settings."""

import json
from typing import Any

import structlog

from bot.table.ports import Shown
from bot.table.settings import SETTINGS, Settings, changed, value, with_language

FORMAT = 1

LANGUAGE = "language"
"""The name of the language field; releases that don't know it preserve it."""

log = structlog.get_logger()


def write_shown(shown: Shown) -> str:
    """Serialize what a place shows; at most one old message is written as older releases do."""
    old = shown.old if len(shown.old) > 1 else "".join(shown.old)
    fields = [shown.revision, shown.message, round(shown.posted, 3), round(shown.at, 3), old]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_shown(text: str) -> Shown:
    """Read what this or an older release wrote; the oldest form is `revision|message`.

    Raises ValueError for anything else.
    """
    if not text.startswith("["):
        revision, message = text.split("|", 1)
        return Shown(int(revision), message)
    revision, message, posted, at, *rest = json.loads(text)
    old: Any = next(iter(rest), [])
    left = [old] if isinstance(old, str) else old
    kinds = ((revision, int), (message, str), (posted, int | float), (at, int | float))
    known = all(isinstance(field, kind) for field, kind in kinds)
    if not known or not isinstance(left, list) or not all(isinstance(one, str) for one in left):
        raise ValueError(f"not what a place shows: {text[:60]!r}")
    return Shown(revision, message, posted, at, tuple(filter(None, left)))


def write_settings(settings: Settings, old: str = "") -> str:
    """Serialize a channel's settings, each as people type it, and keep unknown fields of `old`.

    The language is written only if one is set.
    """
    try:
        kept = dict(json.loads(old or "{}"))
    except (ValueError, TypeError):
        kept = {}
    kept |= {"format": FORMAT} | {name: value(settings, name) for name in SETTINGS}
    kept.pop(LANGUAGE, None)
    return json.dumps(kept | ({LANGUAGE: settings.language} if settings.language else {}))


def read_settings(text: str) -> Settings:
    """Read settings written by any release; anything unreadable counts as not set."""
    settings = Settings()
    try:
        fields = json.loads(text)
        known = {name: fields[name] for name in (*SETTINGS, LANGUAGE) if name in fields}
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
