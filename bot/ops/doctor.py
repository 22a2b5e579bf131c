"""`python -m bot doctor`: checks the settings, the store, the pages, tables and the platforms.

It works while the bot runs and while it doesn't. The checks run at the same time, each with a
timeout, and change nothing but a trial key in the store, which they delete.
"""

import argparse
import asyncio
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol

from bot.config import Config
from bot.findings import Check, Finding, Level, fail
from bot.on_discord import doctor as discord
from bot.on_telegram import doctor as telegram
from bot.on_web import doctor as web
from bot.ops import loading
from bot.ops.checks import settings as settings_check
from bot.ops.checks import store, tables
from bot.ops.loading import Examined
from bot.ops.logs import hider

CHECK_SECONDS = 12.0
"""The timeout of each check. They run at the same time."""

WORST: Final[Sequence[Level]] = (Level.FAIL, Level.WARN, Level.OK)

_DISCORD_CHANNEL = re.compile(r"[0-9]{17,20}")
_TELEGRAM_CHANNEL = re.compile(r"-[0-9]{1,20}|@\w{4,32}")


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
    report = await diagnose(checks(examined, arguments.channel))
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


class _Examine(Protocol):
    """Yields the findings of a platform, and of a channel of it."""

    def __call__(self, settings: Config, channel: str | None) -> AsyncIterator[Finding]: ...


@dataclass(frozen=True, slots=True)
class _Platform:
    """How to check a platform if its `token` is set; `is_channel` recognizes its channels' ids."""

    name: str
    token: str
    is_channel: Callable[[str], bool]
    examine: _Examine


def checks(examined: Examined, channel: str | None) -> Sequence[Check]:
    """Return the checks for these settings, and for a channel of a platform, if any."""
    settings = examined.settings
    return [
        Check("Settings", partial(settings_check.examine, examined, os.environ)),
        Check("Machine", partial(settings_check.machine, settings)),
        Check("Store", partial(store.examine, settings)),
        Check("Pages", partial(web.findings, settings)),
        Check("Tables", partial(tables.examine, settings)),
        *_platforms(settings, channel),
    ]


def _platforms(settings: Config, channel: str | None) -> Iterator[Check]:
    """Yield the checks of the platforms that have a token or that the channel belongs to."""
    for each in _PLATFORMS:
        here = channel if channel is not None and each.is_channel(channel) else None
        if getattr(settings, each.token) is not None:
            yield Check(each.name, partial(each.examine, settings, here))
        elif here is not None:
            yield Check(each.name, partial(_no_token, each.token.upper()))


async def _no_token(name: str) -> AsyncIterator[Finding]:
    yield fail("channel", f"can't be checked, because {name} isn't set")


async def diagnose(checks: Sequence[Check]) -> Report:
    """Run all checks at the same time, and return the findings in the order of the checks."""
    found = await asyncio.gather(*map(_findings, checks))
    return {check.area: findings for check, findings in zip(checks, found, strict=True)}


async def _findings(check: Check) -> Sequence[Finding]:
    """Return what a check finds until it ends or times out."""
    found: list[Finding] = []
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            await _collect(check.run(), found)
    except TimeoutError:
        found.append(
            fail(check.area.lower(), f"no answer within {CHECK_SECONDS:.0f} s; try again later")
        )
    except Exception as error:  # one broken check must not hide what the others found
        found.append(
            fail(
                check.area.lower(),
                f"this check itself has failed ({type(error).__name__}); please report it",
            )
        )
    return found


async def _collect(findings: AsyncIterator[Finding], into: list[Finding]) -> None:
    async for finding in findings:
        into.append(finding)  # noqa: PERF401 - keeps what was found before a timeout


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
    if not is_discord(text) and not is_telegram(text):
        raise argparse.ArgumentTypeError(
            "must be a Discord channel's number (17 to 20 digits), or a Telegram group's id "
            "(-100...) or @name"
        )
    return text


def is_discord(channel: str) -> bool:
    """Whether an id has the form of a Discord channel's."""
    return _DISCORD_CHANNEL.fullmatch(channel) is not None


def is_telegram(channel: str) -> bool:
    """Whether an id has the form of a Telegram chat's."""
    return _TELEGRAM_CHANNEL.fullmatch(channel) is not None


_PLATFORMS: Final = (
    _Platform("Discord", "discord_token", is_discord, discord.findings),
    _Platform("Telegram", "telegram_token", is_telegram, telegram.findings),
)
