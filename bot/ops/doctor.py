"""`python -m bot doctor`: checks the settings, the store, the pages, tables and the platforms.

It works while the bot runs and while it doesn't. The store is checked first and the rest at the
same time, each area with a timeout. Only a trial key is written to the store, and deleted again.
"""

import argparse
import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.config import Config, WrongSetting
from bot.findings import Area, Finding, Level, fail, setting
from bot.on_discord import doctor as discord
from bot.on_telegram import doctor as telegram
from bot.on_web import doctor as web
from bot.ops import loading
from bot.ops.checks import settings as settings_check
from bot.ops.checks import store, tables
from bot.ops.loading import Examined
from bot.ops.logs import hider

AREA_SECONDS = 12.0
"""The timeout of the checks of each area."""

WORST: Final[Sequence[Level]] = (Level.FAIL, Level.WARN, Level.OK)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--channel",
        type=_channel,
        metavar="ID",
        help="also check the bot's permissions there: a Discord channel's number, or a Telegram "
        "group's (-100...) or @name",
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.add_argument(
        "--strict", action="store_true", help="treat warnings as failures: exit with status 1"
    )


async def run(settings: Config, arguments: argparse.Namespace) -> int:
    """Print the findings. Return 0 if nothing has failed, else 1; see `--strict`."""
    examined = Examined(settings, loading.examine().problems)
    report = await diagnose(areas(examined, arguments.channel))
    hide = hider(settings.secrets)
    report = {
        area: [replace(each, text=hide(each.text)) for each in found]
        for area, found in report.items()
    }
    print(as_json(report) if arguments.json else as_text(report))
    bad = (Level.FAIL, Level.WARN) if arguments.strict else (Level.FAIL,)
    return 1 if worst(report) in bad else 0


Report = Mapping[str, Sequence[Finding]]
"""The findings by area."""


@dataclass(frozen=True, slots=True)
class _Platform:
    """A platform, which is checked if its `token` is set; `channels` are the ids of its channels.

    `findings` are those of the platform, and of one of its channels if there is one.
    """

    name: str
    token: str
    channels: re.Pattern[str]
    findings: Callable[[Config, str | None], AsyncIterator[Finding]]


_PLATFORMS: Final = (
    _Platform("Discord", "discord_token", re.compile(r"[0-9]{17,20}"), discord.findings),
    _Platform(
        "Telegram", "telegram_token", re.compile(r"-[0-9]{1,20}|@\w{4,32}"), telegram.findings
    ),
)


def areas(examined: Examined, channel: str | None) -> Sequence[Area]:
    """Return the areas to check with these settings, and with a channel of a platform, if any."""
    settings = examined.settings
    return (
        Area("Settings", settings_check.examine(examined, os.environ)),
        Area("Machine", settings_check.machine(settings)),
        Area("Store", store.examine(settings), alone=True),
        Area("Pages", web.findings(settings)),
        Area("Tables", tables.examine(settings)),
        *_platforms(settings, channel),
    )


def _platforms(settings: Config, channel: str | None) -> Iterator[Area]:
    """Yield the platforms that have a token or that the channel belongs to."""
    for each in _PLATFORMS:
        here = channel if channel is not None and each.channels.fullmatch(channel) else None
        if getattr(settings, each.token) is not None:
            yield Area(each.name, each.findings(settings, here))
        elif here is not None:
            yield Area(each.name, _no_token(each.token.upper()))


async def _no_token(name: str) -> AsyncIterator[Finding]:
    yield fail("channel", f"can't be checked, because {name} isn't set")


async def diagnose(areas: Sequence[Area]) -> Report:
    """Check the areas, and return their findings in this order."""
    found = {area.name: await _findings(area) for area in areas if area.alone}
    others = [area for area in areas if not area.alone]
    for area, findings in zip(others, await asyncio.gather(*map(_findings, others)), strict=True):
        found[area.name] = findings
    return {area.name: found[area.name] for area in areas}


async def _findings(area: Area) -> Sequence[Finding]:
    """Return what is found in an area until its checks end or time out."""
    found: list[Finding] = []
    try:
        async with asyncio.timeout(AREA_SECONDS):
            async for finding in area.findings:
                found.append(finding)  # noqa: PERF401 - keeps what was found before an error
    except TimeoutError:
        text = f"no answer within {AREA_SECONDS:.0f} s; try again later"
        found.append(fail(area.name.lower(), text))
    except WrongSetting as wrong:
        found.append(setting(str(wrong)))
    except Exception as error:  # one broken check must not hide what the others found
        text = f"this check itself has failed ({type(error).__name__}); please report it"
        found.append(fail(area.name.lower(), text))
    return found


def worst(report: Report) -> Level:
    """Return the most serious level of a report."""
    levels = {finding.level for findings in report.values() for finding in findings}
    return next((level for level in WORST if level in levels), Level.OK)


def as_text(report: Report) -> str:
    """Return a report for people: each area with a line for each finding, and a summary."""
    lines: list[str] = []
    for area, findings in report.items():
        lines += [
            area,
            *(f"  {each.level:<4}  {each.subject}: {each.text}" for each in findings),
            "",
        ]
    return "\n".join([*lines, _summary(report)])


def _summary(report: Report) -> str:
    levels = [finding.level for findings in report.values() for finding in findings]
    failures, warnings = levels.count(Level.FAIL), levels.count(Level.WARN)
    if not failures and not warnings:
        return "All is well."
    return f"{_counted(failures, 'failure')}, {_counted(warnings, 'warning')}."


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def as_json(report: Report) -> str:
    """Return a report for scripts: the worst level, and each finding with its area."""
    findings = [
        {"area": area, "level": each.level, "subject": each.subject, "text": each.text}
        for area, findings in report.items()
        for each in findings
    ]
    return json.dumps({"level": worst(report), "findings": findings}, indent=2)


def _channel(text: str) -> str:
    """Return a channel's id; raise ArgumentTypeError if it can't be one."""
    if not any(each.channels.fullmatch(text) for each in _PLATFORMS):
        raise argparse.ArgumentTypeError(
            "must be a Discord channel's number (17 to 20 digits), or a Telegram group's id "
            "(-100...) or @name"
        )
    return text
