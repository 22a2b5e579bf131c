"""Messages that the store doesn't know are found when one of their buttons is pressed.

They are left by a crash between posting and recording a message, or by a lost reply to a post.
"""

from dataclasses import replace
from unittest.mock import AsyncMock

import pytest

from bot.show.outbound import RetryLater
from bot.show.pressed import STRAY_SECONDS
from bot.show.uncertain import SETTLE_SECONDS
from bot.table.ids import TableId
from bot.table.people import Platform
from bot.table.ports import Operation, Shown, StoreDown
from bot.table.table import Ending, Status
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall


def live(hall: Hall) -> list[str]:
    """The messages that still show a board."""
    return [message for message, shows in hall.chat.messages.items() if shows.isdigit()]


async def post_unrecorded(hall: Hall) -> str:
    """Simulate a crash: the latest board has been posted, but the message wasn't recorded."""
    message = f"1/{len(hall.chat.messages) + 1}"
    hall.chat.messages[message] = str(hall.table.revision)
    hall.restart()
    return message


async def press(hall: Hall, message: str, revision: int | None) -> None:
    """Make a move by pressing a button of this message and revision."""
    await hall.commit(after=1)
    hall.outbox.show_now(hall.table.id, PLACE)
    hall.outbox.pressed(hall.table.id, PLACE, message, revision)
    await hall.outbox.drain()


async def press_without_effect(hall: Hall, message: str, revision: int | None) -> None:
    """Press a button without changing the table."""
    hall.outbox.pressed(hall.table.id, PLACE, message, revision)
    await hall.outbox.drain()


async def test_a_crash_before_recording(hall: Hall) -> None:
    """An unrecorded message that is pressed becomes the board, and the previous one retires."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unrecorded(hall)
    await press(hall, found, 3)
    assert hall.chat.done == [f"edit {found} at 4", "retire 1/1"]
    assert live(hall) == [found]
    recorded = await hall.store.shown(hall.table.id, PLACE)
    assert recorded is not None
    assert (recorded.message, recorded.revision) == (found, 4)


async def test_a_store_that_is_down_after_posting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that couldn't note a message notes it later, and doesn't post it again."""
    with monkeypatch.context() as down:
        down.setattr(hall.store, "mark_shown", AsyncMock(side_effect=StoreDown))
        await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3"]
    await hall.show()
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]
    recorded = await hall.store.shown(hall.table.id, PLACE)
    assert recorded is not None
    assert (recorded.message, recorded.revision) == ("1/2", 3)


