"""Small records: what a place shows of a table, what is set for a channel, or by a person."""

import json
from collections.abc import Mapping

import structlog

from bot.table.people import User
from bot.table.ports import Shown
from bot.table.preferences import Preferences
from bot.table.settings import SETTINGS, Settings, changed, value

FORMAT = 1

log = structlog.get_logger()


def write_shown(shown: Shown) -> str:
    """Write what a place shows; one old message at most in the way that older releases read."""
    old = shown.old if len(shown.old) > 1 else "".join(shown.old)
    fields = [shown.revision, shown.message, round(shown.posted, 3), round(shown.at, 3), old]
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def read_shown(text: str) -> Shown:
    """Read what this or an older release wrote; the oldest wrote `revision|message`."""
    if not text.startswith("["):
        revision, message = text.split("|", 1)
        return Shown(int(revision), message)
    revision, message, posted, at, *rest = json.loads(text)
    old: str | list[str] = next(iter(rest), [])
    left = [old] if isinstance(old, str) else old
    return Shown(revision, message, posted, at, tuple(filter(None, left)))


def write_settings(settings: Settings, old: str = "") -> str:
    """Write a channel's settings, each as people type it; what else stood in `old` stays."""
    try:
        kept = dict(json.loads(old or "{}"))
    except (ValueError, TypeError):
        kept = {}
    return json.dumps(
        kept | {"format": FORMAT} | {name: value(settings, name) for name in SETTINGS}
    )


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
            log.warning("settings.unknown", setting=name)
    return settings


_BLOCK, _BLOCK_ALL = "block:", "block-all"


def block_field(whom: User | None) -> str:
    """Where a person's record says that they refuse challenges of `whom`, or (None) of anyone."""
    return _BLOCK_ALL if whom is None else f"{_BLOCK}{whom}"


def read_preferences(written: Mapping[bytes, bytes]) -> Preferences:
    """Read a person's record; what another release has noted there is left alone."""
    fields = {name.decode(): value.decode() for name, value in written.items()}
    blocked = {
        User.read(name.removeprefix(_BLOCK)): called
        for name, called in fields.items()
        if name.startswith(_BLOCK)
    }
    return Preferences(blocked, blocks_all=_BLOCK_ALL in fields)
