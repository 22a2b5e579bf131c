"""A game's record, and the check of its throws, without public pages."""

from dataclasses import replace

import pytest

from bot.acts.gather.cancel import Cancel
from bot.acts.gather.open import Open
from bot.acts.look.record import ShowRecord
from bot.acts.look.verify import Verify
from bot.acts.play.abort import Abort
from bot.acts.play.resign import Resign
from bot.table.button import Button
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.ports import Operation
from bot.table.request import Reply
from bot.table.turns import Hands
from engine.corn import commitment
from engine.record import UNDO, Record
from engine.text import Text
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.hands import ScriptedCorn


@pytest.fixture
def room() -> Room:
    room = Room()
    room.use(Hands(FairCorn()))
    return room


async def over(room: Room) -> TableId:
    """Return a game that is over after its first throws."""
    id_ = await room.playing()
    await room.act(ANA, Abort(id_))
    return id_


def keys(reply: Reply) -> list[str]:
    return [text.key for text in reply.texts]


async def test_a_record(room: Room) -> None:
    """The record of a game is sent as a file that can be parsed."""
    id_ = await room.playing()
    reply = await room.act(BEN, ShowRecord())
    assert reply.file is not None
    assert reply.file.name == f"puluc-{id_}.txt"
    record = Record.read(reply.file.data.decode())
    assert record.entries == await room.store.record(id_)
    assert record.tags.players == ("Ana", "Ben")


async def test_before_the_end(room: Room) -> None:
    """While a game is in progress, only the hash of its seed is shown."""
    id_ = await room.playing()
    reply = await room.act(ANA, Verify(id_))
    assert keys(reply) == ["corn.bound", "corn.later"]
    assert "puluc-corn-2" in room.say(reply.texts[-1])
    assert (await room.table(id_)).seed.hex() not in " ".join(map(room.say, reply.texts))


async def test_fair_throws(room: Room) -> None:
    """After the end the seed is shown, and every throw follows from it."""
    id_ = await over(room)
    reply = await room.act(CARA, Verify(id_))
    assert keys(reply) == ["corn.seed", "corn.agrees"]
    assert [choice.act for choice in reply.choices] == [ShowRecord(id_)]
    table, text = await room.table(id_), " ".join(map(room.say, reply.texts))
    for needed in (table.seed.hex(), commitment(table.seed), id_, table.header, "puluc-corn-2"):
        assert needed in text


async def test_throws_after_an_undo(room: Room) -> None:
    """Throws that were taken back and thrown again are checked again, with their old numbers."""
    id_ = await room.playing()
    before, (move, *_) = await room.table(id_), await room.moves(id_)
    await room.move(await room.mover(id_), id_, move)
    again = (await room.store.record(id_))[before.casts :]
    table = await room.table(id_)
    later = replace(table, revision=table.revision + 1)
    await room.store.commit(later, (UNDO, *again), Operation("undo"), [])
    await room.act(ANA, Resign(id_, sure=True))
    reply = await room.act(ANA, Verify(id_))
    checked = Text("corn.agrees", count=2 * table.casts - before.casts)
    assert reply.texts[-1] == checked


async def test_the_record_beside_the_proof(room: Room) -> None:
    """The proof comes with a button for the record if the game was played."""
    id_ = await over(room)
    (record,) = (await room.act(CARA, Verify(id_))).choices
    assert isinstance(record, Button)
    assert (await room.act(CARA, record.act)).file is not None
    posted = await room.post(ANA, Open())
    await room.act(ANA, Cancel(posted))
    assert (await room.act(BEN, Verify(posted))).choices == ()


async def test_a_throw_that_differs(room: Room) -> None:
    """Throws that don't follow from the seed are detected."""
    room.use(Hands(ScriptedCorn([2, 1, 3])))
    id_ = await over(room)
    assert keys(await room.act(ANA, Verify(id_)))[-1] == "corn.differs"


async def test_a_challenge_that_came_to_nothing(room: Room) -> None:
    """A cancelled challenge shows its seed and says that nothing was thrown."""
    id_ = await room.post(ANA, Open())
    await room.act(ANA, Cancel(id_))
    assert keys(await room.act(BEN, Verify(id_))) == ["corn.unused"]


async def test_no_game(room: Room, why: Why) -> None:
    """A player without a game here is told so."""
    assert why(await room.act(ANA, ShowRecord())) == "pick.no-paper"
