"""What a check of the doctor finds: a level, what it is about, and what to do."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from enum import StrEnum


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


@dataclass(frozen=True, slots=True)
class Check:
    """One area of the report, such as the store, and the generator of its findings.

    The generator may stop at the first failure that makes later checks pointless.
    """

    area: str
    run: Callable[[], AsyncIterator[Finding]]
