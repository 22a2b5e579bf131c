"""Whether a board is edited into its message or posted as a new one."""

from dataclasses import replace
from typing import Any

import pytest

from bot.show.placement import FEW, Placement, has_called, placement
from bot.table.calls import Calls
from bot.table.clock import Clock
from bot.table.ids import TableId
from bot.table.match import LOSS, WIN, Finished, Match
from bot.table.people import Place
from bot.table.ports import Shown
from bot.table.seats import Computer
from bot.table.settings import Placing, Settings
from bot.table.table import Status, Table
from bot.table.terms import Calling, Terms
from tests.bot.show.offer import ANA, BEN, OFFER

NOW = 1_000_000
MINUTE = 60
AUTO = Settings()
NEW = Settings(placement=Placing.NEW)
TABLE = replace(OFFER, revision=5, status=Status.PLAYING, seats=(ANA, BEN), touched=NOW)


def where(
    *,
    revision: int = 4,
    pressed: int = NOW,
    before: int = NOW - MINUTE,
    posted: int = NOW - MINUTE,
    settings: Settings = AUTO,
) -> Placement:
    """Return revision 5's placement after `revision`, with presses at `before` and `pressed`."""
    shown = Shown(revision, "m", posted, before)
    return placement(replace(TABLE, touched=pressed), shown, settings, NOW)


def test_quick_play() -> None:
    """If presses are less than five minutes apart, the message is edited."""
    assert where(pressed=NOW, before=NOW - 5 * MINUTE + 1) is Placement.EDIT


def test_slow_play() -> None:
    """A press five minutes after the previous one is shown in a new message."""
    assert where(pressed=NOW, before=NOW - 5 * MINUTE) is Placement.POST


def test_shown_late() -> None:
    """After a crash, the time of the press counts, not the time at which it is shown."""
    quick = where(pressed=NOW - 9 * MINUTE, before=NOW - 10 * MINUTE, posted=NOW - 11 * MINUTE)
    assert quick is Placement.EDIT


@pytest.mark.parametrize(("age", "placed"), [(1, Placement.EDIT), (0, Placement.POST)])
def test_a_message_of_50_minutes(age: int, placed: Placement) -> None:
    """A message is edited only until it is 50 minutes old, even during quick play."""
    assert where(posted=NOW - 50 * MINUTE + age) is placed


@pytest.mark.parametrize(("below", "placed"), [(FEW, Placement.EDIT), (FEW + 1, Placement.POST)])
def test_a_buried_board(below: int, placed: Placement) -> None:
    """A board with more than a few messages below it is posted anew, even during quick play."""
    shown = Shown(4, "m", NOW - MINUTE, NOW - MINUTE)
    assert placement(TABLE, shown, AUTO, NOW, below) is placed


EARLIER = NOW - MINUTE
LATER = Terms(calls=Calling.LATER)
COMPUTER = Computer("easy")
WON = Finished(TableId("aaaaaaaaaa"), "first", TABLE.header, (WIN, LOSS))
SECOND_GAME = Match((TABLE.header,), games=(WON,))


@pytest.mark.parametrize(
    ("before", "shown", "changes", "placed"),
    [
        # the turn before began at, shown at, what else is unusual
        (EARLIER, NOW - 1, {}, Placement.POST),
        (EARLIER + 1, NOW - 1, {}, Placement.EDIT),  # both are at the board
        (EARLIER, NOW - 1, {"terms": LATER}, Placement.EDIT),
        (EARLIER, NOW + 1, {}, Placement.EDIT),  # the turn has been shown: this is another change
        (EARLIER, NOW - 1, {"clock": 30}, Placement.EDIT),  # the player to move has pressed
        (EARLIER, NOW - 299, {"clock": 300}, Placement.EDIT),
        (EARLIER, NOW - 900, {"clock": 900}, Placement.EDIT),  # after a pause, too
        (NOW - 1, NOW - 1, {"seats": (ANA, BEN, ANA)}, Placement.POST),  # more than two seats
        (NOW - 1, NOW - 1, {"seats": (ANA, BEN, ANA), "terms": LATER}, Placement.EDIT),
        (NOW - 1, NOW - 1, {"seats": (ANA, COMPUTER, BEN)}, Placement.EDIT),  # it needs no call
        (0, EARLIER, {"hosted_by": 1}, Placement.POST),  # somebody has accepted the host's game
        (0, EARLIER + 1, {"hosted_by": 1}, Placement.EDIT),
        (0, EARLIER, {"hosted_by": 0}, Placement.EDIT),  # who begins has just accepted
        (0, EARLIER, {"hosted_by": 1, "match": SECOND_GAME}, Placement.EDIT),  # called just before
    ],
)
def test_calls(before: int, shown: int, changes: dict[str, Any], placed: Placement) -> None:
    """Who is to move is called at once, unless they have just pressed or are at the board."""
    began = NOW - changes.get("clock", 0)
    clock = Clock(seat=1, began=began, since=began, before=before)
    table = replace(TABLE, **changes | {"clock": clock})
    assert placement(table, Shown(4, "m", shown, shown), AUTO, NOW) is placed


