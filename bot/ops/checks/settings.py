"""Checks of the settings, and of the machine that the bot runs on."""

import difflib
import os
import platform
import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from bot import config
from bot.config import Config, WebMode, WrongSetting
from bot.findings import Check, Finding, carry_out, fail, ok, setting, warn
from bot.ops import loading
from bot.ops.guard import MEGABYTE, Disk
from bot.ops.loading import Examined
from bot.release import RELEASE

_ALIKE: Final = 0.85
"""How similar a name must be to a setting's to be a misspelling of it, from 0 to 1."""

_OURS: Final = "PULUC_"

FULL_BYTES: Final = MEGABYTE
"""With less room, no move can be saved."""

_NAME = re.compile(r"\s*(?:export\s+)?(\w+)\s*=")

_NEEDS: Final[Mapping[str, str]] = {
    "discord_client_secret": "discord_token",
    "discord_shards": "discord_token",
    "telegram_client_secret": "telegram_token",
    "telegram_webhook_url": "telegram_token",
    "telegram_cache_chat": "telegram_token",
    "redis_ca_file": "redis_url",
}
"""Settings without effect, unless another one is set."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The settings, the names of all environment variables, and the lines of the settings file."""

    examined: Examined
    environment: Set[str]
    lines: Sequence[str]

    @property
    def settings(self) -> Config:
        """The settings, with defaults in place of wrong ones."""
        return self.examined.settings


async def examine(examined: Examined, environment: Mapping[str, str]) -> AsyncIterator[Finding]:
    """Yield what is wrong with the settings, and what is set; never any value that is secret."""
    try:
        lines: Sequence[str] = loading.env_lines()
    except (OSError, WrongSetting):  # one of the problems
        lines = ()
    names = frozenset(name.upper() for name in environment)
    checks = _ALWAYS if examined.problems else (*_ALWAYS, *_IF_VALID)
    async for finding in carry_out(checks, _Asked(examined, names, lines)):
        yield finding


def _problems(asked: _Asked) -> Iterator[Finding]:
    """Yield the failure that each problem's line describes; most start with a setting's name."""
    for problem in asked.examined.problems:
        name, _, text = problem.partition(" ")
        known = name.lower() in Config.model_fields or name == str(config.ENV_FILE)
        yield fail(name, text) if known else setting(problem)


def _misspelt(asked: _Asked) -> Iterator[Finding]:
    """Yield a warning for each name that looks like a misspelt setting.

    All names in the settings file should be settings. Most variables belong to other programs.
    """
    written = {found[1].upper() for line in asked.lines if (found := _NAME.match(line))}
    known = {name.upper() for name in Config.model_fields}
    present = written | asked.environment
    for name in sorted(present - known):
        alike = difflib.get_close_matches(name, known, 1, _ALIKE)
        if alike and alike[0] not in present:
            yield warn(name, f"isn't a setting and has no effect; did you mean {alike[0]}?")
        elif name in written or name.startswith(_OURS):
            yield warn(name, "isn't a setting and has no effect; see docs/settings.md for all")


def _notices(_: _Asked) -> Iterator[Finding]:
    for notice in loading.notices():
        yield warn(str(config.ENV_FILE), notice.removeprefix(f"{config.ENV_FILE} "))


def _unreadable(asked: _Asked) -> Iterator[Finding]:
    """Yield a warning for each line of the settings file that sets nothing."""
    for number, line in enumerate(asked.lines, 1):
        if line.strip() and not line.lstrip().startswith("#") and _NAME.match(line) is None:
            yield warn(str(config.ENV_FILE), f"line {number} isn't NAME=value, so it is ignored")


def _useless(asked: _Asked) -> Iterator[Finding]:
    """Yield a warning for each setting that has no effect without another one."""
    for name, needed in _NEEDS.items():
        if getattr(asked.settings, name) is not None and getattr(asked.settings, needed) is None:
            yield warn(name.upper(), f"has no effect without {needed.upper()}")


