"""Taking back moves: at once, or if the opponents agree."""

from dataclasses import replace

import pytest

from bot.acts import wishes
from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.me.preferences import ChangeMe
from bot.acts.play.undo import Undo
from bot.table.asking import Asking, Wish
from bot.table.ids import TableId
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.ports import Operation
from bot.table.terms import Terms
from engine.record import UNDO
from tests.bot.acts.agreeing import TWO_NUMBERS, answered, clocked, moved, offered
from tests.bot.acts.room import ANA, BEN, Room, Why


async def test_an_undo_is_an_offer(room: Room) -> None:
    """After the turn has ended, taking back a move is offered, and nothing else changes."""
    id_ = await moved(room)
    before = await room.table(id_)
    asking = await offered(room, id_, ANA, Wish.UNDO)
    after = await room.table(id_)
    assert asking == Asking(Wish.UNDO, 0, before.revision + 1, at=int(room.now))
    assert (after.position, after.clock) == (before.position, before.clock)


async def test_an_undo_by_consent(room: Room) -> None:
    """If the opponent agrees, the game is where it was before the asker's last move."""
    id_ = await room.playing([2, 1, 3, 4])
    begun = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    await offered(room, id_, ANA, Wish.UNDO)
    table = await answered(room, id_, BEN, agrees=True)
    assert (table.position, table.lying, table.casts, table.moves) == (
        begun.position,
        begun.lying,
        begun.casts,
        0,
    )
    assert (table.undone, table.asking) == (0, None)
    assert (await room.store.record(id_))[-1] == UNDO
    assert await room.mover(id_) == ANA


async def test_the_throws_come_again(room: Room) -> None:
    """After an undo, the throw that followed the move follows the next move."""
    id_ = await moved(room)
    thrown = (await room.table(id_)).lying
    await offered(room, id_, ANA, Wish.UNDO)
    await answered(room, id_, BEN, agrees=True)
    await room.move(ANA, id_, "b+3")
    assert (await room.table(id_)).lying == thrown


async def test_an_undo_on_one_s_own_turn(room: Room) -> None:
    """A player to move can ask to take back their last move, with the opponent's after it."""
    id_ = await moved(room)
    await room.move(BEN, id_, (await room.moves(id_))[0])
    assert await room.mover(id_) == ANA
    await offered(room, id_, ANA, Wish.UNDO)
    assert (await answered(room, id_, BEN, agrees=True)).moves == 0
    assert (await room.store.record(id_))[-2:] == (UNDO, UNDO)


async def test_an_undo_within_a_turn(room: Room) -> None:
    """The first of two numbers is taken back at once, and the clock goes on."""
    id_ = await room.playing([2, 1, 3, 2], **TWO_NUMBERS)
    begun = await clocked(room, id_, Pace(DAY, HOUR))
    room.now += 100
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert await room.mover(id_) == ANA
    room.now += 100
    assert not (await room.act(ANA, Undo(id_))).refused
    table = await room.table(id_)
    assert (table.position, table.clock, table.calls) == (
        begun.position,
        begun.clock,
        begun.calls,
    )


async def test_a_computer_agrees(room: Room) -> None:
    """Against the computer a move is taken back at once, with the computer's reply."""
    room.corn.numbers = [2, 1, 3]
    id_ = await room.post(ANA, Practice("medium"))
    await room.act(ANA, Accept(id_))
    begun = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    await room.fall_due()
    assert not (await room.act(ANA, Undo(id_))).refused
    table = await room.table(id_)
    assert (table.position, table.moves, table.asking) == (begun.position, 0, None)


async def test_nothing_to_take_back(room: Room, why: Why) -> None:
    """A player who hasn't moved can't take back a move."""
    id_ = await moved(room)
    assert why(await room.act(BEN, Undo(id_))) == "undo.none"


async def test_a_record_that_is_damaged(room: Room, why: Why) -> None:
    """If the record doesn't lead to the table, nothing changes, and the reply says so."""
    id_ = await moved(room)
    table = await room.table(id_)
    await room.store.commit(
        replace(table, revision=table.revision + 1), ("b-4",), Operation("damage"), ()
    )
    before = await room.table(id_)
    assert why(await room.act(ANA, Undo(id_))) == "table.corrupt"
    assert await room.table(id_) == before