@pytest.mark.parametrize(("began", "called"), [(NOW - 90, True), (NOW, False)])
def test_nobody_is_called_by_their_own_press(began: int, *, called: bool) -> None:
    """A board that is posted anew mentions whose turn begins, and nobody in their own turn."""
    table = replace(TABLE, clock=Clock(seat=1, began=began, since=began, before=EARLIER))
    assert has_called(table, Shown(4, "m", NOW - 60, NOW - 60)) is called


def test_a_changed_challenge_is_edited() -> None:
    """A changed challenge is always edited in place, whatever its age and the settings."""
    shown = Shown(1, "m", NOW - 60 * MINUTE, NOW - 60 * MINUTE)
    changed = replace(OFFER, revision=2, touched=NOW)
    assert placement(changed, shown, NEW, NOW) is Placement.EDIT
    assert placement(replace(changed, revision=1), shown, NEW, NOW) is Placement.POST


def test_the_same_revision_again() -> None:
    """A board that is requested, or due for reposting, is posted even if nothing has changed."""
    assert where(revision=5) is Placement.POST


def test_always_new() -> None:
    """If a channel's settings require it, every board is a new message."""
    assert where(settings=NEW) is Placement.POST


def called(place: Place | None = None) -> Table:
    """Return revision 5, which calls the player to move; nobody has moved for an hour."""
    calls = Calls(count=1, revision=5, place=place)
    silent = place is not None
    return replace(TABLE, touched=NOW - 60 * MINUTE, calls=calls, silent=silent)


RECENT = Shown(4, "m", NOW - 10 * MINUTE, NOW - 10 * MINUTE)
OLD = Shown(4, "m", NOW - 60 * MINUTE, NOW - 60 * MINUTE)


def test_a_reminder() -> None:
    """A reminder is a new message, even if the message shown could be edited."""
    assert placement(called(), RECENT, AUTO, NOW) is Placement.POST


def test_after_a_reminder() -> None:
    """The next board is no reminder."""
    assert placement(replace(called(), revision=6), RECENT, AUTO, NOW) is Placement.EDIT


@pytest.mark.parametrize("settings", [AUTO, NEW])
def test_a_private_reminder(settings: Settings) -> None:
    """A private reminder edits the board, whatever its age and the settings."""
    assert placement(called(Place.private(ANA.user)), OLD, settings, NOW) is Placement.EDIT


def test_a_board_requested_after_a_private_reminder() -> None:
    """A board that is requested after a private reminder is posted."""
    shown = replace(RECENT, revision=5)
    assert placement(called(Place.private(ANA.user)), shown, AUTO, NOW) is Placement.POST


def test_a_silent_step() -> None:
    """A step that is not worth a new message edits the board, however old it is."""
    silent = replace(TABLE, touched=NOW - 60 * MINUTE, silent=True)
    assert placement(silent, OLD, AUTO, NOW) is Placement.EDIT


def test_nothing_shown_yet() -> None:
    """The first board is a new message."""
    assert placement(TABLE, None, AUTO, NOW) is Placement.POST


def test_data_of_an_older_release() -> None:
    """If the time of posting isn't known, the message isn't edited."""
    assert where(posted=0, before=0) is Placement.POST
