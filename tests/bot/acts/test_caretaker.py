"""Idle tables: they show reminders, and end after 90 days."""

from bot.acts.gather.cancel import Cancel
from bot.acts.gather.challenge import Challenge
from bot.acts.play.abort import Abort
from bot.table import steps
from bot.table.ids import TableId
from bot.table.pace import DAY
from bot.table.ports import Operation, Verdict
from bot.table.table import Ending, Status, Table
from bot.table.upkeep import UPKEEP
from tests.bot.acts.room import ANA, BEN, Room


async def wait(room: Room, days: float) -> None:
    """Advance the clock in steps of six hours, running everything that falls due."""
    await room.wait(days * DAY, every=DAY / 4)


async def commits(room: Room, id_: TableId) -> int:
    return (await room.table(id_)).revision


async def test_an_idle_game_shows_a_reminder(room: Room) -> None:
    """After 30 and again after 60 days without a move, a table shows a reminder."""
    id_ = await room.playing([2, 1, 3])
    await wait(room, 29.9)
    assert (await room.table(id_)).idle_days == 0
    revision = await commits(room, id_)
    await wait(room, 1)
    assert (await room.table(id_)).idle_days == 30
    await wait(room, 28)
    assert await commits(room, id_) == revision + 1
    await wait(room, 2)
    assert (await room.table(id_)).idle_days == 60


async def test_an_abandoned_game_ends(room: Room) -> None:
    """After 90 days without a move a game ends, and nobody wins."""
    id_ = await room.playing([2, 1, 3])
    await wait(room, 89.9)
    assert (await room.table(id_)).status is Status.PLAYING
    await wait(room, 0.5)
    table = await room.table(id_)
    assert (table.status, table.ending, table.places) == (Status.OVER, Ending.ABANDONED, ())
    assert room.shown_now[-1] == id_


async def test_a_move_resets_the_idle_time(room: Room) -> None:
    """A move resets the idle time and removes the reminder."""
    id_ = await room.playing([2, 1, 3, 4])
    await wait(room, 61)
    move = (await room.moves(id_))[0]
    assert not (await room.move(await room.mover(id_), id_, move)).refused
    assert (await room.table(id_)).idle_days == 0
    await wait(room, 89)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_reminders_after_an_outage(room: Room) -> None:
    """After an outage of two months, only the later reminder is shown."""
    id_ = await room.playing([2, 1, 3])
    room.now += 70 * DAY
    await wait(room, 0.1)
    assert (await room.table(id_)).idle_days == 60


async def test_a_table_that_is_over_leaves_the_indexes(room: Room) -> None:
    """When a table ends, scheduled work removes it from every index."""
    gone: list[Table] = []

    async def unindex(table: Table) -> None:
        gone.append(table)

    room.store.unindex = unindex  # type: ignore[method-assign] # memory has no indexes
    id_ = await room.post(ANA, Challenge((BEN,)))
    await room.act(ANA, Cancel(id_))
    await wait(room, 0.01)
    assert {table.id for table in gone} == {id_}
    (erasing,) = await room.store.claim(room.now + 400 * DAY)
    assert erasing.what == UPKEEP


async def test_an_open_table_renews_its_entries(room: Room) -> None:
    """An open table renews its index entries, so that they don't expire before it does."""
    renewed: list[TableId] = []

    async def index(table: Table) -> None:
        renewed.append(table.id)

    id_ = await room.playing([2, 1, 3])
    room.store.index = index  # type: ignore[method-assign] # as above
    await wait(room, 61)
    assert renewed.count(id_) >= 2


async def test_a_late_reminder_is_stale(room: Room) -> None:
    """A reminder prepared before another step is stale and changes nothing."""
    id_ = await room.playing([2, 1, 3])
    stale = await room.table(id_)
    await room.act(ANA, Abort(id_))
    verdict = await room.tables.commit(stale, steps.remind(stale, 30), Operation("late"))
    assert verdict is Verdict.STALE
