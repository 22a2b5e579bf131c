"""What the doctor's checks find: a level, what it is about, and what to do.

A check is a function that returns lines about one subject. Checks of the same kind stand in a
tuple, in the order of the report, and `carry_out` runs them.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from inspect import isawaitable
from typing import TypeAlias, TypeVar

T = TypeVar("T")


class Level(StrEnum):
    """How serious a finding is."""

    OK = "ok"
    WARN = "warn"
    """The bot works, but something is missing, or will fail later."""
    FAIL = "fail"
    """The bot, or a part that the settings ask for, doesn't work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: what a `subject` is like, and if it isn't well, what to do."""

    level: Level
    subject: str
    text: str


def ok(subject: str, text: str) -> Finding:
    """Return that a subject is well."""
    return Finding(Level.OK, subject, text)


def warn(subject: str, text: str) -> Finding:
    """Return a warning."""
    return Finding(Level.WARN, subject, text)


def fail(subject: str, text: str) -> Finding:
    """Return a failure."""
    return Finding(Level.FAIL, subject, text)


def setting(complaint: str) -> Finding:
    """Return a failure from an error that starts with the name of a setting, if it does."""
    name, separator, text = complaint.partition(": ")
    return fail(name, text) if separator and name.isupper() else fail("settings", complaint)


Found: TypeAlias = Finding | Iterable[Finding] | None
"""What a check returns: one line, several, or none if it has nothing to look at."""

Check: TypeAlias = Callable[[T], Found | Awaitable[Found]]
"""A check of something. Raises `Last` if later checks are pointless."""


class Last(Exception):  # noqa: N818 - a finding, after which there are no more
    """The finding of a check that makes all later ones pointless."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding = finding


async def carry_out(
    checks: Iterable[Check[T]],
    examined: T,
    explain: Callable[[Exception], Finding | None] = lambda _: None,
    seconds: float | None = None,
) -> AsyncIterator[Finding]:
    """Yield what checks find about `examined`, one after the other.

    They have `seconds` together. An error ends them, also that they take longer: `explain` says
    what it means, or returns None for a mistake of the check's own, which is raised.
    """
    until = None if seconds is None else asyncio.get_running_loop().time() + seconds
    for check in checks:
        try:
            async with asyncio.timeout_at(until):
                found = check(examined)
                lines = _lines(await found if isawaitable(found) else found)
        except Exception as error:
            finding = error.finding if isinstance(error, Last) else explain(error)
            if finding is None:
                raise
            yield finding
            return
        for line in lines:
            yield line


def _lines(found: Found) -> list[Finding]:
    return [found] if isinstance(found, Finding) else list(found or ())


@dataclass(frozen=True, slots=True)
class Area:
    """One area of the report, such as the store, and its findings, which aren't looked for yet.

    An area that is checked `alone` is done before the others begin: loading what they need blocks
    the event loop, for half a second on an idle machine, and answers in time would seem late.
    """

    name: str
    findings: AsyncIterator[Finding]
    alone: bool = False
