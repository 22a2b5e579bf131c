"""The buttons of a running game besides its moves."""

from dataclasses import replace

import pytest

from bot.acts.act import Act
from bot.acts.look.menu import ShowMenu
from bot.acts.play.answer import Answer
from bot.acts.play.claim import Claim, Extend
from bot.acts.play.keep import KeepPlaying
from bot.acts.play.move import Move
from bot.acts.play.resume import Resume
from bot.acts.registry import decode
from bot.table.agreement import offer_mark, seat_mark
from bot.table.asking import Asking, Wish
from bot.table.button import Button
from bot.table.ids import TableId
from bot.table.seats import Person
from bot.table.table import Absence, Table
from tests.bot.show.offer import ANA, BEN, SAY
from tests.bot.show.timed import NOW, made, seat_of, timed


def offered(table: Table) -> dict[str, Act]:
    """The intents of a page's buttons after the moves, by label."""
    buttons = [each for each in made(table).buttons if isinstance(each, Button)]
    moves = [each for each in buttons if isinstance(each.act, Move)]
    assert moves
    assert buttons[: len(moves)] == moves
    return {SAY(each.text): each.act for each in buttons[len(moves) :]}


def test_a_turn() -> None:
    """A board offers the moves and the menu."""
    table = timed()
    assert offered(table) == {"…": ShowMenu(table.id)}


def test_an_open_offer() -> None:
    """An open offer can be answered on every board, and the answer says which offer it means."""
    table = timed()
    asking = Asking(Wish.DRAW, seat_of(table, BEN), table.revision - 1)
    mark = offer_mark(table, asking)
    assert offered(replace(table, asking=asking)) == {
        "Agree": Answer(table.id, asking.revision, agrees=True, mark=mark),
        "Decline": Answer(table.id, asking.revision, agrees=False, mark=mark),
        "…": ShowMenu(table.id),
    }


def test_a_time_that_is_up() -> None:
    """If the time is up, the win can be claimed or a day be given, and the moves remain."""
    table = timed()
    assert table.clock is not None
    player = seat_mark(table, table.seats[table.clock.seat])
    assert offered(replace(table, clock=table.clock.up())) == {
        "Claim the win": Claim(table.id, player),
        "Give a day": Extend(table.id, player),
        "…": ShowMenu(table.id),
    }


@pytest.mark.parametrize(("claimable", "labels"), [(False, 1), (True, 3)])
def test_a_player_who_has_gone(labels: int, *, claimable: bool) -> None:
    """The win over a player who has gone can be claimed once the board says so."""
    table = timed(None)
    absence = Absence(seat_of(table, ANA), NOW, claimable)
    assert len(offered(replace(table, absence=absence))) == labels


def test_a_pause() -> None:
    """A pause can be ended, and the moves remain."""
    table = timed()
    assert table.clock is not None
    paused = offered(replace(table, clock=table.clock.paused(NOW)))
    assert paused == {"Resume": Resume(table.id), "…": ShowMenu(table.id)}


@pytest.mark.parametrize(("days", "kept"), [(0, False), (30, False), (60, True)])
def test_an_idle_game(days: int, *, kept: bool) -> None:
    """After 60 days without a move, the players can keep the game."""
    table = timed(None, idle_days=days)
    assert (offered(table).get("Keep playing") == KeepPlaying(table.id)) is kept


@pytest.mark.parametrize("by", [ANA, BEN])
def test_who_is_to_move(by: Person) -> None:
    """An offer doesn't change who is to move."""
    table = timed()
    asking = Asking(Wish.DRAW, seat_of(table, by), table.revision)
    assert made(replace(table, asking=asking)).mover == ANA.user


def test_codes() -> None:
    """Every button fits in a message, and its code means what the button says."""
    table = timed()
    assert table.clock is not None
    everything = replace(
        table,
        id=TableId("k3f7qd7m2x"),
        asking=Asking(Wish.UNDO, seat_of(table, BEN), table.revision),
        absence=Absence(seat_of(table, ANA), NOW, claimable=True),
        clock=table.clock.paused(NOW),
        idle_days=60,
    )
    for intent in offered(everything).values():
        assert len(intent.code) <= 64
        assert decode(intent.code) == intent
