"""The tables of the crowd."""

from collections import Counter
from itertools import islice

import pytest

from bot.acts import registry
from bot.acts.play.move import Move
from bot.table.due import CALL, DEADLINE
from bot.table.upkeep import UPKEEP
from tests.scale.crowd import PLAYED, Crowd

SIZE = 2 * PLAYED


@pytest.fixture(scope="module")
def crowd() -> Crowd:
    return Crowd(SIZE)


def test_all_differ(crowd: Crowd) -> None:
    """Copies of games share no id, no place, no code and no people."""
    tables = [game.table for game in crowd.games()]
    for names in (
        [table.id for table in tables],
        [table.place for table in tables],
        [table.code for table in tables],
        [user for table in tables for user in table.people],
    ):
        assert max(Counter(names).values()) == 1


def test_dues(crowd: Crowd) -> None:
    """Each table has a deadline, a reminder and its upkeep, all of them later."""
    for game in crowd.games():
        assert {due.kind for due in game.dues} == {DEADLINE, CALL, UPKEEP}
        assert all(due.table == game.table.id for due in game.dues)
        assert all(due.at > game.table.touched for due in game.dues)


def test_presses(crowd: Crowd) -> None:
    """A press is a button on the table's board, by the person whose turn it is."""
    table = crowd.game(SIZE - 1).table
    person, code = crowd.press(table)
    move = registry.decode(code)
    assert isinstance(move, Move)
    assert (move.table, move.revision, move.mark) == (table.id, table.revision, table.mark)
    assert table.clock is not None
    assert table.seats[table.clock.seat] == person


def test_order(crowd: Crowd) -> None:
    """Every table moves before any moves again."""
    order = crowd.order()
    assert sorted(islice(order, SIZE)) == [*range(SIZE)]
    assert sorted(islice(order, SIZE)) == [*range(SIZE)]
