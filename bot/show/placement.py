"""Where a board goes: into the message that is there, or into a new one further down."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto

from bot.table.ports import Shown
from bot.table.settings import Placing, Settings
from bot.table.table import Status, Table

QUICK_SECONDS = 5 * 60
"""Presses that are less than this apart are quick play."""

FRESH_SECONDS = 50 * 60
"""Messages younger than this are edited; platforms let old ones be edited only now and then."""


class Placement(Enum):
    """What is done with the message that shows a table."""

    EDIT = auto()  # changed in place, and nobody is called
    POST = auto()  # posted anew, calling whoever is to move


def placement(table: Table, shown: Shown | None, settings: Settings, now: float) -> Placement:
    """Where the board of `table` goes in a place that shows `shown` of it."""
    if shown is None:
        return Placement.POST
    asked_for_again = shown.revision >= table.revision
    if table.status is Status.OFFERED and not asked_for_again:
        return Placement.EDIT  # a word was given: nobody is called for that
    if settings.placement is Placing.NEW:
        return Placement.POST
    stale = now - shown.posted >= FRESH_SECONDS
    slow = table.touched - shown.at >= QUICK_SECONDS
    return Placement.POST if asked_for_again or stale or slow else Placement.EDIT


def is_news(shown: Shown | None, revision: int | None) -> bool:
    """Whether a button of `revision` is newer than all that is noted as shown.

    Not every button tells its revision; where nothing is noted each is news.
    """
    return shown is None or (revision is not None and revision > shown.revision)


def recognized(
    table: Table, shown: Shown | None, pressed: Mapping[str, int | None]
) -> tuple[Shown | None, tuple[str, ...]]:
    """What a place shows, and what is to be retired there, seen by what was `pressed` there.

    A message may stand there that the store does not know: a crash, or a lost reply, came between
    posting and noting it. If its button, of this revision, is newer than what was noted, it is the
    one that shows the table; any other is a stray.
    """
    strays = []
    for message, revision in pressed.items():
        if shown is not None and message == shown.message:
            continue
        if is_news(shown, revision) and (revision or 0) <= table.revision:
            strays += [] if shown is None else [*shown.old, shown.message]
            shown = Shown(revision or 0, message, table.touched, table.touched)
        else:
            strays.append(message)
    left = () if shown is None else shown.old
    known = None if shown is None else replace(shown, old=())
    return known, tuple(dict.fromkeys(message for message in (*strays, *left) if message))