async def test_another_process_posts_meanwhile(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process takes away what it couldn't note if another one has posted since."""
    with monkeypatch.context() as down:
        down.setattr(hall.store, "mark_shown", AsyncMock(side_effect=StoreDown))
        await hall.step(after=5 * MINUTE)
    assert live(hall) == ["1/1", "1/2"]
    hall.chat.messages["1/3"] = "3"
    await hall.store.mark_shown(hall.table.id, PLACE, Shown(3, "1/3", hall.now, hall.now))
    await hall.wait(SETTLE_SECONDS)
    await hall.wait(STRAY_SECONDS)
    assert live(hall) == ["1/3"]


async def test_a_lost_reply(hall: Hall) -> None:
    """If a board was posted twice because a reply was lost, the unrecorded message retires."""
    await hall.commit(after=5 * MINUTE)
    stray = await post_unrecorded(hall)
    await hall.outbox.sweep()
    await hall.outbox.drain()
    await press(hall, stray, 3)
    assert len(live(hall)) == 1
    assert hall.chat.messages[stray] == "deleted"


async def test_the_recorded_message(hall: Hall) -> None:
    """A press on the recorded message retires nothing, whether or not it makes a move."""
    await press(hall, "1/1", 2)
    await press_without_effect(hall, "1/1", 2)
    await hall.wait(STRAY_SECONDS)
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_stray_pressed_without_effect(hall: Hall) -> None:
    """A stray message retires a little later even if the press on it changes nothing."""
    await hall.step(after=5 * MINUTE)
    hall.chat.messages["1/9"] = "3"
    await press_without_effect(hall, "1/9", 3)
    await hall.wait(STRAY_SECONDS)
    assert live(hall) == ["1/2"]


async def test_a_crash_and_a_press_without_effect(hall: Hall) -> None:
    """An unrecorded message is found even if the press on it is refused."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unrecorded(hall)
    await press_without_effect(hall, found, 3)
    assert hall.chat.done == ["retire 1/1"]
    assert live(hall) == [found]
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_a_message_being_posted(hall: Hall) -> None:
    """A message that another process is about to record isn't treated as a stray."""
    await hall.commit(after=5 * MINUTE)
    async with hall.store.showing(hall.table.id, PLACE) as showing:
        assert showing is not None
        hall.chat.messages["1/2"] = "3"
        await press_without_effect(hall, "1/2", 3)
        await hall.store.mark_shown(hall.table.id, PLACE, Shown(3, "1/2", hall.now, hall.now))
    await hall.wait(60)
    assert hall.chat.messages["1/2"] == "3"


async def test_the_first_board(hall: Hall) -> None:
    """An unrecorded challenge is found when any of its buttons is pressed."""
    hall.table = replace(hall.table, id=TableId("aaaaaaaaaa"), code="other", revision=1)
    await hall.store.create(hall.table, Operation("another"))
    found = await post_unrecorded(hall)
    await press(hall, found, None)
    assert hall.chat.done == [f"edit {found} at 2"]


async def test_a_button_without_a_revision(hall: Hall) -> None:
    """If a message is recorded, a button without a revision doesn't make another one the board."""
    hall.chat.messages["1/9"] = "1"
    await press(hall, "1/9", None)
    assert live(hall) == ["1/1"]


async def test_a_forged_revision(hall: Hall) -> None:
    """A button of a revision that the table never had doesn't make its message the board."""
    hall.chat.messages["1/9"] = "?"
    await press(hall, "1/9", 999)
    recorded = await hall.store.shown(hall.table.id, PLACE)
    assert recorded is not None
    assert recorded.message == "1/1"
    assert live(hall) == ["1/1"]


async def test_two_unknown_messages(hall: Hall) -> None:
    """Of several unrecorded messages the newest becomes the board, and the others retire."""
    for _ in range(2):
        await hall.commit(after=5 * MINUTE)
        await post_unrecorded(hall)
    hall.outbox.pressed(hall.table.id, PLACE, "1/2", 3)
    await press(hall, "1/3", 4)
    assert live(hall) == ["1/3"]


async def test_a_board_that_waits(hall: Hall) -> None:
    """A message pressed while the platform asks to wait is found when the board is shown."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unrecorded(hall)
    hall.chat.failures.append(RetryLater(20))
    await hall.outbox.sweep()
    await press(hall, found, 3)
    assert hall.chat.done == []
    hall.now += 20
    await hall.show()
    assert live(hall) == [found]


async def test_a_board_that_is_over(hall: Hall) -> None:
    """After the last move of a game, no other message has buttons."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unrecorded(hall)
    await hall.commit(status=Status.OVER, ending=Ending.RESIGNED, ended_by=1)
    hall.outbox.show_now(hall.table.id, PLACE)
    hall.outbox.pressed(hall.table.id, PLACE, found, 3)
    await hall.outbox.drain()
    assert live(hall) == [found]


async def test_the_previous_place(hall: Hall) -> None:
    """A message found in a place that its table has left says that the table moved."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    hall.chat.messages["1/9"] = "2"
    await press_without_effect(hall, "1/9", 2)
    await hall.wait(STRAY_SECONDS)
    assert hall.chat.messages["1/9"] == "board.moved-to"


async def test_a_press_without_effect_takes_no_lease(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press on the recorded message that changes nothing takes no lease."""
    with monkeypatch.context() as watched:
        watched.setattr(type(hall.store), "showing", None)
        await press_without_effect(hall, "1/1", 2)
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3"]