async def test_a_move_comes_first(room: Room, why: Why, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a move is committed while the record is read, the undo is refused as out of date."""
    id_ = await moved(room)
    read = room.store.record
    moves = await room.moves(id_)

    async def overtaken(table: TableId) -> tuple[str, ...]:
        monkeypatch.setattr(room.store, "record", read)
        await room.move(BEN, id_, moves[0])
        return await read(table)

    monkeypatch.setattr(room.store, "record", overtaken)
    assert why(await room.act(ANA, Undo(id_))) == "move.coming"
    assert (await room.table(id_)).asking is None


EIGHT_SECONDS = 8


async def nearly_flagged(room: Room, pace: Pace) -> TableId:
    """Return a game in which Ana has moved with eight seconds left, and asks to take it back."""
    id_ = await room.playing([2, 1, 3, 4], terms=Terms(pace))
    clock = (await room.table(id_)).clock
    assert clock is not None
    room.now += (clock.remaining(room.now) or 0) - EIGHT_SECONDS
    await room.move(ANA, id_, "b+3")
    await offered(room, id_, ANA, Wish.UNDO)
    room.now += HOUR
    return id_


@pytest.mark.parametrize(
    ("pace", "least"),
    [
        (Pace(10 * MINUTE, MINUTE), MINUTE),
        (Pace(DAY, HOUR), HOUR),
        (Pace(10 * MINUTE), 10 * MINUTE),
        (Pace(3 * DAY), 3 * DAY),
    ],
    ids=str,
)
async def test_a_favour_costs_no_game(room: Room, pace: Pace, least: int) -> None:
    """Who may take back a move has at least what a turn brings, however little was left."""
    id_ = await nearly_flagged(room, pace)
    table = await answered(room, id_, BEN, agrees=True)
    assert (await room.mover(id_), table.deadline) == (ANA, int(room.now) + least)


@pytest.mark.parametrize(
    ("pace", "waits"), [(Pace(DAY, HOUR), True), (Pace(3 * DAY), True), (Pace(HOUR, MINUTE), False)]
)
async def test_a_favour_at_night(room: Room, pace: Pace, *, waits: bool) -> None:
    """In a correspondence game, the clock of who may take back a move waits for their morning."""
    id_ = await nearly_flagged(room, pace)
    hour = int(room.now) % DAY // HOUR
    morning = (int(room.now) // HOUR + 6) * HOUR
    await room.act(ANA, ChangeMe((("quiet", f"{hour}-{(hour + 6) % 24}"),)))
    table = await answered(room, id_, BEN, agrees=True)
    begins = morning if waits else int(room.now)
    assert table.deadline == begins + pace.brought
    if waits:
        room.now = morning - 1
        assert table.clock is not None
        assert table.clock.remaining(room.now) == pace.brought


async def test_a_favour_within_quiet_hours_of_nobody(room: Room) -> None:
    """The quiet hours of the one who agrees delay nothing."""
    id_ = await nearly_flagged(room, Pace(DAY, HOUR))
    hour = int(room.now) % DAY // HOUR
    await room.act(BEN, ChangeMe((("quiet", f"{hour}-{(hour + 6) % 24}"),)))
    table = await answered(room, id_, BEN, agrees=True)
    assert table.deadline == int(room.now) + HOUR


@pytest.mark.parametrize("ruleset", [{}, TWO_NUMBERS])
async def test_no_taking_back(room: Room, why: Why, ruleset: dict[str, object]) -> None:
    """With `undo=no`, no move is taken back, not even within a turn."""
    id_ = await room.playing([2, 1, 3, 2], terms=Terms(undo=False), **ruleset)
    await room.move(ANA, id_, (await room.moves(id_))[0])
    assert why(await room.act(ANA, Undo(id_))) == "undo.ruled-out"


async def test_take_backs_have_a_limit(
    room: Room, why: Why, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record, which each take-back replays, can't be made as long as one likes by them."""
    monkeypatch.setattr(wishes, "MOST_UNDONE", 6)
    id_ = await room.post(ANA, Practice())
    await room.act(ANA, Accept(id_))
    await room.fall_due()
    undone = 0
    for _ in range(4):
        await room.move(ANA, id_, (await room.moves(id_))[0])
        await room.wait(60)
        reply = await room.act(ANA, Undo(id_))
        if reply.refused:
            break
        undone = (await room.store.record(id_)).count(UNDO)
    assert why(reply) == "undo.often"
    assert 6 <= undone < 6 + 4
