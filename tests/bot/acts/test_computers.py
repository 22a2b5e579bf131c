"""Computer players take their turns as separate steps, when they fall due."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from bot.acts.computers import Chosen, Computers, choose
from bot.acts.gather.accept import Accept
from bot.acts.gather.practice import Practice
from bot.acts.look.menu import ShowMenu
from bot.acts.play.abort import Abort
from bot.acts.play.resign import Resign
from bot.games.catalogue import FAMILIES, games
from bot.show.presenter import make_page
from bot.store import codec
from bot.table import steps
from bot.table.button import Button
from bot.table.due import THINK, Due
from bot.table.ids import TableId
from bot.table.options import Options
from bot.table.ports import Operation, Verdict
from bot.table.seats import Computer
from bot.table.table import Status
from bot.table.turns import Hands
from bot.work.workshop import Busy, Urgency, Workshop
from engine.tables import file_name
from engine.text import Text
from tests.bot.acts.room import ANA, SAY, Room, Why
from tests.bot.ops.exact import make_table
from tests.bot.options import options
from tests.bot.show.offer import PRACTICE

USUAL = Options()
SMALL = options("puluc", road=5, warriors=1)


@pytest.fixture
def solved(tmp_path: Path) -> Room:
    """A room whose bot has the exact table of one game."""
    make_table(tmp_path)
    return Room(exact=tmp_path)


async def practising(
    room: Room, numbers: list[int], level: str = "medium", game: Options = USUAL
) -> TableId:
    """Return a game of Ana against a computer player that has just begun."""
    room.corn.numbers = numbers
    id_ = await room.post(ANA, Practice(level, game))
    await room.act(ANA, Accept(id_))
    return id_


async def test_a_move_waits_for_no_computer(room: Room) -> None:
    """A player's move is committed at once; the table then waits for the computer."""
    id_ = await practising(room, [2, 1, 3])
    await room.move(ANA, id_, "b+3")
    table = await room.table(id_)
    assert (table.moves, room.tables.to_move(table)) == (1, 1)


async def test_a_computer_moves_when_its_turn_falls_due(room: Room) -> None:
    """The computer's move is a separate step, after which the player is to move again."""
    id_ = await practising(room, [2, 1, 3])
    await room.move(ANA, id_, "b+3")
    before = await room.table(id_)
    await room.fall_due()
    table = await room.table(id_)
    assert (table.revision, table.moves) == (before.revision + 1, 2)
    assert await room.mover(id_) == ANA


async def test_both_moves_are_reported_together(room: Room) -> None:
    """The board after a computer's move also reports the player's move."""
    id_ = await practising(room, [2, 1, 3])
    await room.move(ANA, id_, "b+3")
    await room.fall_due()
    lines = [SAY(line) for line in make_page(games(), await room.table(id_), SAY).lines]
    reply = "Computer (medium) throws 3. Only move: Enter → 7."
    assert {"Ana enters a warrior on 3.", reply} <= {*lines}


async def test_no_player_can_press_for_a_computer(room: Room, why: Why) -> None:
    """While a computer is to move, the board has no move buttons and a forged one is refused."""
    id_ = await practising(room, [2, 1, 3])
    await room.move(ANA, id_, "b+3")
    (menu,) = make_page(games(), await room.table(id_), SAY).buttons
    assert menu == Button(Text("button.menu"), ShowMenu(id_))
    assert why(await room.move(ANA, id_, "b-3")) == "move.turn"


async def test_a_computer_that_wins_the_opening(room: Room) -> None:
    """A computer player can win the opening throw and move first."""
    id_ = await practising(room, [1, 2, 3])
    assert (await room.table(id_)).moves == 0
    await room.fall_due()
    assert (await room.table(id_)).moves == 1


async def test_a_whole_game(room: Room) -> None:
    """A game against a computer can be played to the end."""
    id_ = await practising(room, [2, 1, 3, 4, 1, 5, 2], "easy")
    for _ in range(500):
        await room.fall_due()
        if (await room.table(id_)).status is Status.OVER:
            return
        await room.move(ANA, id_, (await room.moves(id_))[0])
    raise AssertionError("the game has no end")


async def test_a_turn_that_was_taken_already(room: Room) -> None:
    """A turn that falls due again after a crash changes nothing."""
    id_ = await practising(room, [2, 1, 3])
    await room.move(ANA, id_, "b+3")
    await room.fall_due()
    table = await room.table(id_)
    await room.handle(Due(id_, THINK, room.now))
    assert await room.table(id_) == table


@pytest.mark.parametrize("intent", [Abort, partial(Resign, sure=True)])
async def test_a_game_that_is_over_meanwhile(room: Room, intent: Callable[..., Any]) -> None:
    """A player who resigns or aborts while the computer is thinking ends the game."""
    id_ = await practising(room, [1, 2, 3])
    await room.act(ANA, intent(id_))
    await room.fall_due()
    table = await room.table(id_)
    assert (table.status, table.moves) == (Status.OVER, 0)


async def test_a_table_that_is_gone(room: Room) -> None:
    """A computer's turn at a table that doesn't exist causes no error."""
    await room.handle(Due(TableId("aaaaaaaaaa"), THINK, room.now))


