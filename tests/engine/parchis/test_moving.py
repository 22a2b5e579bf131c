"""Moving: squares, barriers, captures, turning back and the goal."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Legal


def test_pieces_run_round_and_into_their_corridor(legal: "Legal") -> None:
    """After square 68 comes 1; each colour leaves the ring behind its own entry."""
    assert legal("parchis", "b4 x h,h,16,67+ x x") == ["16>c3", "67>3"]
    assert legal("parchis", "a4 h,h,16,67+ x x x") == ["16>20", "67>c3"]


def test_equal_pieces_have_one_move(legal: "Legal") -> None:
    """Two pieces on one square have the same move."""
    assert legal("parchis", "a1 h,h,20,20+ x x x") == ["20>21"]


def test_a_piece_is_captured_on_a_white_square(legal: "Legal") -> None:
    """A piece that lands on a foreign one on a white square captures it."""
    assert legal("parchis", "a3 h,h,h,7+ h,h,h,10+ x x") == ["7>10 xb"]


def test_safe_squares_are_shared(legal: "Legal") -> None:
    """On a safe square, two colours stand together, and a third piece cannot stop."""
    assert legal("parchis", "a3 h,h,h,9+ h,h,h,12+ x x") == ["9>12"]
    assert legal("parchis", "a3 h,h,h,9+ h,h,h,12+ h,h,h,12+ x") == []


@pytest.mark.parametrize("number", [3, 4])
def test_a_barrier_stops_every_piece(legal: "Legal", number: int) -> None:
    """Nobody passes or lands on two pieces of one colour, not even their owner."""
    assert legal("parchis", f"a{number} h,h,h,7+ h,h,10,10+ x x") == []
    assert legal("parchis", f"a{number} h,7,10,10+ x x x") == [f"10>{10 + number}"]


def test_two_colours_are_passed(legal: "Legal") -> None:
    """Two pieces of different colours are passed, unless `mixed=yes`."""
    position = "a4 h,h,h,9+ h,h,h,12+ h,h,h,12+ x"
    assert legal("parchis", position) == ["9>13"]
    assert legal("parchis mixed=yes", position) == []


def test_a_six_opens_a_barrier(legal: "Legal") -> None:
    """With a six, a piece of the seat's own barrier must move if it can."""
    assert legal("parchis", "a6* h,20,20,40+ x x x") == ["20>26"]
    assert legal("parchis", "a12* 20,20,40,g+ x x x") == ["20>32"]


def test_a_six_opens_a_barrier_in_the_corridor(legal: "Legal") -> None:
    """A pair in the corridor counts as a barrier, too."""
    assert legal("parchis", "a6* h,20,c1,c1+ x x x") == ["c1>c7"]


def test_a_barrier_that_cannot_open_stays(legal: "Legal") -> None:
    """If no piece of the seat's barriers can move, the others may."""
    assert legal("parchis", "a6* h,20,20,40+ h,h,26,26+ x x") == ["40>46"]


def test_a_bonus_opens_nothing(legal: "Legal") -> None:
    """A bonus may be played by any piece."""
    assert legal("parchis", "a20*@20 h,20,20,30+ x x x") == ["20>40", "30>50"]


def test_the_goal_needs_the_exact_number(legal: "Legal") -> None:
    """A number too large for the goal is no move."""
    assert legal("parchis", "a3 h,h,c5,c6+ x x x") == ["c5>g"]


def test_a_piece_may_turn_at_the_goal(legal: "Legal") -> None:
    """With `goal=bounce`, it walks the rest back, but not out of the corridor."""
    assert legal("parchis goal=bounce", "a4 h,h,h,c6+ x x x") == ["c6>c6 back"]
    assert legal("parchis goal=bounce", "a6* h,h,h,c6+ x x x") == ["c6>c4 back"]
    assert legal("parchis goal=bounce", "a20 h,h,h,c6+ x x x") == []


def test_a_piece_may_turn_at_a_barrier(legal: "Legal") -> None:
    """With `barrier=bounce`, it walks the rest back from the square before the barrier."""
    assert legal("parchis barrier=bounce", "a5 20,g,g,g+ h,h,23,23+ x x") == ["20>19 back"]
    assert legal("parchis barrier=bounce", "a4 20,g,g,g+ h,h,23,23+ x x") == ["20>20 back"]


def test_no_piece_turns_back_past_its_start(legal: "Legal") -> None:
    """A piece cannot walk back past its own start."""
    assert legal("parchis barrier=bounce", "a3 6,g,g,g+ h,h,8,8+ x x") == ["6>5 back"]
    assert legal("parchis barrier=bounce", "a4 6,g,g,g+ h,h,8,8+ x x") == []


def test_a_piece_that_turned_back_does_not_capture(legal: "Legal") -> None:
    """Landing on a foreign piece on a white square is legal only forward."""
    position = "a5 20,g,g,g+ h,h,23,23+ h,h,h,19+ x"
    assert legal("parchis barrier=bounce", position) == []


def test_a_move_back_opens_no_barrier(legal: "Legal") -> None:
    """Only moves forward count for a six that must open a barrier."""
    position = "a6* h,20,20,40+ h,h,24,24+ x x"
    assert legal("parchis barrier=bounce", position) == ["20>20 back", "40>46"]


def test_ten_may_jump_barriers(legal: "Legal") -> None:
    """With `jump=yes`, a 10 passes barriers of others, but does not land on them."""
    assert legal("parchis jump=yes", "a10 h,h,h,7+ h,h,10,10+ x x") == ["7>17"]
    assert legal("parchis jump=yes", "a10 h,h,h,7+ h,h,17,17+ x x") == []
    assert legal("parchis jump=yes", "a10 h,7,10,10+ x x x") == ["10>20"]
    assert legal("parchis", "a10 h,h,h,7+ h,h,10,10+ x x") == []


def test_the_last_safe_square_may_be_a_stop(legal: "Legal") -> None:
    """With `last-safe=yes`, a piece before its entry goes no further than there in one move."""
    assert legal("parchis last-safe=yes", "a4 h,h,64,65+ x x x") == ["64>68"]
    assert legal("parchis last-safe=yes", "a4 h,h,h,68+ x x x") == ["68>c4"]
