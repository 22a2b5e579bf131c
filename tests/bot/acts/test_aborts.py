"""Aborts are counted, once each, and limited for each person."""

import pytest

from bot.acts.aborts import ABORTED_SECONDS, MAX_ABORTS
from bot.table.intents import Abort, Accept, Challenge, Resign
from bot.table.ports import CorruptRecord, StoreDown
from bot.table.table import Ending, TableId
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why


async def begun(room: Room) -> TableId:
    """A game of Ana against Ben, who took her open challenge."""
    id_ = await room.post(ANA, Challenge())
    await room.act(BEN, Accept(id_))
    return id_


async def abort_all(room: Room) -> TableId:
    """Ana aborts as many games as one may; return the last."""
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
    """A day after the first of five aborts there is room for another."""
    await abort_all(room)
    room.now += ABORTED_SECONDS
    assert not (await room.act(ANA, Abort(await begun(room)))).refused


async def test_aborts_of_others_do_not_count(room: Room) -> None:
    """Whoever aborts pays for it, not their opponent."""
    await abort_all(room)
    id_ = await begun(room)
    await room.act(BEN, Abort(id_))
    assert (await room.table(id_)).ended_by == 1


async def test_an_abort_delivered_again(room: Room) -> None:
    """An abort that is delivered again is answered well and counted once, also the last one."""
    id_ = await begun(room)
    for _ in range(MAX_ABORTS + 1):
        assert not (await room.act(ANA, Abort(id_), operation="again")).refused
    for _ in range(MAX_ABORTS - 1):
        assert not (await room.act(ANA, Abort(await begun(room)))).refused
    assert not (await room.act(ANA, Abort(id_), operation="again")).refused


async def test_what_was_not_aborted_does_not_count(room: Room, why: Why) -> None:
    """Refused aborts cost nothing: of games with a move, of games over, of games of others."""
    moved, over, others = [await begun(room) for _ in range(3)]
    await room.move(ANA, moved, "b+3")
    await room.act(BEN, Abort(over))
    refused = [why(await room.act(ANA, Abort(id_))) for id_ in (moved, over)]
    assert refused == ["abort.moved", "table.over"]
    assert why(await room.act(CARA, Abort(others))) == "seat.none"
    await abort_all(room)


async def test_an_abort_that_a_crash_kept_from_being_done(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was counted but never done is given back before anybody is refused for it."""
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
    """An abort whose table cannot be read any more still counts, and stops nothing."""
    last = await abort_all(room)
    id_, load = await begun(room), room.store.load

    async def torn(table: TableId) -> object:
        if table == last:
            raise CorruptRecord("torn")
        return await load(table)

    monkeypatch.setattr(room.store, "load", torn)
    assert why(await room.act(ANA, Abort(id_))) == "abort.too-many"