async def test_a_pause_before_the_reply(room: Room) -> None:
    """A computer replies after a pause, so that players see their own move first."""
    hands = Hands(room.corn, pause=2.5)
    room.use(hands)
    id_ = await practising(room, [1, 2, 3])
    await room.fall_due()
    assert (await room.table(id_)).moves == 0
    room.now += 2.5
    await room.fall_due()
    assert (await room.table(id_)).moves == 1


async def test_thinking_that_takes_too_long(room: Room) -> None:
    """If no worker is free in time, the weakest computer player moves instead."""
    asked: list[Urgency] = []

    async def busy(urgency: Urgency, _make: Callable[..., Any], /, *_: Any) -> Any:
        asked.append(urgency)
        raise Busy

    id_ = await practising(room, [1, 2, 3])
    computers = Computers(room.tables, Hands(room.corn), busy)
    await computers.think(Due(id_, THINK, room.now))
    assert (await room.table(id_)).moves == 1
    assert asked == [Urgency.MOVE] * 2


async def test_a_table_that_changes_while_a_computer_thinks(room: Room) -> None:
    """If the table changes while a computer is thinking, it thinks again and keeps its turn."""
    thoughts: list[int] = []

    async def overtaken(_urgency: Urgency, make: Callable[..., Any], /, *what: Any) -> Any:
        thoughts.append(what[1].revision)
        if len(thoughts) == 1:
            reminded = steps.remind(what[1], 30)
            await room.tables.commit(what[1], reminded, Operation("reminded"))
        return make(*what)

    id_ = await practising(room, [1, 2, 3])
    await Computers(room.tables, Hands(room.corn), overtaken).think(Due(id_, THINK, room.now))
    assert (await room.table(id_)).moves == 1
    assert thoughts == [2, 3]


async def test_a_failed_choice_is_retried(room: Room) -> None:
    """If choosing a move fails once, the computer tries again at the same level."""
    levels: list[str] = []

    async def dying(_urgency: Urgency, make: Callable[..., Any], /, *what: Any) -> Any:
        levels.append(what[-1])
        if len(levels) == 1:
            raise Busy
        return make(*what)

    id_ = await practising(room, [1, 2, 3])
    await Computers(room.tables, Hands(room.corn), dying).think(Due(id_, THINK, room.now))
    assert (await room.table(id_)).moves == 1
    assert levels == ["medium", "medium"]


async def test_perfect_play(solved: Room) -> None:
    """A perfect computer plays by the table, in the worker."""
    id_ = await practising(solved, [1, 2, 3], "perfect", SMALL)
    with capture_logs() as logs:
        await solved.fall_due()
    assert (await solved.table(id_)).moves == 1
    assert [log["level"] for log in logs if log["event"] == "table.moved"] == ["perfect"]
    assert not [log for log in logs if log["event"] == "computer.weakened"]


async def test_a_table_that_has_disappeared(solved: Room) -> None:
    """If the table has disappeared, a perfect computer plays on as well as it can, and says so."""
    id_ = await practising(solved, [1, 2, 3], "perfect", SMALL)
    header = (await solved.table(id_)).header
    assert solved.exact is not None
    (solved.exact / file_name(header)).unlink()
    with capture_logs() as logs:
        await solved.fall_due()
    assert (await solved.table(id_)).moves == 1
    (weakened,) = (log for log in logs if log["event"] == "computer.weakened")
    assert (weakened["level"], weakened["played"]) == ("perfect", "hard")


async def test_perfect_play_without_a_worker(solved: Room) -> None:
    """If no worker is free, a perfect computer plays at the weakest level, without the table."""

    async def busy(*_: Any) -> Any:
        raise Busy

    id_ = await practising(solved, [1, 2, 3], "perfect", SMALL)
    games_ = solved.tables.games
    computers = Computers(solved.tables, Hands(solved.corn), busy)
    with patch.object(games_, "values", side_effect=AssertionError):
        await computers.think(Due(id_, THINK, solved.now))
    assert (await solved.table(id_)).moves == 1


async def test_a_worker_opens_the_table(tmp_path: Path) -> None:
    """A worker process finds the table by the folder that is sent with the games."""
    make_table(tmp_path)
    known = games(FAMILIES, tmp_path)
    header = known.header(SMALL)
    table = replace(PRACTICE, status=Status.PLAYING, header=header, position="1 b2 11/00")
    workshop = Workshop()
    try:
        chosen = await workshop.do(Urgency.MOVE, choose, known, table, "perfect")
    finally:
        await workshop.close()
    assert chosen == Chosen("b-2", "perfect")


@pytest.mark.parametrize("former", ["random", "greedy"])
async def test_former_levels(room: Room, former: str) -> None:
    """A computer of a table stored by a release with other names of levels moves."""
    id_ = await practising(room, [1, 2, 3])
    table = await room.table(id_)
    seats = (table.seats[0], Computer(former))
    stored = codec.read(codec.write(replace(table, revision=table.revision + 1, seats=seats)))
    assert await room.store.commit(stored, (), Operation("stored"), (table.place,), ()) is (
        Verdict.APPLIED
    )
    await room.handle(Due(id_, THINK, room.now))
    assert (await room.table(id_)).moves == 1
