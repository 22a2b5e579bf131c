"""What players can do when the player to move doesn't come back."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.table import steps
from bot.table.calls import MAX_REMINDERS
from bot.table.clock import Clock
from bot.table.ids import TableId
from bot.table.intents import Accept, Claim, Extend, KeepPlaying, Practice
from bot.table.pace import DAY, HOUR, Pace
from bot.table.people import Actor, Place, Platform
from bot.table.ports import Operation
from bot.table.step import Step
from bot.table.table import Absence, Ending, Status, Table
from tests.bot.acts.room import ANA, BEN, CARA, Room, Why

ELSEWHERE = Place(Platform.WEB, "elsewhere")
BOTH = pytest.mark.parametrize("intent", [Claim, Extend])


async def change(room: Room, id_: TableId, make: Callable[[Table], Step], name: str) -> Table:
    """Commit a step that nobody asked for, as the timekeeper does."""
    table = await room.table(id_)
    await room.tables.commit(table, make(table), Operation(f"{name}:{id_}"))
    return await room.table(id_)


async def timed(room: Room, pace: Pace | None = None) -> TableId:
    """Return a game in which Ana has moved and the time of Ben, to move, runs."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    clock = Clock.start(pace or Pace(DAY), 2, 1, room.now)
    await change(room, id_, lambda table: steps.retime(table, clock), "clock")
    return id_


async def up(room: Room) -> TableId:
    """Return a game in which Ben's time is up."""
    id_ = await timed(room)
    room.now += DAY
    await change(room, id_, steps.time_out, "up")
    return id_


async def gone(room: Room, *, claimable: bool = True) -> TableId:
    """Return a game of five days a turn, which Ben has left."""
    id_ = await timed(room, Pace(5 * DAY))
    absence = Absence(1, int(room.now), claimable)
    await change(room, id_, lambda table: steps.miss(table, absence), "gone")
    return id_


async def test_claiming_when_the_time_is_up(room: Room) -> None:
    """When a player's time is up, the opponent can claim the win."""
    id_ = await up(room)
    assert not (await room.act(ANA, Claim(id_))).refused
    table = await room.table(id_)
    assert (table.status, table.ending, table.ended_by) == (Status.OVER, Ending.TIMEOUT, 1)
    assert (table.winners, table.places) == ((0,), ((0,), (1,)))


async def test_claiming_when_the_player_has_gone(room: Room) -> None:
    """When a player has gone, the opponent can claim the win."""
    id_ = await gone(room)
    assert not (await room.act(ANA, Claim(id_))).refused
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.LEFT, 1, (0,))


@BOTH
async def test_too_early(room: Room, why: Why, intent: type[Claim]) -> None:
    """Before the time is up or the player's absence counts, there is nothing to claim."""
    assert why(await room.act(ANA, intent(await timed(room)))) == "claim.none"
    assert why(await room.act(ANA, intent(await gone(room, claimable=False)))) == "claim.none"


@BOTH
async def test_by_the_player_whose_time_is_up(room: Room, why: Why, intent: type[Claim]) -> None:
    """The player whose time is up can't decide what follows."""
    assert why(await room.act(BEN, intent(await up(room)))) == "claim.own"


@BOTH
async def test_by_a_watcher(room: Room, why: Why, intent: type[Claim]) -> None:
    """A person without a seat can't decide what follows."""
    assert why(await room.act(CARA, intent(await up(room)))) == "seat.none"


@BOTH
async def test_an_old_button(room: Room, why: Why, intent: type[Claim]) -> None:
    """After a move, the buttons of the board before it do nothing."""
    id_ = await up(room)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert why(await room.act(ANA, intent(id_))) == "claim.none"


@BOTH
async def test_from_elsewhere(room: Room, why: Why, intent: type[Claim]) -> None:
    """What follows is decided only where the board is."""
    reply = await room.act(ANA, intent(await up(room)), place=ELSEWHERE)
    assert why(reply) == "table.elsewhere"


@BOTH
async def test_a_repeated_press(room: Room, intent: type[Claim]) -> None:
    """A redelivered press changes nothing more, and isn't refused."""
    id_ = await up(room)
    assert not (await room.act(ANA, intent(id_), operation="press")).refused
    once = await room.table(id_)
    assert not (await room.act(ANA, intent(id_), operation="press")).refused
    assert await room.table(id_) == once


async def test_a_day_more(room: Room) -> None:
    """A player whose time is up gets a day from now; they have had their reminders."""
    id_ = await up(room)
    room.now += HOUR
    assert not (await room.act(ANA, Extend(id_))).refused
    table = await room.table(id_)
    assert (table.deadline, table.forfeit) == (int(room.now) + DAY, None)
    assert (table.calls.count, table.calls.last) == (MAX_REMINDERS, int(room.now))


async def test_a_day_more_for_a_player_who_has_gone(room: Room) -> None:
    """A player who has gone keeps the time that they had, and gets a day on top."""
    id_ = await gone(room)
    before = (await room.table(id_)).deadline
    assert before is not None
    await room.act(ANA, Extend(id_))
    table = await room.table(id_)
    assert (table.deadline, table.absence) == (before + DAY, Absence(1, int(room.now)))


async def test_a_day_more_without_a_clock(room: Room) -> None:
    """In a running game of an earlier release, which has no clock, the claim waits for a day."""
    id_ = await gone(room)
    table = await room.table(id_)
    old = replace(table, revision=table.revision + 1, clock=None)
    await room.store.commit(old, (), Operation("old"), ())
    assert not (await room.act(ANA, Extend(id_))).refused
    table = await room.table(id_)
    assert (table.clock, table.forfeit) == (None, None)


async def test_a_move_after_the_deadline(room: Room) -> None:
    """A player whose time is up can still move while the opponent hasn't decided."""
    id_ = await up(room)
    assert not (await room.move(BEN, id_, (await room.moves(id_))[0])).refused
    assert (await room.table(id_)).forfeit is None


@pytest.mark.parametrize("actor", [ANA, BEN])
async def test_keeping_an_idle_game(room: Room, actor: Actor) -> None:
    """When a game without moves is about to end, either player keeps it, as if they had moved."""
    id_ = await timed(room)
    await change(room, id_, lambda table: steps.remind(table, 60), "idle")
    room.now += 61 * DAY
    assert not (await room.act(actor, KeepPlaying(id_))).refused
    table = await room.table(id_)
    assert (table.idle_days, table.touched) == (0, int(room.now))


@pytest.mark.parametrize("days", [0, 30])
async def test_a_game_that_does_not_end(room: Room, why: Why, days: int) -> None:
    """A game that isn't about to end needn't be kept."""
    id_ = await timed(room)
    await change(room, id_, lambda table: steps.remind(table, days), "idle")
    assert why(await room.act(ANA, KeepPlaying(id_))) == "keep.none"


async def test_an_idle_practice_game(room: Room) -> None:
    """A game against the computer is kept, too."""
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    await change(room, id_, lambda table: steps.remind(table, 60), "idle")
    assert not (await room.act(ANA, KeepPlaying(id_))).refused


async def test_keeping_as_a_watcher(room: Room, why: Why) -> None:
    """A person without a seat can't keep a game."""
    id_ = await timed(room)
    await change(room, id_, lambda table: steps.remind(table, 60), "idle")
    assert why(await room.act(CARA, KeepPlaying(id_))) == "seat.none"
