"""What becomes of messages that were replaced: retired after the new one, with patience."""

import asyncio
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.show import retiring
from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.table.people import Platform
from bot.table.ports import Shown
from bot.table.settings import Settings
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall

REFUSALS = [RetryLater(30), Unanswered(), TimeoutError(), ValueError("odd")]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: type(refusal).__name__)
async def test_a_refused_old_board(hall: Hall, refusal: Exception) -> None:
    """However the old message refuses, the new one is shown first, and so is the next one."""
    hall.chat.no_retiring.append(refusal)
    await hall.step(after=5 * MINUTE)
    await hall.step(after=1)
    assert hall.chat.done == ["post 1/2 at 3", "edit 1/2 at 4"]
    assert await hall.store.overdue(Platform.DISCORD) == ()
    await hall.wait(31)
    assert hall.chat.done[2:] == ["retire 1/1"]


async def test_an_old_board_that_hangs(hall: Hall) -> None:
    """While an old message takes its time, new boards are shown, and it keeps none waiting."""
    hall.chat.hanging_retiring = asyncio.Event()
    await hall.commit(after=5 * MINUTE)
    await hall.outbox.sweep()
    assert hall.chat.done == ["post 1/2 at 3"]
    await hall.commit(after=2)
    await hall.outbox.sweep()
    assert hall.chat.done == ["post 1/2 at 3", "edit 1/2 at 4"]
    hall.chat.hanging_retiring.set()
    await hall.outbox.drain()
    assert "retire 1/1" not in hall.chat.done  # it was broken off
    await hall.wait(10)
    assert hall.chat.done[2:] == ["retire 1/1"]


async def test_an_attempt_that_is_quick(hall: Hall) -> None:
    """An old message that has only just been asked for is not broken off for a new board."""
    hall.chat.hanging_retiring = asyncio.Event()
    await hall.commit(after=5 * MINUTE)
    await hall.outbox.sweep()
    await hall.commit(after=0.5)
    await hall.outbox.sweep()
    hall.chat.hanging_retiring.set()
    await hall.outbox.drain()
    assert "retire 1/1" in hall.chat.done


async def test_a_crash_before_retiring(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that was replaced is retired by whoever comes after a crash."""
    with monkeypatch.context() as crash:
        crash.setattr(retiring.Retiring, "begin", lambda *_: None)
        await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3"]
    hall.start_anew()
    await hall.wait(retiring.CRASH_SECONDS)
    await hall.wait(100)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_crash_before_noting(hall: Hall) -> None:
    """A message that was to be retired, and then was not replaced after all, stays."""
    await hall.outbox._retiring.schedule(hall.table.id, PLACE, "1/1")  # noqa: SLF001 - a crash came then
    await hall.wait(10)
    assert hall.chat.done == []


async def test_patience_that_grows(hall: Hall) -> None:
    """A message that refuses is asked again and again, ever more rarely, and left after an hour."""
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
    """A message that cannot be changed at all is left, and not asked again."""
    hall.chat.no_retiring.append(Unshowable(lost))
    await hall.step(after=5 * MINUTE)
    await hall.wait(60)
    assert hall.chat.done == ["post 1/2 at 3"]


async def test_what_an_older_release_left(hall: Hall) -> None:
    """Messages that were noted as to be retired are, and their board is not posted for that."""
    left = Shown(2, "1/1", hall.now, hall.now, ("1/8", "1/9"))
    await hall.store.mark_shown(hall.table.id, PLACE, left)
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.show()
    assert sorted(hall.chat.done) == ["retire 1/8", "retire 1/9"]
    assert await hall.store.shown(hall.table.id, PLACE) == replace(left, old=())
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_what_was_not_deleted_at_once(hall: Hall) -> None:
    """A message whose deletion was refused is deleted later."""
    await hall.store.change_settings(PLACE, Settings(delete_old=True))
    hall.chat.no_retiring.append(Unanswered())
    await hall.step(after=5 * MINUTE)
    await hall.wait(1)
    assert hall.chat.messages["1/1"] == "deleted"


async def test_a_platform_of_another_process(hall: Hall) -> None:
    """What falls due in a process that does not serve its platform is done by one that does."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=5 * MINUTE)
    chat, hall.chat = hall.chat, replace(hall.chat, platform=Platform.TELEGRAM)
    hall.start_anew()
    await hall.wait(5)
    assert chat.done == ["post 1/2 at 3"]
    hall.chat = chat
    hall.start_anew()
    await hall.wait(10)
    assert chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_message_of_a_place_that_was_left(hall: Hall) -> None:
    """Where the table has moved away, the note says so, however late."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    await hall.wait(5)
    assert hall.chat.messages == {"1/1": "board.moved-away", "2/2": "3"}


async def test_a_platform_that_nobody_serves_any_more(hall: Hall) -> None:
    """What no process can do is forgotten after a while."""
    hall.chat.no_retiring.append(RetryLater(5))
    await hall.step(after=5 * MINUTE)
    hall.chat = replace(hall.chat, platform=Platform.TELEGRAM)
    hall.start_anew()
    for _ in range(30):
        await hall.wait(300)
    assert await hall.store.claim(hall.now + 10_000) == ()
