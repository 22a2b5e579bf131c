"""What players can do at a table, and what they are told if they can't."""

import asyncio
from dataclasses import replace

import pytest

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.cancel import Cancel
from bot.acts.gather.decline import Decline
from bot.acts.look.board import ShowBoard
from bot.acts.play.abort import Abort
from bot.acts.play.move import Move
from bot.acts.play.resign import Resign
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform
from bot.table.ports import NewerRecord, Shown
from bot.table.table import Ending, Status
from tests.bot.acts.room import ANA, BEN, CARA, NOWHERE, Room, Why


async def test_a_move_is_played(room: Room) -> None:
    """A press moves a warrior and throws for the next player, in one step."""
    id_ = await room.playing([2, 1, 3, 4])
    before = await room.table(id_)
    await room.move(ANA, id_, "b+3")
    after = await room.table(id_)
    assert after.revision == before.revision + 1
    assert after.story == ("b+3", "1111")


async def test_the_record_grows_with_the_game(room: Room) -> None:
    """Throws and moves are recorded in the order in which they happened."""
    id_ = await room.playing([2, 1, 3, 4])
    await room.move(ANA, id_, "b+3")
    assert await room.store.record(id_) == ("1100", "1000", "1110", "b+3", "1111")


@pytest.mark.parametrize(
    ("actor", "move", "key"),
    [
        (BEN, "b+3", "move.turn"),
        (CARA, "b+3", "seat.none"),
        (ANA, "b+4", "illegal.other-number"),
        (ANA, "7+3", "illegal.no-stack"),
        (ANA, "b-3", "illegal.wrong-way"),
        (ANA, "sideways", "illegal.unreadable"),
    ],
)
async def test_a_move_that_cannot_be_played(
    room: Room, why: Why, actor: Actor, move: str, key: str
) -> None:
    """An illegal press changes nothing, and the reply says why."""
    id_ = await room.playing([2, 1, 3])
    before = await room.table(id_)
    assert why(await room.move(actor, id_, move)) == key
    assert await room.table(id_) == before


async def test_an_old_button(room: Room, why: Why) -> None:
    """A button of an earlier board is refused because the game has moved on."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert why(await room.act(ANA, Move(id_, 2, "b+3"))) == "move.coming"


async def test_a_repeated_press(room: Room) -> None:
    """A repeated operation moves once and isn't refused."""
    id_ = await room.playing([2, 1, 3])
    press = Move(id_, 2, "b+3")
    await room.act(ANA, press, operation="press")
    assert not (await room.act(ANA, press, operation="press")).refused
    assert (await room.table(id_)).revision == 3


async def test_a_press_from_another_channel(room: Room, why: Why) -> None:
    """A forged button in another channel is refused."""
    id_ = await room.playing([2, 1, 3])
    press = Move(id_, 2, "b+3")
    assert why(await room.act(ANA, press, place=Place(Platform.WEB, "x"))) == "table.elsewhere"


async def test_a_press_on_no_table(room: Room, why: Why) -> None:
    """A button of a deleted table says that the table is gone."""
    assert why(await room.act(ANA, Move(NOWHERE, 1, "b+3"))) == "table.gone"


async def test_the_first_move_is_the_winner_s(room: Room, why: Why) -> None:
    """The higher opening throw begins, whichever player challenged."""
    id_ = await room.playing([1, 2, 3])
    assert why(await room.move(ANA, id_, "b+3")) == "move.turn"
    assert not (await room.move(BEN, id_, "b-3")).refused


async def test_resigning(room: Room) -> None:
    """A player who resigns loses, and the table records who resigned."""
    id_ = await room.playing()
    await room.act(ANA, Resign(id_, sure=True))
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.winners) == (Ending.RESIGNED, 0, (1,))


async def test_aborting_before_the_first_move(room: Room) -> None:
    """A game without a move can be aborted without a winner; the table records who aborted it."""
    id_ = await room.playing()
    await room.act(BEN, Abort(id_))
    table = await room.table(id_)
    assert (table.ending, table.ended_by, table.places) == (Ending.ABORTED, 1, ())


