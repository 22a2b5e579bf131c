"""A second number with a single legal move is played automatically; everything else is a choice."""

import pytest

from engine.road.game import RoadGame
from engine.road.header import read_header

ANT = "aj-sayil road=9 warriors=2 table=kernels casts=each"
PULUC = "puluc road=9 warriors=2 table=kernels casts=one"


@pytest.mark.parametrize(
    ("header", "position", "automatic"),
    [
        pytest.param(ANT, "1 a3 12/00 4a", True, id="a second number, one way"),
        pytest.param(ANT, "1 a2,3 12/00 4a", False, id="two numbers"),
        pytest.param(PULUC, "1 a3 12/00 4a", False, id="the only number"),
    ],
)
def test_what_plays_itself(header: str, position: str, automatic: bool) -> None:
    """Only the last of two numbers plays itself, and only if one move is left."""
    game = RoadGame(read_header(header))
    assert game.plays_itself(game.read_position(position)) is automatic
