"""Small records as JSON: what a place shows of a table, what is set for a channel."""

import json

import structlog

from bot.table.ports import Shown
from bot.table.settings import SETTINGS, Settings, changed, value

FORMAT = 1

log = structlog.get_logger()


def write_shown(shown: Shown) -> str:
    """Write what a place shows."""
    fields = [shown.revision, shown.message, round(shown.posted, 3), round(shown.at, 3), shown.old]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_shown(text: str) -> Shown:
    """Read what `write_shown` wrote, or `revision|message`, as it was written before."""
    if text.startswith("["):
        return Shown(*json.loads(text))
    revision, message = text.split("|", 1)
    return Shown(int(revision), message)


def write_settings(settings: Settings) -> str:
    """Write a channel's settings, each as people type it."""
    return json.dumps({"format": FORMAT} | {name: value(settings, name) for name in SETTINGS})


def read_settings(text: str) -> Settings:
    """Read what this or any other release wrote: what it cannot read is as if it were not set."""
    settings = Settings()
    try:
        fields = json.loads(text)
        known = {name: fields[name] for name in SETTINGS if name in fields}
    except (ValueError, TypeError):
        log.exception("settings.corrupt")
        return settings
    for name, word in known.items():
        try:
            settings = changed(settings, name, word)
        except (ValueError, TypeError):
            log.warning("settings.unknown", name=name)
    return settings
