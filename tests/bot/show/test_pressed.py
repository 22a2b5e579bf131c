"""Messages that stand there and that the store does not know: found when they are pressed.

A crash between posting and noting leaves one, and so does a lost reply to a posting.
"""

from dataclasses import replace

import pytest

from bot.show import outbox as outboxes
from bot.show.outbound import RetryLater
from bot.table.people import Platform
from bot.table.ports import Operation, Shown
from bot.table.table import Ending, Status, TableId
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall


def live(hall: Hall) -> list[str]:
    """The messages that still show a board."""
    return [message for message, shows in hall.chat.messages.items() if shows.isdigit()]


async def post_unnoted(hall: Hall) -> str:
    """A crash: the board of the newest revision is posted, and nobody notes it."""
    message = f"1/{len(hall.chat.messages) + 1}"
    hall.chat.messages[message] = str(hall.table.revision)
    hall.start_anew()
    return message


async def press(hall: Hall, message: str, revision: int | None) -> None:
    """A press that is played, on a button of this revision."""
    await hall.commit(after=1)
    hall.outbox.nudge(hall.table.id, PLACE)
    hall.outbox.pressed(hall.table.id, PLACE, message, revision)
    await hall.outbox.drain()


async def press_in_vain(hall: Hall, message: str, revision: int | None) -> None:
    """A press that changes nothing."""
    hall.outbox.pressed(hall.table.id, PLACE, message, revision)
    await hall.outbox.drain()


async def test_a_crash_before_noting(hall: Hall) -> None:
    """A press on a board that was posted and never noted goes on there; the one before retires."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unnoted(hall)
    await press(hall, found, 3)
    assert hall.chat.done == [f"edit {found} at 4", "retire 1/1"]
    assert live(hall) == [found]
    noted = await hall.store.shown(hall.table.id, PLACE)
    assert noted is not None
    assert (noted.message, noted.revision) == (found, 4)


async def test_a_lost_reply(hall: Hall) -> None:
    """Of a board that was posted twice, for the first reply was lost, the unknown one retires."""
    await hall.commit(after=5 * MINUTE)
    stray = await post_unnoted(hall)
    await hall.outbox.sweep()
    await hall.outbox.drain()
    await press(hall, stray, 3)
    assert len(live(hall)) == 1
    assert hall.chat.messages[stray] == "board.moved-down"


async def test_the_board_that_is_noted(hall: Hall) -> None:
    """A press on the board that is noted retires nothing, played or not."""
    await press(hall, "1/1", 2)
    await press_in_vain(hall, "1/1", 2)
    await hall.wait(outboxes.STRAY_SECONDS)
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_stray_that_is_pressed_in_vain(hall: Hall) -> None:
    """A stray retires a little later though the press on it changes nothing."""
    await hall.step(after=5 * MINUTE)
    hall.chat.messages["1/9"] = "3"
    await press_in_vain(hall, "1/9", 3)
    await hall.wait(outboxes.STRAY_SECONDS)
    assert live(hall) == ["1/2"]


async def test_a_crash_and_a_press_in_vain(hall: Hall) -> None:
    """A board that was posted and never noted is found though the press on it is refused."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unnoted(hall)
    await press_in_vain(hall, found, 3)
    assert hall.chat.done == ["retire 1/1"]
    assert live(hall) == [found]
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_what_is_just_being_posted(hall: Hall) -> None:
    """A message that another process has posted, and is about to note, is no stray."""
    await hall.commit(after=5 * MINUTE)
    async with hall.store.showing(hall.table.id, PLACE) as showing:
        assert showing is not None
        hall.chat.messages["1/2"] = "3"
        await press_in_vain(hall, "1/2", 3)
        await hall.store.mark_shown(hall.table.id, PLACE, Shown(3, "1/2", hall.now, hall.now))
    await hall.wait(60)
    assert hall.chat.messages["1/2"] == "3"


async def test_the_first_board(hall: Hall) -> None:
    """A challenge that was posted and never noted is found by whichever button is pressed."""
    hall.table = replace(hall.table, id=TableId("aaaaaaaaaa"), code="other", revision=1)
    await hall.store.create(hall.table, Operation("another"))
    found = await post_unnoted(hall)
    await press(hall, found, None)
    assert hall.chat.done == [f"edit {found} at 2"]


async def test_a_button_without_a_revision(hall: Hall) -> None:
    """Where a board is noted, a button that tells no revision makes no other message the board."""
    hall.chat.messages["1/9"] = "1"
    await press(hall, "1/9", None)
    assert live(hall) == ["1/1"]


async def test_a_forged_revision(hall: Hall) -> None:
    """A button of a revision that the table has not had makes no message the board."""
    hall.chat.messages["1/9"] = "?"
    await press(hall, "1/9", 999)
    noted = await hall.store.shown(hall.table.id, PLACE)
    assert noted is not None
    assert noted.message == "1/1"
    assert live(hall) == ["1/1"]


async def test_two_unknown_messages(hall: Hall) -> None:
    """Of several unknown messages the newest is the board, and all others retire."""
    for _ in range(2):
        await hall.commit(after=5 * MINUTE)
        await post_unnoted(hall)
    hall.outbox.pressed(hall.table.id, PLACE, "1/2", 3)
    await press(hall, "1/3", 4)
    assert live(hall) == ["1/3"]


async def test_a_board_that_rests(hall: Hall) -> None:
    """What was pressed while the platform asked for patience is found when the board is shown."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unnoted(hall)
    hall.chat.trouble.append(RetryLater(20))
    await hall.outbox.sweep()
    await press(hall, found, 3)
    assert hall.chat.done == []
    hall.now += 20
    await hall.show()
    assert live(hall) == [found]


async def test_a_board_that_is_over(hall: Hall) -> None:
    """The press that ends a game leaves no board with buttons elsewhere."""
    await hall.commit(after=5 * MINUTE)
    found = await post_unnoted(hall)
    await hall.commit(status=Status.OVER, ending=Ending.RESIGNED, ended_by=1)
    hall.outbox.nudge(hall.table.id, PLACE)
    hall.outbox.pressed(hall.table.id, PLACE, found, 3)
    await hall.outbox.drain()
    assert live(hall) == [found]


async def test_a_place_that_was_left(hall: Hall) -> None:
    """A board that was found where its table has left says that it moved."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    hall.chat.messages["1/9"] = "2"
    await press_in_vain(hall, "1/9", 2)
    await hall.wait(outboxes.STRAY_SECONDS)
    assert hall.chat.messages["1/9"] == "board.moved-away"


async def test_a_press_in_vain_keeps_nobody_waiting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press on the noted board that changes nothing takes no lease, which others may need."""
    with monkeypatch.context() as watched:
        watched.delattr(type(hall.store), "showing")
        await press_in_vain(hall, "1/1", 2)
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3"]