async def test_aborting_after_the_first_move(room: Room, why: Why) -> None:
    """After the first move a game can only be resigned, not aborted."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert why(await room.act(BEN, Abort(id_))) == "abort.moved"


async def test_a_game_that_is_over(room: Room, why: Why) -> None:
    """No move can be played at a table that is over."""
    id_ = await room.playing([2, 1, 3])
    await room.act(ANA, Resign(id_, sure=True))
    assert why(await room.move(ANA, id_, "b+3")) == "table.over"


async def test_a_whole_game(room: Room) -> None:
    """With one warrior each, capturing the other and carrying it off wins."""
    id_ = await room.playing([2, 1, 3, 3, 3, 3, 3, 3, 3, 3], road=5, warriors=1)
    await room.move(ANA, id_, "b+3")
    await room.move(BEN, id_, "b-3")
    table = await room.table(id_)
    assert (table.status, table.ending, table.winners) == (Status.OVER, Ending.WON, (1,))


async def test_a_table_that_is_not_named(room: Room, why: Why) -> None:
    """If several tables match, one must be named."""
    assert why(await room.act(ANA, Resign())) == "pick.no-game"
    await room.playing()
    await room.playing()
    assert why(await room.act(ANA, Resign())) == "pick.several"


@pytest.mark.parametrize(
    ("intent", "key"),
    [
        (Accept(), "pick.no-offer"),
        (Decline(), "pick.no-offer"),
        (Cancel(), "pick.no-own-offer"),
        (ShowBoard(), "pick.no-board"),
        (Abort(), "pick.no-game"),
    ],
)
async def test_without_a_table(room: Room, why: Why, intent: Act, key: str) -> None:
    """Without a table, the refusal says what is missing."""
    assert why(await room.act(ANA, intent)) == key


async def test_a_table_that_is_gone_is_named(room: Room) -> None:
    """The refusal for a deleted table names its id."""
    reply = await room.act(ANA, Accept(TableId("xyz")))
    assert ("id", "xyz") in reply.texts[0].args


async def test_an_overtaken_step_is_retried(room: Room) -> None:
    """A resignation overtaken by a move is retried and still counts."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    replies = await asyncio.gather(
        room.act(ANA, Move(id_, table.revision, "b+3")), room.act(BEN, Resign(id_, sure=True))
    )
    assert not any(reply.refused for reply in replies)
    assert (await room.table(id_)).ending is Ending.RESIGNED


async def test_every_change_hurries_the_board(room: Room) -> None:
    """Posting, accepting and moving each request the board to be shown."""
    id_ = await room.playing([2, 1, 3])
    await room.move(ANA, id_, "b+3")
    assert room.shown_now == [id_] * 3


async def test_a_changed_name(room: Room) -> None:
    """A player who has changed their name keeps their seat."""
    id_ = await room.playing([2, 1, 3])
    assert not (await room.move(replace(ANA, name="Anna"), id_, "b+3")).refused


async def test_a_corrupt_table(room: Room, why: Why) -> None:
    """A table whose position can't be read is refused with an explanation and left unchanged."""
    id_ = await room.playing([2, 1, 3])
    table = replace(await room.table(id_), position="9 nonsense")
    room.store._tables[id_] = table  # noqa: SLF001 - no step writes this
    assert why(await room.act(ANA, Move(id_, table.revision, "b+3"))) == "table.corrupt"
    assert await room.table(id_) == table


async def test_a_button_of_a_lost_revision(room: Room, why: Why) -> None:
    """A button of a revision that the store has lost changes nothing; the real board is posted."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    room.shown_now.clear()
    move = Move(id_, table.revision + 3, (await room.moves(id_))[0], "abcd")
    assert why(await room.act(await room.mover(id_), move)) == "move.rolled-back"
    assert await room.table(id_) == table
    assert room.shown_now == [id_]


async def test_a_button_of_another_step(room: Room, why: Why) -> None:
    """After a rollback a button of a lost step can have a known revision; its mark exposes it."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    move = Move(id_, table.revision, (await room.moves(id_))[0], "zzzz")
    assert why(await room.act(await room.mover(id_), move)) == "move.rolled-back"
    assert await room.table(id_) == table


@pytest.mark.parametrize("marked", [True, False])
async def test_a_button_of_this_step(room: Room, marked: bool) -> None:
    """A button with the step's mark plays, and so does an earlier release's button without one."""
    id_ = await room.playing([2, 1, 3])
    table = await room.table(id_)
    move = (await room.moves(id_))[0]
    press = Move(id_, table.revision, move, table.mark if marked else "")
    assert not (await room.act(await room.mover(id_), press)).refused


async def test_a_table_of_a_newer_release(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table written by a newer release is refused as such and left unchanged."""
    id_ = await room.playing([2, 1, 3])

    async def newer(_: object) -> None:
        raise NewerRecord("fields of a newer release: pace")

    monkeypatch.setattr(room.store, "load", newer)
    assert (await room.act(ANA, Resign(id_, sure=True))).texts[0].key == "table.newer"


async def test_an_outdated_board_is_updated(room: Room, why: Why) -> None:
    """A press on an old board requests the latest one if that hasn't been shown yet."""
    id_ = await room.playing([2, 1, 3, 4])
    old = await room.table(id_)
    move = (await room.moves(id_))[0]
    press = Move(id_, old.revision, move, old.mark)
    await room.act(await room.mover(id_), press)
    room.shown_now.clear()
    assert why(await room.act(ANA, press)) == "move.coming"
    assert room.shown_now == [id_]
    new = await room.table(id_)
    await room.store.mark_shown(id_, new.place, Shown(new.revision, "m"))
    room.shown_now.clear()
    assert why(await room.act(ANA, press)) == "move.stale"
    assert room.shown_now == []
