"""Counts of move sequences, to be held against other engines."""

import pytest

from engine.perft import perft
from engine.road.game import RoadGame
from engine.road.position import Stage
from engine.road.ruleset import Ruleset


@pytest.mark.parametrize(
    ("depth", "count"), [(0, 1), (1, 5), (2, 25), (3, 225), (4, 1985), (5, 20315)]
)
def test_puluc_counts(puluc: RoadGame, depth: int, count: int) -> None:
    """Puluc has so many sequences of moves from its start."""
    assert perft(puluc, puluc.begin(0), depth) == count


def test_counts_past_the_end_of_games() -> None:
    """A game that is over counts once, however deep the count goes."""
    game = RoadGame(Ruleset("puluc", road=5, warriors=2))
    assert perft(game, game.begin(0), 7) == 531801


def test_both_seats_count_alike(puluc: RoadGame) -> None:
    """The game is the same seen from either end."""
    assert perft(puluc, puluc.begin(1), 4) == perft(puluc, puluc.begin(0), 4)


def test_a_finished_game_counts_one(puluc: RoadGame) -> None:
    """There is one way to go on from the end of a game: not at all."""
    assert perft(puluc, puluc.read_position("1 a 40/03 5a2b"), 3) == 1


def test_counting_goes_on_with_a_number_that_is_cast(puluc: RoadGame) -> None:
    """With a number still to be played, only moves with that number count."""
    assert perft(puluc, puluc.read_position("1 a2 34/00 3a 4a 9b"), 1) == 3


def test_a_pass_counts_as_a_move(puluc: RoadGame) -> None:
    """Where nothing can be played there is one way to go on: the pass."""
    stuck = puluc.read_position("1 a 40/03 5a2b")._replace(stage=Stage.CAST, turn=1)
    assert perft(puluc, puluc.cast(stuck, (1, 0, 0, 0)), 1) == 1
