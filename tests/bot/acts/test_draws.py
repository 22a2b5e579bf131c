"""Draws by agreement."""

from bot.acts.play.answer import Answer
from bot.acts.play.resign import Resign
from bot.table.asking import Asking, Wish
from bot.table.table import Ending, Status
from tests.bot.acts.agreeing import DAN, answered, moved, offered, partners
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


async def test_a_draw_by_agreement(room: Room) -> None:
    """A draw that is agreed on ends the game without a winner, and says who offered it."""
    id_ = await moved(room)
    await offered(room, id_, BEN, Wish.DRAW)
    table = await answered(room, id_, ANA, agrees=True)
    assert (table.status, table.ending, table.ended_by) == (Status.OVER, Ending.AGREED, 1)
    assert (table.places, table.winners) == (((0, 1),), ())


async def test_a_draw_in_a_team(room: Room, why: Why) -> None:
    """A draw takes more than half of the people of each side; all offers of it are one."""
    id_ = await partners(room)
    answer = Answer(id_, (await offered(room, id_, ANA, Wish.DRAW)).revision, agrees=True)
    assert not (await room.act(CARA, answer)).refused
    assert not (await room.act(BEN, answer)).refused
    table = await room.table(id_)
    assert table.asking == Asking(Wish.DRAW, 0, answer.revision, (2, 1), int(room.now))
    assert why(await room.act(BEN, answer)) == "agree.already"
    assert not (await room.act(DAN, answer)).refused
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.AGREED, 0, ())


async def test_the_computers_of_a_team_have_no_say(room: Room) -> None:
    """A draw counts people, not seats: computers don't vote."""
    id_ = await partners(room)
    for actor in (BEN, DAN):
        await room.act(actor, Resign(id_, sure=True))
    await offered(room, id_, ANA, Wish.DRAW)
    assert (await answered(room, id_, CARA, agrees=True)).ending is Ending.AGREED
