"""The summary of a whole game of Parchís, computed from its record."""

from itertools import pairwise
from random import Random

import pytest

from bot.table.table import Table
from tests.bot.games.parchis.tables import PEOPLE, game, header, played, scene, table
from tests.bot.show.offer import SAY

THREW = ("5", "h+5", "3", "5+3")
"""After the opening: yellow brings two pieces out and moves one of them."""


def sentences(table: Table, *record: str) -> list[str]:
    return [SAY(text) for text in scene(table).summary(record)]


def begun(words: str) -> Table:
    return next(played(header(words), Random(1), PEOPLE))


def test_moves_are_counted() -> None:
    """Moves that played themselves count, passes don't."""
    start = begun("parchis seats=2 opening=yellow start=single")
    record = ("1", "-", "2", "-", "5", "h+5", "3", "-", "4", "5+4")
    assert sentences(start, *record) == ["2 moves, 0 captures."]


def test_nothing_was_played() -> None:
    """A game without a move has no summary."""
    assert sentences(begun("parchis seats=2 opening=yellow"), "1", "-", "2", "-") == []


def test_moves_that_were_taken_back() -> None:
    """Moves that were taken back don't count."""
    start = begun("parchis seats=2 opening=yellow start=out")
    once = ("3", "5+3")
    assert (
        sentences(start, *once, "undo", "5+3") == sentences(start, *once) == ["1 move, 0 captures."]
    )


@pytest.mark.parametrize("seed", range(12))
def test_captures_are_counted(seed: int) -> None:
    """The summary has as many moves and captures as the game, and who was captured most."""
    *tables, over = played(header("parchis seats=4"), Random(seed))
    rules, record, captured = game(over), list[str](), [0, 0, 0, 0]
    for before, each in pairwise((None, *tables, over)):
        # a story may begin with the entries of the step before
        told = before is not None and each.before != "" and each.before == before.before
        record += each.story[len(before.story) if told and before is not None else 0 :]
    position, moves = rules.start(), 0
    for entry in record:
        if entry.isdigit():
            position = rules.cast(position, (int(entry),))
        elif entry == "-":
            position = rules.skip(position)
        else:
            move = rules.read_move(position, entry)
            for seat in move.captures:
                captured[seat] += 1
            position, moves = rules.play(position, move), moves + 1
    (line,) = sentences(over, *record)
    assert line.startswith(f"{moves} moves, {sum(captured)} captures.")
    most = max(captured)
    names = [person.name for person, times in zip(PEOPLE, captured, strict=True) if times == most]
    mentioned = len(names) == 1 and most >= 3
    assert line.endswith(f" {names[0]}'s pieces were captured most often: {most} times.") == (
        mentioned
    )


def test_the_board_does_not_matter() -> None:
    """The summary is of the record, whatever the table shows."""
    start = table("parchis seats=2 opening=yellow start=out", "a 5,h,h,h+ 39,h,h,h+")
    assert sentences(start, "3", "5+3") == ["1 move, 0 captures."]
