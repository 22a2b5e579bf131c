"""Announcements: one line below running boards, until their time is over."""

from bot.acts.announcing import Announcing
from bot.acts.gather.open import Open
from bot.acts.play.move import Move
from bot.acts.play.resign import Resign
from bot.show.presenter import make_page
from bot.table.ids import TableId
from bot.table.pace import HOUR
from bot.table.table import Announcement, Status
from engine.text import Text
from tests.bot.acts.room import ANA, NOWHERE, Room

SAID = "Puluc will be down for ten minutes at 14:00 UTC."


def announcement(room: Room) -> Announcement:
    return Announcement(SAID, int(room.now) + HOUR)


async def lines(room: Room, id_: TableId) -> tuple[Text, ...]:
    """The lines of a table's board."""
    return make_page(room.tables.games, await room.table(id_), room.say).lines


async def test_a_running_board(room: Room) -> None:
    """A running board ends with the announcement, and is edited without mentioning anyone."""
    id_ = await room.playing([2, 1, 3])
    assert await Announcing(room.tables).announce(id_, announcement(room))
    table = await room.table(id_)
    assert table.silent
    assert room.shown_now[-1] == id_
    assert room.say((await lines(room, id_))[-1]) == f"Notice: {SAID}"


async def test_moves_keep_the_announcement(room: Room) -> None:
    """A board still shows the announcement after a move, because the opponent reads it then."""
    id_ = await room.playing([2, 1, 3, 4])
    await Announcing(room.tables).announce(id_, announcement(room))
    await room.move(await room.mover(id_), id_, (await room.moves(id_))[0])
    assert (await lines(room, id_))[-1].key == "announcement.line"


async def test_a_press_on_the_board_before(room: Room) -> None:
    """A press on the board that didn't have the announcement yet counts."""
    id_ = await room.playing([2, 1, 3, 4])
    before, moves, mover = await room.table(id_), await room.moves(id_), await room.mover(id_)
    await Announcing(room.tables).announce(id_, announcement(room))
    pressed = Move(id_, before.revision, moves[0], before.mark)
    assert not (await room.act(mover, pressed)).refused
    assert (await room.table(id_)).moves == before.moves + 1


async def test_its_end(room: Room) -> None:
    """When its time is over, an announcement disappears, also where nobody has moved."""
    id_ = await room.playing([2, 1, 3])
    await Announcing(room.tables).announce(id_, announcement(room))
    await room.wait(HOUR - 60)
    assert (await room.table(id_)).announcement is not None
    await room.wait(120)
    assert (await room.table(id_)).announcement is None


async def test_a_longer_one_replaces_it(room: Room) -> None:
    """The end of an announcement leaves the one that has replaced it."""
    id_ = await room.playing([2, 1, 3])
    later = Announcement("It takes longer.", int(room.now) + 3 * HOUR)
    await Announcing(room.tables).announce(id_, announcement(room))
    await Announcing(room.tables).announce(id_, later)
    await room.wait(2 * HOUR)
    assert (await room.table(id_)).announcement == later


async def test_the_same_again(room: Room) -> None:
    """Announcing the same again changes nothing."""
    id_ = await room.playing([2, 1, 3])
    announcing, said = Announcing(room.tables), announcement(room)
    await announcing.announce(id_, said)
    revision = (await room.table(id_)).revision
    assert not await announcing.announce(id_, said)
    assert (await room.table(id_)).revision == revision


async def test_the_idle_time(room: Room) -> None:
    """An announcement isn't a move: idle games end when they would have ended without it."""
    id_ = await room.playing([2, 1, 3])
    touched = (await room.table(id_)).touched
    room.now += 10 * HOUR
    await Announcing(room.tables).announce(id_, announcement(room))
    assert (await room.table(id_)).touched == touched


async def test_other_tables(room: Room) -> None:
    """Challenges, finished games and unknown tables get no announcement."""
    announcing, said = Announcing(room.tables), announcement(room)
    offered = await room.post(ANA, Open())
    over = await room.playing([2, 1, 3])
    await room.act(ANA, Resign(over, sure=True))
    assert (await room.table(over)).status is Status.OVER
    for id_ in (offered, over, NOWHERE):
        assert not await announcing.announce(id_, said)


async def test_a_game_that_ends_meanwhile(room: Room) -> None:
    """The result of a game has no announcement below it."""
    id_ = await room.playing([2, 1, 3])
    await Announcing(room.tables).announce(id_, announcement(room))
    await room.act(ANA, Resign(id_, sure=True))
    assert all(line.key != "announcement.line" for line in await lines(room, id_))
    await room.wait(2 * HOUR, every=HOUR)
    assert (await room.table(id_)).status is Status.OVER
