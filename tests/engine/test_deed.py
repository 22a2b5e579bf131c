"""What a move does, told for announcements."""

import pytest

from engine.road.game import RoadGame
from engine.road.moves import Deed

NOBODY = (0, 0)


@pytest.mark.parametrize(
    ("position", "move", "deed"),
    [
        ("1 a3 55/00", "b+3", Deed(0, 3, None, 3, NOBODY, NOBODY, NOBODY, home=False)),
        ("1 b2 54/00 9b", "9-2", Deed(1, 2, 9, 7, NOBODY, NOBODY, NOBODY, home=False)),
        ("1 a3 31/01 4a 7b1a1b 2b", "4+3", Deed(0, 3, 4, 7, (1, 2), NOBODY, NOBODY, home=False)),
        ("1 a3 32/00 9a1a2b 2b", "9+3", Deed(0, 3, 9, None, NOBODY, (0, 2), (1, 0), home=True)),
        ("1 b4 54/00 3b", "3-4", Deed(1, 4, 3, None, NOBODY, NOBODY, NOBODY, home=True)),
    ],
    ids=["enters", "moves", "captures", "comes off laden", "comes off alone"],
)
def test_a_deed_tells_what_a_move_does(
    puluc: RoadGame, position: str, move: str, deed: Deed
) -> None:
    """A deed tells where the stack goes and whose lot changes, by seat."""
    before = puluc.read_position(position)
    assert puluc.deed(before, puluc.read_move(before, move)) == deed


def test_a_move_tells_its_stack(puluc: RoadGame) -> None:
    """A move tells where it starts, the captain, the captives and the heading before it."""
    move = puluc.read_move(puluc.read_position("1 b3 40/00 7b1a4b"), "7-3")
    told = (move.start, move.captain, move.captives, move.heading, move.direction, move.number)
    assert told == (7, 1, (1, 4), -1, -1, 3)


def test_a_move_from_base_has_no_start(puluc: RoadGame) -> None:
    """A warrior that enters comes from nowhere on the road and heads forward."""
    move = puluc.read_move(puluc.read_position("1 b3 55/00"), "b-3")
    assert (move.start, move.captives, move.heading, move.end) == (None, NOBODY, -1, 9)