def _pages(asked: _Asked) -> Iterator[Finding]:
    """Yield warnings about settings of the pages that don't do what they seem to."""
    settings = asked.settings
    if settings.port is not None and settings.web is WebMode.OFF:
        yield warn("PORT", "has no effect, because PULUC_WEB=off; set PULUC_WEB=play or watch")
    if settings.port is not None and settings.web is WebMode.WATCH and settings.url is None:
        yield warn(
            "PULUC_URL",
            "isn't set, so boards don't link to their game pages; set it to the public address "
            "of this bot, such as https://puluc.example",
        )
    if settings.web is WebMode.PLAY and not (settings.url or "").startswith("https:"):
        yield warn(
            "PULUC_URL",
            "isn't an https:// address, so others in the network can take over people's games; "
            "let your proxy serve HTTPS",
        )
    for name in ("discord_client_secret", "telegram_client_secret"):
        if getattr(settings, name) is not None and settings.web is not WebMode.PLAY:
            yield warn(name.upper(), "has no effect without PULUC_WEB=play")
    if settings.url is not None and settings.port is None and not settings.is_one_off:
        where = "on your local network" if settings.puluc_lan else "on this machine"
        yield warn(
            "PULUC_URL",
            f"is set, but without PORT the pages are served {where} only; set PORT to the "
            "port that your proxy forwards to",
        )


def _operator(asked: _Asked) -> Finding | None:
    """Return a warning if the operator's platform has no token."""
    platform_name, colon, _ = (asked.settings.puluc_operator or "").partition(":")
    token = f"{platform_name}_token"
    if not colon or getattr(asked.settings, token) is not None:
        return None
    return warn("PULUC_OPERATOR", f"can't be told anything, because {token.upper()} isn't set")


def _plays_on(asked: _Asked) -> Finding:
    """Return where people can play."""
    settings = asked.settings
    tokens = {"Discord": settings.discord_token, "Telegram": settings.telegram_token}
    places = [name for name, token in tokens.items() if token is not None]
    if settings.web is WebMode.CHAT:
        lan = ", which everyone on the local network can open"
        places.append(f"the web chat{lan if settings.puluc_lan else ''}")
    if settings.web is WebMode.PLAY:
        places.append("its pages")
    if places:
        return ok("plays on", ", ".join(places))
    return warn("plays on", "nothing, as no token is set; set DISCORD_TOKEN or TELEGRAM_TOKEN")


def _what_is_set(asked: _Asked) -> Finding:
    chosen = sorted(name.upper() for name in asked.settings.model_fields_set)
    return ok("settings", f"valid; set: {', '.join(chosen)}" if chosen else "none set")


_ALWAYS: Final[Sequence[Check[_Asked]]] = (_problems, _misspelt, _notices, _unreadable)

_IF_VALID: Final[Sequence[Check[_Asked]]] = (_useless, _pages, _operator, _plays_on, _what_is_set)
"""Checks of settings without problems."""


# the machine


def machine(settings: Config) -> AsyncIterator[Finding]:
    """Yield what this machine runs the bot with, and whether it has room for the store."""
    return carry_out((_release, _python, _room), settings)


def _release(_: Config) -> Finding:
    return ok("Puluc", str(RELEASE))


def _python(_: Config) -> Finding:
    return ok("Python", platform.python_version())


def _room(settings: Config) -> Finding | None:
    """Return whether the disk of the bundled server, if it is used, has room."""
    if settings.redis_url is not None:
        return None
    folder = settings.data_folder
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
    free, total = disk.free // MEGABYTE, disk.total // MEGABYTE
    text = f"{free} of {total} MB free for {folder}"
    if disk.free < FULL_BYTES:
        return fail("disk", f"{text}, so nobody can play; free some space")
    if disk.is_low(before=False):
        return warn("disk", f"{text}; free some space")
    return ok("disk", text)
