"""Aborts are counted per player, once each, and limited."""

import pytest

from bot.acts.aborts import ABORTED_SECONDS, MAX_ABORTS
from bot.acts.gather.accept import Accept
from bot.acts.gather.open import Open
from bot.acts.play.abort import Abort
from bot.acts.play.resign import Resign
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.ports import CorruptRecord, StoreDown
from bot.table.table import Ending
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why
from tests.bot.acts.teams import EASY, team_game


async def begun(room: Room) -> TableId:
    """Return a game of Ana against Ben, who accepted her open challenge."""
    id_ = await room.post(ANA, Open())
    await room.act(BEN, Accept(id_))
    return id_


async def abort_all(room: Room) -> TableId:
    """Let Ana abort as many games as the limit allows; return the last one."""
    for n in range(MAX_ABORTS):
        id_ = await begun(room)
        assert not (await room.act(ANA, Abort(id_), operation=f"abort-{n}")).refused
    return id_


async def test_one_abort_too_many(room: Room, why: Why) -> None:
    """After five aborts in a day the sixth is refused; the game goes on and can be resigned."""
    await abort_all(room)
    id_ = await begun(room)
    assert why(await room.act(ANA, Abort(id_))) == "abort.too-many"
    assert (await room.table(id_)).ending is None
    await room.act(ANA, Resign(id_, sure=True))
    assert (await room.table(id_)).ending is Ending.RESIGNED


async def test_aborts_are_forgotten(room: Room) -> None:
    """A day after the first of five aborts, another abort is allowed."""
    await abort_all(room)
    room.now += ABORTED_SECONDS
    assert not (await room.act(ANA, Abort(await begun(room)))).refused


async def test_aborts_of_others_do_not_count(room: Room) -> None:
    """An abort counts against the player who aborts, not against the opponent."""
    await abort_all(room)
    id_ = await begun(room)
    await room.act(BEN, Abort(id_))
    assert (await room.table(id_)).ended_by == 1


async def test_a_repeated_abort(room: Room) -> None:
    """A repeated abort gets the same answer and counts once, even if it is the last one allowed."""
    id_ = await begun(room)
    for _ in range(MAX_ABORTS + 1):
        assert not (await room.act(ANA, Abort(id_), operation="again")).refused
    for _ in range(MAX_ABORTS - 1):
        assert not (await room.act(ANA, Abort(await begun(room)))).refused
    assert not (await room.act(ANA, Abort(id_), operation="again")).refused


async def test_refused_aborts_do_not_count(room: Room, why: Why) -> None:
    """Refused aborts don't count: after a first move, after the end, or of other players' games."""
    moved, over, others = [await begun(room) for _ in range(3)]
    await room.move(ANA, moved, "b+3")
    await room.act(BEN, Abort(over))
    refused = [why(await room.act(ANA, Abort(id_))) for id_ in (moved, over)]
    assert refused == ["abort.moved", "table.over"]
    assert why(await room.act(CARA, Abort(others))) == "seat.none"
    await abort_all(room)


async def test_an_abort_lost_in_a_crash(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A counted abort that was never carried out is uncounted before it could cause a refusal."""
    ids = [await begun(room) for _ in range(MAX_ABORTS)]

    async def down(*_: object) -> None:
        raise StoreDown

    with monkeypatch.context() as patched:
        patched.setattr(room.store, "commit", down)
        for id_ in ids:
            with pytest.raises(StoreDown):
                await room.act(ANA, Abort(id_))
    await abort_all(room)


async def test_an_aborted_game_that_cannot_be_read(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An aborted game that can no longer be loaded still counts, and causes no error."""
    last = await abort_all(room)
    id_, load = await begun(room), room.store.load

    async def torn(table: TableId) -> object:
        if table == last:
            raise CorruptRecord("torn")
        return await load(table)

    monkeypatch.setattr(room.store, "load", torn)
    assert why(await room.act(ANA, Abort(id_))) == "abort.too-many"


async def test_a_game_of_several_people_cannot_be_aborted(room: Room, why: Why) -> None:
    """With more than two people, nobody ends the game for all; they can give up their seat."""
    id_ = await team_game(room)
    reply = await room.act(ANA, Abort(id_))
    assert why(reply) == "abort.team"
    assert [each.act for each in reply.choices if isinstance(each, Button)] == [Resign(id_)]


async def test_a_team_of_computers_does_not_prevent_an_abort(room: Room) -> None:
    """Two people who play with computers as partners can abort their game."""
    id_ = await team_game(room, ANA, EASY, BEN, EASY)
    assert not (await room.act(ANA, Abort(id_))).refused
