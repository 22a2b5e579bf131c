"""Refusals: why a move cannot be played."""

from typing import TYPE_CHECKING

import pytest

from engine import IllegalMove
from engine.parchis.reason import Reason

if TYPE_CHECKING:
    from conftest import OpenGame, Refuse

REFUSALS = [
    ("parchis", "?0000 x x x x", "5+3", "opening"),
    ("parchis", "a h,h,h,5+ x x x", "5+3", "not-cast"),
    ("parchis", "a3 h,h,h,5+ x x x", "five", "unreadable text=five"),
    ("parchis", "a3 h,h,h,5+ x x x", "5+4", "other-number number=4"),
    ("parchis", "a3 h,h,h,5+ x x x", "c1+3", "no-piece place=c1"),
    ("parchis", "a3 h,h,5,g+ x x x", "g+3", "arrived"),
    ("parchis", "a6***@30 h,h,5,30+ x x x", "5+6", "third-six"),
    ("parchis", "a3 h,h,h,5+ x x x", "h+3", "home number=3"),
    ("parchis", "a5 h,5,5,30+ x x x", "h+5", "start-full place=5"),
    ("parchis", "a5 h,h,h,30+ x x x", "30+5", "must-come-out number=5"),
    ("parchis", "a6* h,20,20,40+ x x x", "40+6", "must-open place=20"),
    ("parchis", "a4 h,h,h,7+ h,h,10,10+ x x", "7+4", "barrier place=10"),
    ("parchis", "a3 h,h,h,9+ h,h,h,12+ h,h,h,12+ x", "9+3", "full place=12"),
    ("parchis", "a4 h,h,5,c6+ x x x", "c6+4", "not-exact number=4"),
    ("parchis last-safe=yes", "a4 h,h,h,65+ x x x", "65+4", "last-safe place=68"),
    ("parchis barrier=bounce", "a4 6,g,g,g+ h,h,8,8+ x x", "6+4", "behind-start place=5"),
    ("parchis goal=bounce", "a20 h,h,h,c6+ x x x", "c6+20", "out-of-corridor"),
    (
        "parchis barrier=bounce",
        "a5 20,g,g,g+ h,h,23,23+ h,h,h,19+ x",
        "20+5",
        "no-capture-back place=19",
    ),
    ("parchis goal=bounce six=6", "a6* c4,c4,c6,g+ x x x", "c6+6", "barrier-back"),
    ("parchis instruccion=yes", "a10 h,1,g,g+ x x x", "1+10", "lesson number=10"),
]


@pytest.mark.parametrize(("words", "position", "move", "why"), REFUSALS)
def test_why_a_move_is_illegal(
    refuse: "Refuse", words: str, position: str, move: str, why: str
) -> None:
    """The refusal names the rule and the values that explain it."""
    assert refuse(words, position, move) == why


def test_nothing_is_played_after_the_end(game: "OpenGame", refuse: "Refuse") -> None:
    """Once the game is over, moves, throws and passes are refused."""
    text = "a g,g,g,g+ 20,g,g,g+ =ab"
    assert refuse("parchis seats=2", text, "20+3") == "over"
    opened = game("parchis seats=2")
    position = opened.read_position(f"1 {text}")
    with pytest.raises(IllegalMove, match="over"):
        opened.cast(position, (3,))
    with pytest.raises(IllegalMove, match="over"):
        opened.skip(position)


def test_throws_and_passes_out_of_turn(game: "OpenGame") -> None:
    """A second throw, and a pass where a move is possible, are refused."""
    opened = game("parchis")
    position = opened.read_position("1 a3 h,h,h,5+ h,h,h,h h,h,h,h h,h,h,h")
    with pytest.raises(IllegalMove, match="cast-already"):
        opened.cast(position, (3,))
    with pytest.raises(IllegalMove, match="can-move"):
        opened.skip(position)
    with pytest.raises(IllegalMove, match="not-cast"):
        opened.skip(opened.begin(0))


def test_impossible_throws(game: "OpenGame") -> None:
    """A throw that a die cannot show is refused."""
    with pytest.raises(ValueError, match="d6"):
        game("parchis").cast(game("parchis").begin(0), (7,))


def test_every_reason_is_tested() -> None:
    """There is a test for every reason."""
    tested = {why.partition(" ")[0] for *_, why in REFUSALS} | {"over", "cast-already", "can-move"}
    assert tested == set(map(str, Reason))
