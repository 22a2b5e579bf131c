"""Where a board goes: into the message that is there, or into a new one further down."""

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
