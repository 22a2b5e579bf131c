"""Checks of the settings, and of the machine that the bot runs on."""

import difflib
import os
import platform
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from bot import config
from bot.config import Config, WebMode, WrongSetting
from bot.findings import Finding, Level, fail, ok, setting, warn
from bot.ops import loading
from bot.ops.guard import MEGABYTE, Disk
from bot.ops.loading import Examined

_ALIKE: Final = 0.85
"""How similar a name must be to a setting's to be a misspelling of it, from 0 to 1."""

_OURS: Final = "PULUC_"

_NAME = re.compile(r"\s*(?:export\s+)?(\w+)\s*=")

_NEEDS: Final[Mapping[str, str]] = {
    "discord_shards": "discord_token",
    "telegram_webhook_url": "telegram_token",
    "telegram_cache_chat": "telegram_token",
    "redis_ca_file": "redis_url",
}
"""Settings without effect, unless another one is set."""


async def examine(examined: Examined, environment: Mapping[str, str]) -> AsyncIterator[Finding]:
    """Yield what is wrong with the settings, and what is set; never any value that is secret."""
    for problem in examined.problems:
        yield _problem(problem)
    try:
        lines = loading.env_lines()
    except (OSError, WrongSetting):  # one of the problems
        lines = []
    written = {found[1].upper() for line in lines if (found := _NAME.match(line))}
    for finding in misspelt(written, {name.upper() for name in environment}):
        yield finding
    for notice in loading.notices():
        yield warn(str(config.ENV_FILE), notice.removeprefix(f"{config.ENV_FILE} "))
    for finding in _unreadable(lines):
        yield finding
    if not examined.problems:
        for finding in _combinations(examined.settings):
            yield finding
        yield _platforms(examined.settings)
        chosen = sorted(name.upper() for name in examined.settings.model_fields_set)
        yield ok("settings", f"valid; set: {', '.join(chosen)}" if chosen else "none set")


async def machine(settings: Config) -> AsyncIterator[Finding]:
    """Yield what this machine runs the bot with, and whether it has room for the store."""
    yield ok("Python", platform.python_version())
    if settings.redis_url is None:
        yield _room(settings.data_folder)


def misspelt(written: Iterable[str], environment: Iterable[str]) -> Iterator[Finding]:
    """Yield a warning for each name that looks like a misspelt setting.

    `written` are the names in the settings file, and `environment` those of all variables, of which
    most belong to other programs.
    """
    known = {name.upper() for name in Config.model_fields}
    present = {*written, *environment}
    for name in sorted(present - known):
        alike = difflib.get_close_matches(name, known, 1, _ALIKE)
        if alike and alike[0] not in present:
            yield warn(name, f"isn't a setting and has no effect; did you mean {alike[0]}?")
        elif name in written or name.startswith(_OURS):
            yield warn(name, "isn't a setting and has no effect; see docs/settings.md for all")


def _unreadable(lines: Iterable[str]) -> Iterator[Finding]:
    """Yield a warning for each line of the settings file that sets nothing."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#") and _NAME.match(line) is None:
            yield warn(str(config.ENV_FILE), f"line {number} isn't NAME=value, so it is ignored")


def _platforms(settings: Config) -> Finding:
    """Return where people can play."""
    tokens = {"Discord": settings.discord_token, "Telegram": settings.telegram_token}
    places = [name for name, token in tokens.items() if token is not None]
    if settings.web is WebMode.CHAT:
        places.append("the web chat")
    if places:
        return ok("plays on", ", ".join(places))
    return warn("plays on", "nothing, as no token is set; set DISCORD_TOKEN or TELEGRAM_TOKEN")


def _problem(problem: str) -> Finding:
    """Return the failure that a problem's line describes; most start with a setting's name."""
    name, _, text = problem.partition(" ")
    if name.lower() in Config.model_fields or name == str(config.ENV_FILE):
        return fail(name, text)
    return setting(problem)


def _combinations(settings: Config) -> Iterator[Finding]:
    """Yield warnings about settings that are valid, but don't do what they seem to."""
    for name, needed in _NEEDS.items():
        if getattr(settings, name) is not None and getattr(settings, needed) is None:
            yield warn(name.upper(), f"has no effect without {needed.upper()}")
    if settings.port is not None and settings.web is WebMode.OFF:
        yield warn("PORT", "has no effect, because PULUC_WEB=off; set PULUC_WEB=watch")
    if settings.port is not None and settings.web is WebMode.WATCH and settings.url is None:
        yield warn(
            "PULUC_URL",
            "isn't set, so boards don't link to their watch pages; set it to the public address "
            "of this bot, such as https://puluc.example",
        )
    if settings.url is not None and settings.port is None:
        yield warn(
            "PULUC_URL",
            "is set, but without PORT the pages are served on this machine only; set PORT to the "
            "port that your proxy forwards to",
        )
    if settings.puluc_operator is not None:
        platform_name = settings.puluc_operator.partition(":")[0]
        if getattr(settings, f"{platform_name}_token") is None:
            token = f"{platform_name}_token".upper()
            yield warn("PULUC_OPERATOR", f"can't be told anything, because {token} isn't set")


def _room(folder: Path) -> Finding:
    """Return whether the disk of the bundled server has room."""
    existing = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not existing.is_dir():
        return fail("PULUC_DATA", f"{existing} isn't a folder; set it to a folder of your own")
    if not os.access(existing, os.W_OK | os.X_OK):
        return fail(
            "PULUC_DATA",
            f"{existing} can't be written by this user; set PULUC_DATA to a folder of your own, or "
            "REDIS_URL to a server",
        )
    disk = Disk.of(existing)
    level = Level.WARN if disk.is_low(before=False) else Level.OK
    advice = "; free some space" if level is Level.WARN else ""
    free, total = disk.free // MEGABYTE, disk.total // MEGABYTE
    return Finding(level, "disk", f"{free} of {total} MB free for {folder}{advice}")
