"""Stacks that may go either way after a capture."""

from collections.abc import Callable

import pytest

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]

OPEN = "kekchi casts=one after-capture=open"


def test_a_captor_has_an_open_heading(play: Play) -> None:
    """After a capture the stack's heading is open."""
    assert play(OPEN, "1 a3 44/00 2a 5b", "2+3") == "1 b 44/00 5a*1b"


def test_an_open_stack_goes_either_way(legal: Legal) -> None:
    """A stack with an open heading can move up or down the road."""
    assert legal(OPEN, "1 a2 44/00 5a*1b") == ["5+2", "5-2", "b+2"]


@pytest.mark.parametrize(
    ("move", "after", "further"),
    [("5+2", "1 b 44/00 7a1b", ["7+2", "b+2"]), ("5-2", "1 b 44/00 3A1b", ["3-2", "b+2"])],
)
def test_the_next_move_fixes_the_heading(
    play: Play, legal: Legal, move: str, after: str, further: list[str]
) -> None:
    """The next move fixes the heading."""
    assert play(OPEN, "1 a2 44/00 5a*1b", move) == after
    assert legal(OPEN, after.replace("1 b", "1 a2")) == further


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("1 a2 43/00 3b 5A1b", "5-2", "1 b 43/00 3a*2b"),
        ("1 a2 43/00 5a*1b 7b", "5+2", "1 b 43/00 7a*2b"),
        ("1 a2 43/00 3b 5a*1b", "5-2", "1 b 43/00 3a*2b"),
    ],
)
def test_every_capture_opens_the_heading_again(
    play: Play, before: str, move: str, after: str
) -> None:
    """Every further capture reopens the heading."""
    assert play(OPEN, before, move) == after


@pytest.mark.parametrize(
    ("stack", "move"), [("3a*1b", "3-5"), ("12a*1b", "12+5"), ("3A1b", "3-5"), ("12a1b", "12+5")]
)
def test_an_open_stack_comes_off_at_either_end(play: Play, stack: str, move: str) -> None:
    """A stack with an open heading leaves the road at whichever base it reaches."""
    assert play(OPEN, f"1 a5 44/00 {stack}", move) == "1 b 54/01"


def test_an_open_stack_does_not_bounce(play: Play) -> None:
    """A stack with captives leaves the road at the enemy base even where lone warriors bounce."""
    assert play(f"{OPEN} far-end=bounce", "1 a5 44/00 12a*1b", "12+5") == "1 b 54/01"
