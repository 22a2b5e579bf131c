"""Decides whether a board is edited in place or reposted, and whether that calls anyone.

A board is at the bottom when it matters, and each turn has at most one mention before reminders.
"""

from collections.abc import Mapping
from enum import Enum, auto

from bot.table.endings import QUICK_SECONDS
from bot.table.next_game import is_further_game
from bot.table.pace import MINUTE
from bot.table.ports import Shown
from bot.table.seats import Person
from bot.table.settings import Placing, Settings
from bot.table.table import SMALLEST_GAME, Status, Table
from bot.table.terms import Calling

FRESH_SECONDS = 50 * MINUTE
"""Messages younger than this are edited. Platforms restrict how often older ones can be."""

TOGETHER_SECONDS = MINUTE
"""Two players whose turns are shorter than this both look at the board, and need no mention."""

FEW = 8
"""A board with more messages than this below it is buried."""


class Placement(Enum):
    """How a board is shown."""

    EDIT = auto()  # edit the message, without a mention
    POST = auto()  # post a new message that mentions the people to act


def placement(
    table: Table, shown: Shown | None, settings: Settings, now: float, below: int = 0
) -> Placement:
    """Return how to show `table` in a place that currently shows `shown` of it.

    `below` is how many messages are known to have come after that one.
    """
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
    slow = table.touched - shown.at >= QUICK_SECONDS and not _is_within_turn(table, shown)
    reposts = requested or stale or slow or below > FEW or _calls_next(table, shown)
    return Placement.POST if reposts else Placement.EDIT


def copy_placement(table: Table, shown: Shown | None) -> Placement:
    """Return how to show a board that calls nobody here: edited, unless it is asked for again."""
    asked = shown is None or shown.revision >= table.revision
    return Placement.POST if asked else Placement.EDIT


def calls_on_board(table: Table) -> bool:
    """Return whether this revision calls someone, so that its board is worth a new message."""
    reminds = 0 < table.calls.revision == table.revision and table.calls.place is None
    return reminds or (table.status is Status.OVER and bool(table.told_now))


def has_called(table: Table, shown: Shown | None) -> bool:
    """Return whether the people to act need no mention, if the board is posted now.

    A message that mentioned them already shows this revision, however often somebody asks for it;
    or they have just pressed a button of their turn.
    """
    if shown is None:
        return False
    known = shown.revision >= table.revision
    return shown.at == shown.posted if known else _is_within_turn(table, shown)


def _is_within_turn(table: Table, shown: Shown) -> bool:
    """Return whether the player to move has just pressed: within a turn, or against computers."""
    if table.status is not Status.PLAYING or table.touched <= shown.at:
        return False
    return table.is_practice or (table.clock is not None and table.clock.began < table.touched)


def _calls_next(table: Table, shown: Shown) -> bool:
    """Return whether a turn begins here of somebody who may look elsewhere.

    The host of a challenge may, when it is accepted; whoever accepts it does not. The announcement
    of a match's next game has just called both.
    """
    clock, several = table.clock, len(table.seats) > SMALLEST_GAME
    if clock is None or table.terms.calls is Calling.LATER:
        return False
    begins = clock.began == table.touched and shown.at <= clock.began
    if not begins or not isinstance(table.seats[clock.seat], Person):
        return False
    if several or clock.before:
        return several or clock.began - clock.before >= TOGETHER_SECONDS
    waited = clock.began - shown.at >= TOGETHER_SECONDS
    return waited and clock.seat == table.hosted_by and not is_further_game(table)


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
