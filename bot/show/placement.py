"""Decides whether a board is edited in place or reposted."""

from collections.abc import Mapping
from enum import Enum, auto

from bot.table.endings import QUICK_SECONDS
from bot.table.ports import Shown
from bot.table.settings import Placing, Settings
from bot.table.table import Status, Table

FRESH_SECONDS = 50 * 60
"""Messages younger than this are edited. Platforms restrict how often older ones can be."""


class Placement(Enum):
    """How a board is shown."""

    EDIT = auto()  # edit the message, without a mention
    POST = auto()  # post a new message that mentions the people to act


def placement(table: Table, shown: Shown | None, settings: Settings, now: float) -> Placement:
    """Return how to show `table` in a place that currently shows `shown` of it."""
    if shown is None:
        return Placement.POST
    requested = shown.revision >= table.revision
    if table.status is Status.OFFERED and not requested:
        # A word, or a player who joins, is not worth a mention. An invitation is.
        invites = table.is_lobby and bool(table.asked) and not table.silent
        return Placement.POST if invites else Placement.EDIT
    if table.silent and not requested:
        return Placement.EDIT
    if calls_on_board(table) or settings.placement is Placing.NEW:
        return Placement.POST
    stale = now - shown.posted >= FRESH_SECONDS
    slow = table.touched - shown.at >= QUICK_SECONDS
    return Placement.POST if requested or stale or slow else Placement.EDIT


def copy_placement(table: Table, shown: Shown | None) -> Placement:
    """Return how to show a copy: edited for as long as it can be, unless it is asked for again."""
    asked = shown is None or shown.revision >= table.revision
    return Placement.POST if asked else Placement.EDIT


def calls_on_board(table: Table) -> bool:
    """Return whether this revision calls someone, so that its board is worth a new message."""
    reminds = 0 < table.calls.revision == table.revision and table.calls.place is None
    return reminds or (table.status is Status.OVER and bool(table.told_now))


def has_called(table: Table, shown: Shown | None) -> bool:
    """Return whether a message that mentioned the people to act already shows this revision.

    The board is then posted again without a mention, however often somebody asks for it.
    """
    known = shown is not None and shown.revision >= table.revision
    return known and shown is not None and shown.at == shown.posted


def is_newer(shown: Shown | None, revision: int | None) -> bool:
    """Return whether a button of `revision` is newer than what is noted as shown.

    Some buttons carry no revision (None). If nothing is noted, every button is newer.
    """
    return shown is None or (revision is not None and revision > shown.revision)


def reconcile(
    table: Table, shown: Shown | None, pressed: Mapping[str, int | None]
) -> tuple[Shown | None, tuple[str, ...]]:
    """Return what a place shows and which messages to retire, given the messages `pressed` there.

    The store may not know a message that exists, if a crash or a lost response came between posting
    and noting it. If the message's button has a newer revision than the one noted, and the table
    has reached it, that message is the current board; any other unknown message is a stray.
    """
    strays = []
    for message, revision in pressed.items():
        if shown is not None and message == shown.message:
            continue
        if is_newer(shown, revision) and (revision or 0) <= table.revision:
            strays += [] if shown is None else [shown.message]
            shown = Shown(revision or 0, message, table.touched, table.touched)
        else:
            strays.append(message)
    return shown, tuple(dict.fromkeys(filter(None, strays)))
