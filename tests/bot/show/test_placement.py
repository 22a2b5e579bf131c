"""Where a board goes: into the message that is there, or into a new one."""

from dataclasses import replace

import pytest

from bot.show.placement import Placement, placement
from bot.table.ports import Shown
from bot.table.settings import Placing, Settings
from bot.table.table import Status
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
    """Where revision 5 goes when `revision` is shown; the press before the last was at `before`."""
    shown = Shown(revision, "m", posted, before)
    return placement(replace(TABLE, touched=pressed), shown, settings, NOW)


def test_quick_play() -> None:
    """While presses are less than five minutes apart the message is edited."""
    assert where(pressed=NOW, before=NOW - 5 * MINUTE + 1) is Placement.EDIT


def test_slow_play() -> None:
    """A press five minutes after the one before is shown in a new message."""
    assert where(pressed=NOW, before=NOW - 5 * MINUTE) is Placement.POST


def test_what_was_shown_late_was_still_pressed_quickly() -> None:
    """A board that a crash kept back counts by its press, not by the time when it is shown."""
    quick = where(pressed=NOW - 9 * MINUTE, before=NOW - 10 * MINUTE, posted=NOW - 11 * MINUTE)
    assert quick is Placement.EDIT


@pytest.mark.parametrize(("age", "placed"), [(1, Placement.EDIT), (0, Placement.POST)])
def test_a_message_of_50_minutes(age: int, placed: Placement) -> None:
    """A message is edited until it is 50 minutes old, however quick the play."""
    assert where(posted=NOW - 50 * MINUTE + age) is placed


def test_a_word_beside_a_challenge_calls_nobody() -> None:
    """What changes on a challenge is edited where it stands, however old, whatever is set."""
    shown = Shown(1, "m", NOW - 60 * MINUTE, NOW - 60 * MINUTE)
    changed = replace(OFFER, revision=2, touched=NOW)
    assert placement(changed, shown, NEW, NOW) is Placement.EDIT
    assert placement(replace(changed, revision=1), shown, NEW, NOW) is Placement.POST


def test_the_same_revision_again() -> None:
    """A board that is asked for, or waits too long, is posted anew though nothing has changed."""
    assert where(revision=5) is Placement.POST


def test_always_new() -> None:
    """Where a channel wants it, every board is a new message."""
    assert where(settings=NEW) is Placement.POST


def test_nothing_shown_yet() -> None:
    """The first board is a new message."""
    assert placement(TABLE, None, AUTO, NOW) is Placement.POST


def test_a_note_of_an_older_release() -> None:
    """Where nobody knows when the message was posted it is not edited."""
    assert where(posted=0, before=0) is Placement.POST
