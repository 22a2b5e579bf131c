"""Coming out: fives, twos, and guests on the start."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Legal, Play


def test_the_first_five_brings_out_two(play: "Play", legal: "Legal") -> None:
    """A seat's first five brings out two pieces in one move, which is the only one."""
    assert legal("parchis", "a5 x x x x") == ["h>5"]
    assert play("parchis", "a x x x x", "5", "h+5") == "b h,h,5,5+ x x x"


def test_later_fives_bring_out_one(play: "Play") -> None:
    """Once a seat has brought a piece out, a five brings out one, even with none left outside."""
    assert play("parchis", "a h,h,h,h+ x x x", "5", "h+5") == "b h,h,h,5+ x x x"


@pytest.mark.parametrize("start", ["single", "out"])
def test_a_single_piece_may_come_out(play: "Play", start: str) -> None:
    """With `start=single` or `out`, the first five brings out one piece."""
    assert play(f"parchis start={start}", "a x x x x", "5", "h+5") == "b h,h,h,5+ x x x"


def test_one_piece_may_begin_outside(play: "Play") -> None:
    """With `start=out`, one piece of each seat begins on its start, but did not come out."""
    assert play("parchis start=out opening=yellow", "start") == (
        "a h,h,h,5 h,h,h,22 h,h,h,39 h,h,h,56"
    )


def test_a_five_must_bring_out(legal: "Legal") -> None:
    """With a five and a piece at home, coming out is the only legal move."""
    assert legal("parchis", "a5 h,5,20,30+ x x x") == ["h>5"]


def test_two_of_your_own_block_the_start(legal: "Legal") -> None:
    """With two pieces of its own on the start, a seat moves the five like any number."""
    assert legal("parchis", "a5 h,5,5,30+ x x x") == ["5>10", "30>35"]


def test_a_guest_stays_with_room_for_one(legal: "Legal") -> None:
    """A piece that comes out beside a single guest captures nobody."""
    assert legal("parchis", "a5 h,h,h,h+ h,h,h,5+ x x") == ["h>5"]


def test_a_guest_beside_your_own_is_captured(play: "Play", legal: "Legal") -> None:
    """With a guest and a piece of its own on the start, the guest goes home, for 20."""
    assert legal("parchis", "a5 h,h,h,5+ h,h,h,5+ x x") == ["h>5 xb"]
    assert play("parchis", "a5 h,h,h,5+ h,h,h,5+ x x", "h+5") == "a20 h,h,5,5+ h,h,h,h+ x x"


def test_the_start_may_be_full(legal: "Legal") -> None:
    """With `own-start=full`, a guest beside a piece of the seat's own blocks the start."""
    assert legal("parchis own-start=full", "a5 h,h,h,5+ h,h,h,5+ x x") == ["5>10"]


def test_one_of_two_guests_is_captured(legal: "Legal") -> None:
    """Of two guests of one colour, one is captured."""
    assert legal("parchis", "a5 h,h,h,h+ h,h,5,5+ x x") == ["h>5 xb"]


@pytest.mark.parametrize(("evict", "captured"), [("last", "c"), ("first", "b")])
def test_which_guest_is_captured(legal: "Legal", evict: str, captured: str) -> None:
    """Of guests of two colours, the later is captured, or with `evict=first` the earlier."""
    position = "a5 h,h,h,h+^c h,h,h,5+ h,h,h,5+ x"
    assert legal(f"parchis evict={evict}", position) == [f"h>5 x{captured}"]


def test_who_came_later_is_remembered(play: "Play") -> None:
    """The position knows which of two guests of different colours came later."""
    came = play("parchis", "b x h,h,h,2+ h,h,h,5+ x", "3", "2+3")
    assert came == "c h,h,h,h^b h,h,h,5+ h,h,h,5+ x"
    left = play("parchis", "c h,h,h,h^b h,h,h,5+ h,h,h,5+ x", "1", "5+1")
    assert left == "d x h,h,h,5+ h,h,h,6+ x"


def test_two_come_out_and_capture_both_guests(play: "Play", legal: "Legal") -> None:
    """The first five can capture two guests, the later one first, for 20 once."""
    position = "a5 h,h,h,h^c h,h,h,5+ h,h,h,5+ x"
    assert legal("parchis", position) == ["h>5 xc xb"]
    assert play("parchis", position, "h+5", "5+20") == "a h,h,5,25+ h,h,h,h+ h,h,h,h+ x"


def test_the_second_may_stay_at_home(play: "Play", legal: "Legal") -> None:
    """With `own-start=full`, only one of two comes out where a guest remains."""
    position = "a5 h,h,h,h h,h,5,5+ x x"
    assert legal("parchis own-start=full", position) == ["h>5 xb"]
    assert play("parchis own-start=full", position, "h+5") == "a20 h,h,h,5+ h,h,h,5+ x x"


def test_a_two_may_bring_out_the_first(play: "Play", legal: "Legal") -> None:
    """With `first-two=yes`, a two brings out one piece until the seat has brought one out."""
    assert play("parchis first-two=yes", "a x x x x", "2", "h+2") == "b h,h,h,5+ x x x"
    assert legal("parchis first-two=yes", "a2 h,h,h,5+ x x x") == ["5>7"]
    assert legal("parchis", "a2 x x x x") == []


def test_bonuses_bring_nobody_out(legal: "Legal") -> None:
    """A bonus is played by pieces outside only."""
    assert legal("parchis", "a20 h,h,h,5+ x x x") == ["5>25"]
