"""The judge of the evening finds what it is there to find."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from bot.games.catalogue import games
from bot.table import steps
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.intents import Options
from bot.table.match import LOSS, WIN, Finished, Match
from bot.table.people import Place, Platform, User
from bot.table.seats import Person
from bot.table.table import Ending, Status, Table
from bot.table.turns import Hands
from engine import Choose
from tests.evening.verdict import judged, judged_matches

GAMES, HANDS = games(), Hands(FairCorn())
HEADER = GAMES.header(Options("aj-sayil", (("seats", "4"), ("warriors", "2"))))
ONE, TWO, OTHER = (TableId(letter * 10) for letter in "abc")
JADE_WON = ((0, 1), (2, 3))
RED_WON = ((2, 3), (0, 1))


@cache
def played() -> tuple[Table, tuple[str, ...]]:
    """A team game played to its end, and its record."""
    people = (Person(User(Platform.WEB, name), name, name) for name in ("a", "b", "c", "d"))
    offer = Table(
        id=ONE,
        code="code",
        revision=1,
        status=Status.OFFERED,
        header=HEADER,
        seed=bytes(32),
        place=Place(Platform.WEB, "maize"),
        seats=tuple(people),
        created=0,
        touched=0,
    )
    game, chance = GAMES.game(HEADER), Random(1)
    step = steps.begin(offer, game, HANDS, 1)
    entries = [*step.entries]
    while step.table.status is not Status.OVER:
        position = GAMES.position(step.table)
        phase = game.phase(position)
        assert isinstance(phase, Choose)
        move = game.write_move(chance.choice(phase.moves))
        step = steps.play(step.table, game, position, phase.seat, move, HANDS, 1)
        entries += step.entries
    return step.table, tuple(entries)


def match() -> dict[TableId, Table]:
    """A match to two wins: the first party wins as jade, and then as red."""
    table, _ = played()
    agreed = Match((HEADER,), 2)
    first = replace(table, match=agreed, places=JADE_WON)
    finished = Finished(ONE, first.code, HEADER, (WIN, LOSS))
    second = replace(table, id=TWO, match=agreed.after(finished), places=RED_WON)
    return {ONE: first, TWO: second}


def test_a_good_game() -> None:
    """Nothing is wrong with a game played to its end."""
    assert list(judged(GAMES, *played())) == []


def test_a_game_without_a_beginning() -> None:
    """A table that was called off needs no record."""
    table, _ = played()
    cancelled = replace(table, ending=Ending.CANCELLED, position="")
    assert list(judged(GAMES, cancelled, ())) == []


@pytest.mark.parametrize("changes", [{"status": Status.PLAYING}, {"seed": bytes([1] * 32)}])
def test_a_wrong_table(changes: dict[str, object]) -> None:
    """A game that is not over, or whose throws are not those of its seed, is wrong."""
    table, entries = played()
    assert list(judged(GAMES, replace(table, **changes), entries))  # type: ignore[arg-type] # a parameter


def test_a_lost_move() -> None:
    """A record without the last move leads to another position."""
    table, entries = played()
    assert list(judged(GAMES, table, entries[:-1]))


def test_a_good_match() -> None:
    """Nothing is wrong with a match that ends when it is decided."""
    assert list(judged_matches(GAMES, match())) == []


def test_a_lost_game() -> None:
    """A match that stops before it is decided is wrong."""
    tables = match()
    del tables[TWO]
    assert list(judged_matches(GAMES, tables))


def test_a_doubled_game() -> None:
    """Two games after the same one are wrong."""
    tables = match()
    tables[OTHER] = replace(tables[TWO], id=OTHER)
    assert list(judged_matches(GAMES, tables))


def test_a_wrong_score() -> None:
    """A game with another score than the game before it left is wrong."""
    tables = match()
    before = Match((HEADER,), 2).after(Finished(ONE, "code", HEADER, (LOSS, WIN)))
    tables[TWO] = replace(tables[TWO], match=before, places=JADE_WON)
    assert list(judged_matches(GAMES, tables))
