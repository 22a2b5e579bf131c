"""Boards that a place doesn't let the bot show, until it does."""

import pytest

from bot.show.outbound import Barrier, Unshowable
from bot.table.people import Platform
from bot.table.table import Status
from tests.bot.show.hall import MINUTE, PLACE, Hall

HOUR = 60 * MINUTE


async def barred(hall: Hall, seconds: float, reason: Barrier = Barrier.NO_PERMISSION) -> float:
    """Let the place refuse a board for so long; return after how many seconds it is shown."""
    began = hall.now + MINUTE
    hall.chat.failures.append(Unshowable(reason))
    await hall.step(after=MINUTE)
    while not hall.chat.done and hall.now - began < 48 * HOUR:
        hall.chat.failures.clear()
        if hall.now - began < seconds:
            hall.chat.failures.append(Unshowable(reason))
        hall.now += 1
        await hall.scheduler.tick()
        await hall.show()
    return hall.now - began


async def test_a_permission_that_was_missing_for_minutes(hall: Hall) -> None:
    """A board is tried again after 15 s, 30, 60 and so on, without anybody's doing anything."""
    assert 180 < await barred(hall, 180) <= 15 + 30 + 60 + 120 + 5
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_new_step(hall: Hall) -> None:
    """A pause holds up no other revision."""
    hall.chat.failures.append(Unshowable(Barrier.LOCKED))
    await hall.step(after=MINUTE)
    await hall.step()
    assert hall.chat.done == ["edit 1/1 at 4"]
    hall.now += MINUTE
    await hall.scheduler.tick()
    await hall.show()
    assert hall.chat.done == ["edit 1/1 at 4"]


async def test_rights_change(hall: Hall) -> None:
    """When something changes in the channel, the board is shown at once."""
    hall.chat.failures.append(Unshowable(Barrier.NO_PERMISSION))
    await hall.step(after=MINUTE)
    await hall.outbox.barred.lift(Platform.DISCORD, {"elsewhere"})
    await hall.outbox.barred.lift(Platform.TELEGRAM, {PLACE.channel})
    await hall.show()
    assert hall.chat.done == []
    await hall.outbox.barred.lift(Platform.DISCORD, {PLACE.channel})
    await hall.show()
    assert hall.chat.done == ["edit 1/1 at 3"]


@pytest.mark.parametrize("shown", [True, False])
async def test_a_place_that_is_gone(hall: Hall, shown: bool) -> None:
    """Nothing is tried in a deleted channel, nor where a withdrawn challenge was never seen."""
    if not shown:
        await hall.store.unshow(hall.table.id, PLACE, hall.table.revision)
    hall.chat.failures.append(Unshowable(Barrier.PLACE_GONE if shown else Barrier.NO_PERMISSION))
    await hall.step(after=MINUTE, status=Status.PLAYING if shown else Status.OVER)
    hall.now += HOUR
    await hall.scheduler.tick()
    await hall.show()
    assert hall.chat.done == []
