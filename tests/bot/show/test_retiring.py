"""Replaced messages are retired after the new one is shown, with retries."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.show import retiring
from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.table.ids import TableId
from bot.table.people import Place, Platform
from bot.table.ports import Shown
from bot.table.settings import Settings
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall

REFUSALS = [RetryLater(30), Unanswered(), TimeoutError(), ValueError("odd")]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: type(refusal).__name__)
async def test_a_refused_old_board(hall: Hall, refusal: Exception) -> None:
    """Failing to retire an old message delays neither the new board nor the next one."""
    hall.chat.no_retiring.append(refusal)
    await hall.step(after=5 * MINUTE)
    await hall.step(after=1)
    assert hall.chat.done == ["post 1/2 at 3", "edit 1/2 at 4"]
    assert await hall.store.overdue(Platform.DISCORD) == ()
    await hall.wait(31)
    assert hall.chat.done[2:] == ["retire 1/1"]


async def test_an_old_board_that_hangs(hall: Hall) -> None:
    """While retiring an old message hangs, new boards are shown."""
    hall.chat.hanging_retiring = asyncio.Event()
    await hall.commit(after=5 * MINUTE)
    await hall.outbox.sweep()
    assert hall.chat.done == ["post 1/2 at 3"]
    await hall.commit(after=2)
    await hall.outbox.sweep()
    assert hall.chat.done == ["post 1/2 at 3", "edit 1/2 at 4"]
    hall.chat.hanging_retiring.set()
    await hall.outbox.drain()
    assert "retire 1/1" not in hall.chat.done  # it was cancelled
    await hall.wait(10)
    assert hall.chat.done[2:] == ["retire 1/1"]


async def test_an_attempt_that_is_quick(hall: Hall) -> None:
    """An attempt that has only just begun isn't cancelled for a new board."""
    hall.chat.hanging_retiring = asyncio.Event()
    await hall.commit(after=5 * MINUTE)
    await hall.outbox.sweep()
    await hall.commit(after=0.5)
    await hall.outbox.sweep()
    hall.chat.hanging_retiring.set()
    await hall.outbox.drain()
    assert "retire 1/1" in hall.chat.done


async def test_a_crash_before_retiring(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a crash, another process retires the replaced message."""
    with monkeypatch.context() as crash:
        crash.setattr(retiring.Retiring, "begin", lambda *_: None)
        await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3"]
    hall.restart()
    await hall.wait(retiring.CRASH_SECONDS)
    await hall.wait(100)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_crash_right_after_recording(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a crash as soon as the new message is recorded, another process retires the old one."""
    mark_shown = hall.store.mark_shown

    async def killed(table: TableId, place: Place, shown: Shown) -> bool:
        await mark_shown(table, place, shown)
        raise asyncio.CancelledError

    with monkeypatch.context() as crash:
        crash.setattr(hall.store, "mark_shown", killed)
        await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3"]
    hall.restart()
    await hall.wait(retiring.CRASH_SECONDS)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_crash_before_recording(hall: Hall) -> None:
    """A message scheduled to be retired, but then not replaced, stays."""
    await hall.outbox.retiring.schedule(hall.table.id, PLACE, "1/1")  # as before a crash
    await hall.wait(10)
    assert hall.chat.done == []


async def test_growing_delays(hall: Hall) -> None:
    """A message that can't be retired is retried at growing intervals, and left after an hour."""
    attempts = []
    await hall.commit(after=5 * MINUTE)
    while hall.now < 1_000_300 + 3700:
        hall.chat.no_retiring = [Unanswered()]
        await hall.scheduler.tick()
        await hall.outbox.sweep()
        await hall.outbox.drain()
        if not hall.chat.no_retiring:
            attempts.append(int(hall.now - 1_000_300))
        hall.now += 1 if hall.now < 1_000_310 else 10
    pauses = [after - before for before, after in pairwise(attempts)]
    assert attempts[:5] == [0, 1, 2, 4, 8]
    assert pauses == sorted(pauses)
    assert max(pauses) == retiring.MAX_SECONDS
    assert len(attempts) < 30
    hall.chat.no_retiring = []
    await hall.wait(3600)
    assert hall.chat.messages["1/1"] == "2"


@pytest.mark.parametrize("lost", [Barrier.NO_PERMISSION, Barrier.PLACE_GONE])
async def test_a_message_that_cannot_be_retired(hall: Hall, lost: Barrier) -> None:
    """A message that can never be changed is left, without retries."""
    hall.chat.no_retiring.append(Unshowable(lost))
    await hall.step(after=5 * MINUTE)
    await hall.wait(60)
    assert hall.chat.done == ["post 1/2 at 3"]


async def test_a_failed_deletion_is_retried(hall: Hall) -> None:
    """A message whose deletion failed is deleted later."""
    await hall.store.change_settings(PLACE, Settings(delete_old=True))
    hall.chat.no_retiring.append(Unanswered())
    await hall.step(after=5 * MINUTE)
    await hall.wait(1)
    assert hall.chat.messages["1/1"] == "deleted"


async def test_a_platform_of_another_process(hall: Hall) -> None:
    """A due for a platform that this process doesn't serve is left to one that does."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=5 * MINUTE)
    chat, hall.chat = hall.chat, replace(hall.chat, platform=Platform.TELEGRAM)
    hall.restart()
    await hall.wait(5)
    assert chat.done == ["post 1/2 at 3"]
    hall.chat = chat
    hall.restart()
    await hall.wait(10)
    assert chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_message_in_the_previous_place(hall: Hall) -> None:
    """If the table has moved away, the retired message says so, however late."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    for _ in range(2):
        await hall.wait(5)
    assert hall.chat.messages == {"1/1": "board.moved-to", "2/2": "3"}


async def test_a_platform_that_no_process_serves(hall: Hall) -> None:
    """Work for a platform that no process serves is eventually dropped."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=5 * MINUTE)
    hall.chat = replace(hall.chat, platform=Platform.TELEGRAM)
    hall.restart()
    for _ in range(30):
        await hall.wait(300)
    assert await hall.store.claim(hall.now + 10_000) == ()
