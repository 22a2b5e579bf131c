"""Tables that nobody touches: they say that they wait, and none ends or lasts unsaid."""

from bot.table import steps
from bot.table.intents import Abort, Cancel, Challenge
from bot.table.ports import Operation, Verdict
from bot.table.table import Ending, Status, Table, TableId
from bot.table.upkeep import DAY
from tests.bot.acts.room import ANA, BEN, Room


async def wait(room: Room, days: float) -> None:
    """Let time pass, and have done what falls due in it, an hour at a time at the most."""
    until = room.now + days * DAY
    while room.now < until:
        room.now = min(until, room.now + DAY / 4)
        await room.fall_due()


async def commits(room: Room, id_: TableId) -> int:
    return (await room.table(id_)).revision


async def test_a_game_that_waits_says_so(room: Room) -> None:
    """After 30 and after 60 days without a move a table says that it waits, once each."""
    id_ = await room.playing([2, 1, 3])
    revision = await commits(room, id_)
    await wait(room, 29.9)
    assert (await room.table(id_)).idle_days == 0
    await wait(room, 1)
    assert (await room.table(id_)).idle_days == 30
    await wait(room, 28)
    assert await commits(room, id_) == revision + 1
    await wait(room, 2)
    assert (await room.table(id_)).idle_days == 60


async def test_a_game_that_nobody_plays_ends(room: Room) -> None:
    """After 90 days without a move a game ends with a last word, and nobody wins."""
    id_ = await room.playing([2, 1, 3])
    await wait(room, 89.9)
    assert (await room.table(id_)).status is Status.PLAYING
    await wait(room, 0.5)
    table = await room.table(id_)
    assert (table.status, table.ending, table.places) == (Status.OVER, Ending.ABANDONED, ())
    assert room.nudged[-1] == id_


async def test_a_move_begins_the_wait_anew(room: Room) -> None:
    """What was said of waiting is forgotten with the next move."""
    id_ = await room.playing([2, 1, 3, 4])
    await wait(room, 61)
    move = (await room.moves(id_))[0]
    assert not (await room.move(await room.mover(id_), id_, move)).refused
    assert (await room.table(id_)).idle_days == 0
    await wait(room, 89)
    assert (await room.table(id_)).status is Status.PLAYING


async def test_a_game_that_waited_long_unseen_says_the_last_word_only_when_due(room: Room) -> None:
    """Processes that were away for two months remind once, of the longer time."""
    id_ = await room.playing([2, 1, 3])
    room.now += 70 * DAY
    await wait(room, 0.1)
    assert (await room.table(id_)).idle_days == 60


async def test_what_is_over_leaves_the_lists(room: Room) -> None:
    """A table that ended is taken out of every index by what falls due at once."""
    gone: list[Table] = []

    async def unindex(table: Table) -> None:
        gone.append(table)

    room.store.unindex = unindex  # type: ignore[method-assign] # memory has no indexes of its own
    id_ = await room.post(ANA, Challenge(BEN))
    await room.act(ANA, Cancel(id_))
    await wait(room, 0.01)
    assert {table.id for table in gone} == {id_}
    assert await room.store.claim(room.now + 400 * DAY) == ()


async def test_an_open_table_renews_its_entries(room: Room) -> None:
    """However slowly a game goes, the indexes that lead to it do not end before it."""
    renewed: list[TableId] = []

    async def index(table: Table) -> None:
        renewed.append(table.id)

    id_ = await room.playing([2, 1, 3])
    room.store.index = index  # type: ignore[method-assign] # likewise
    await wait(room, 61)
    assert renewed.count(id_) >= 2


async def test_whoever_is_quicker_than_the_caretaker_wins(room: Room) -> None:
    """A step that was taken meanwhile stands; nothing is told over it."""
    id_ = await room.playing([2, 1, 3])
    stale = await room.table(id_)
    await room.act(ANA, Abort(id_))
    verdict = await room.tables.commit(stale, steps.remind(stale, 30), Operation("late"))
    assert verdict is Verdict.STALE
