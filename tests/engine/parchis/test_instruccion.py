"""Instruction: a piece walks to the start when nobody else of its seat is outside."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Legal, Play

RULES = "parchis instruccion=yes"


def test_a_captured_seat_gets_a_piece_under_instruction(play: "Play") -> None:
    """A seat whose last piece outside is captured has one walk from four squares before."""
    assert play(RULES, "a3 h,h,h,7+ h,h,h,10+ x x", "7+3") == "a20 h,h,h,10+ h,h,h,18+ x x"


def test_a_seat_that_never_came_out_waits(play: "Play") -> None:
    """Before its first piece has come out, a seat gets none."""
    assert play(RULES, "a x x x x", "4", "-") == "b x x x x"


def test_ones_and_fives(play: "Play") -> None:
    """A five takes the piece to the start, any other number one square on."""
    assert play(RULES, "a h,h,h,1+ x x x", "4", "1+1") == "b h,h,h,2+ x x x"
    assert play(RULES, "a h,h,h,2+ x x x", "5", "2+5") == "b h,h,h,5+ x x x"
    assert play(RULES, "a h,h,h,4+ x x x", "3", "4+1") == "b h,h,h,5+ x x x"


def test_sixes_repeat(play: "Play") -> None:
    """A six counts 1 and throws again; the third is lost, and nobody goes home for it."""
    assert play(RULES, "a h,h,h,1+ x x x", "6", "1+1") == "a*@2 h,h,h,2+ x x x"
    assert play(RULES, "a**@3 h,h,h,3+ x x x", "6", "-") == "b h,h,h,3+ x x x"


def test_it_meets_nobody(play: "Play", legal: "Legal") -> None:
    """A piece under instruction stands beside the others: nobody is stopped or captured by it."""
    assert play(RULES, "a h,h,h,1+ h,h,2,2+ x x", "3", "1+1") == "b h,h,h,2+ h,h,2,2+ x x"
    assert legal(RULES, "b3 h,h,h,2+ h,h,h,67+ x x") == ["67>2"]


def test_arriving_captures(play: "Play") -> None:
    """Arriving is coming out: a guest goes home if the start is full."""
    assert play(RULES, "a h,h,h,4+ h,h,5,5+ x x", "1", "4+1") == "a20 h,h,h,5+ h,h,h,5+ x x"


def test_it_plays_no_bonus(legal: "Legal", play: "Play") -> None:
    """A bonus is lost if the only piece outside is under instruction."""
    assert play(RULES, "a h,h,c5,g+ x x x", "3", "c5+3") == "a10 h,1,g,g+ x x x"
    assert legal(RULES, "a10 h,1,g,g+ x x x") == []
