"""The summary of a whole game, computed from its record."""

from collections.abc import Sequence

import pytest

from bot.games.catalogue import games
from bot.games.road.lesson import LESSON
from bot.games.road.summary import summary
from bot.texts.catalogue import Catalogue
from engine.text import Text

SAY = Catalogue().voice("en")
ANA, BEN = (Text("name.person", name=name) for name in ("Ana", "Ben"))
RECORD = (*LESSON.opening, *(e for t in LESSON.turns for e in (t.cast, t.move, *t.reply)))
"""Ana captures on her fourth move, is captured, recaptures, carries the stack off and wins."""

PUNCH = (
    *("0111", "0011"),  # Ana begins ...
    *("0011", "b+2", "0010", "b-1", "0000", "2+5"),  # ... and captures Ben's only warrior
)


def sentences(record: Sequence[str], header: str = LESSON.header) -> list[str]:
    return [SAY(text) for text in summary(games().game(header), record, (ANA, BEN))]


def test_a_whole_game() -> None:
    """The summary counts moves and captures, and names the tallest stack and who led since when."""
    assert sentences(RECORD) == [
        "15 moves, 4 captures. The tallest stack held 4 warriors.",
        "Ana was ahead from move 11 to the end.",
    ]


def test_nothing_was_played() -> None:
    """A game without a move has no summary."""
    assert sentences(RECORD[:3]) == []


@pytest.mark.parametrize("entries", [15, 20])
def test_neither_was_ahead(entries: int) -> None:
    """If both have the same number of free warriors, the summary names no leader."""
    assert len(sentences(RECORD[:entries])) == 1


def test_moves_that_were_taken_back() -> None:
    """Moves and captures that were taken back don't count."""
    taken = ("0111", "0011", "0011", "b+2", "0010", "undo", "b+2", "0010", "b-1", "0000", "undo")
    header = "puluc road=7 warriors=1 table=kernels casts=one"
    assert sentences((*taken, "b-1", *PUNCH[-2:]), header) == sentences(PUNCH, header)


def test_a_lead_of_the_last_move() -> None:
    """A lead gained only by the winning move is not mentioned."""
    assert sentences(PUNCH, "puluc road=7 warriors=1 table=kernels casts=one") == [
        "3 moves, 1 capture."
    ]


def test_a_lead_that_changed_hands() -> None:
    """The summary counts how often the lead changed, and names the last leader."""
    record = "0010 0101 0011 b-2 0110 b+2 0101 6-2 1010 2+2 1111 b-4 1101 b+3 0000 4-5 1110 3+3"
    lines = sentences(
        (*record.split(), "1001", "b-2"), "puluc road=7 warriors=2 table=kernels casts=one"
    )
    assert lines[1] == "The lead changed hands once. Ben was ahead from move 7 to the end."
