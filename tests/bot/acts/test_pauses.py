"""Pauses, and going on."""

import pytest

from bot.acts import access
from bot.acts.play.answer import Answer
from bot.acts.play.pause import Pause
from bot.acts.play.resume import Resume
from bot.table import steps
from bot.table.asking import Wish
from bot.table.clock import Stop
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor
from bot.table.ports import Operation
from tests.bot.acts.agreeing import answered, clocked, moved, offered, paused
from tests.bot.acts.room import ANA, BEN, Room, Why


async def test_a_pause_by_agreement(room: Room) -> None:
    """A pause that is agreed on stops the clock."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    await offered(room, id_, ANA, Wish.PAUSE)
    room.now += HOUR
    table = await answered(room, id_, BEN, agrees=True)
    assert table.clock is not None
    assert (table.clock.stopped, table.deadline) == (Stop.PAUSED, None)
    assert table.clock.remaining(room.now) == DAY - HOUR


@pytest.mark.parametrize(("actor", "other"), [(ANA, BEN), (BEN, ANA)])
async def test_going_on(room: Room, actor: Actor, other: Actor) -> None:
    """Both players end a pause, and the clock runs on with the time that was left."""
    id_ = await paused(room)
    room.now += 3 * DAY
    await offered(room, id_, actor, Wish.RESUME)
    assert (await room.table(id_)).deadline is None
    await answered(room, id_, other, agrees=True)
    assert (await room.table(id_)).deadline == int(room.now) + DAY


async def test_both_go_on(room: Room) -> None:
    """If both players press Resume, they agree."""
    id_ = await paused(room)
    for actor in (ANA, BEN):
        assert not (await room.act(actor, Resume(id_))).refused
    table = await room.table(id_)
    assert (table.deadline, table.asking) == (int(room.now) + DAY, None)


@pytest.mark.parametrize("answer", [None, False])
async def test_going_on_alone(room: Room, why: Why, *, answer: bool | None) -> None:
    """A day after asking, a player goes on alone, whether the other has declined or not."""
    id_ = await paused(room)
    asking = await offered(room, id_, ANA, Wish.RESUME)
    if answer is not None:
        await answered(room, id_, BEN, agrees=answer)
    room.now += DAY - 1
    assert why(await room.act(ANA, Resume(id_))) == "resume.wait"
    room.now += 1
    assert not (await room.act(ANA, Resume(id_))).refused
    table = await room.table(id_)
    assert (asking.at, table.deadline) == (int(room.now) - DAY, int(room.now) + DAY)
    assert table.refused == ()


async def test_a_move_does_not_put_off_the_end_of_a_pause(room: Room) -> None:
    """A move takes the offer to go on from the board, but the day goes on."""
    id_ = await paused(room)
    await offered(room, id_, ANA, Wish.RESUME)
    room.now += DAY
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert access.is_paused(await room.table(id_), ANA)
    assert not (await room.act(ANA, Resume(id_))).refused
    assert not access.is_paused(await room.table(id_), ANA)


async def test_the_day_of_another_pause(room: Room) -> None:
    """To have asked for the end of one pause ends no other one."""
    id_ = await paused(room)
    await offered(room, id_, ANA, Wish.RESUME)
    await answered(room, id_, BEN, agrees=True)
    room.now += 2 * DAY
    await offered(room, id_, ANA, Wish.PAUSE)
    await answered(room, id_, BEN, agrees=True)
    await offered(room, id_, ANA, Wish.RESUME)
    assert access.is_paused(await room.table(id_), ANA)


async def test_the_time_of_the_one_who_has_not_agreed(room: Room) -> None:
    """Who goes on alone leaves the other at least what a turn brings; themselves nothing more."""
    for asker, other in ((ANA, BEN), (BEN, ANA)):
        id_ = await moved(room)
        table = await clocked(room, id_, Pace(DAY, HOUR))
        assert table.clock is not None
        room.now += DAY + HOUR - 8
        await offered(room, id_, other, Wish.PAUSE)
        await answered(room, id_, asker, agrees=True)
        await offered(room, id_, asker, Wish.RESUME)
        room.now += DAY
        await room.act(asker, Resume(id_))
        left = HOUR if asker == ANA else 8
        assert (await room.table(id_)).deadline == int(room.now) + left


async def test_a_move_in_a_pause(room: Room) -> None:
    """A move during a pause doesn't start the clock of the other player, who may be away."""
    id_ = await paused(room)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    table = await room.table(id_)
    assert (table.deadline, await room.mover(id_)) == (None, ANA)
    await offered(room, id_, ANA, Wish.RESUME)
    assert (await answered(room, id_, BEN, agrees=True)).deadline == int(room.now) + DAY


async def test_a_pause_only_once(room: Room, why: Why) -> None:
    """A paused game can't be paused again."""
    id_ = await paused(room)
    assert why(await room.act(ANA, Pause(id_))) == "pause.already"


async def test_nothing_to_resume(room: Room, why: Why) -> None:
    """A game that isn't paused can't be resumed."""
    assert why(await room.act(ANA, Resume(await moved(room)))) == "resume.none"
    assert why(await room.act(ANA, Resume())) == "resume.none-here"


async def test_no_pause_when_the_time_is_up(room: Room, why: Why) -> None:
    """When the time is up there is no pause, even if it was offered before."""
    id_ = await moved(room)
    await clocked(room, id_, Pace(DAY))
    asking = await offered(room, id_, BEN, Wish.PAUSE)
    table = await room.table(id_)
    await room.tables.commit(table, steps.time_out(table), Operation("up"))
    assert why(await room.act(ANA, Answer(id_, asking.revision, agrees=True))) == "pause.forfeit"
    assert why(await room.act(BEN, Pause(id_))) == "pause.forfeit"
