"""Captors that leave the road with their captives, as in aj-tiwil, and the score that decides."""

from collections.abc import Callable

import pytest

from engine import Corrupt, Over
from engine.road.game import RoadGame

OpenGame = Callable[[str], RoadGame]
Play = Callable[..., str]
Outcome = Callable[..., Over]

EAGLE = "aj-tiwil casts=one"


@pytest.fixture
def outcome(game: OpenGame) -> Outcome:
    """Play a move, given as text, and return the game's result."""

    def outcome(words: str, position: str, move: str) -> Over:
        opened = game(words)
        before = opened.read_position(position)
        after = opened.phase(opened.play(before, opened.read_move(before, move)))
        assert isinstance(after, Over)
        return after

    return outcome


def test_a_captor_leaves_with_its_captives(play: Play) -> None:
    """The captured enemies are killed at once and the captor is away for good."""
    assert play(EAGLE, "1 a3 44/00 4a 7b", "4a+3") == "1 b 44/01/10"


def test_all_captives_are_killed(play: Play) -> None:
    """Enemies side by side are all killed together, at the cost of one captor."""
    assert play(EAGLE, "1 a3 43/00 4a 7b 7b", "4a+3") == "1 b 43/02/10"


def test_a_homeward_captor_leaves_alike(play: Play) -> None:
    """A homeward captor leaves the road as well."""
    assert play(EAGLE, "1 a3 44/00 4b 7A", "7A-3") == "1 b 44/01/10"


def test_the_next_one_enters_with_the_second_number(play: Play) -> None:
    """A captor that leaves with the first number lets the second enter another warrior."""
    assert play("aj-tiwil", "1 a2,3 44/00 4a 7b", "4a+3", "ba+2") == "1 b 34/01/10 2a"


def test_most_captures_win(outcome: Outcome) -> None:
    """At the end, the side that killed more enemies wins."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/01/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_a_side_without_warriors_may_win(outcome: Outcome) -> None:
    """A side whose last captor leaves wins if it killed more, even if enemies are left."""
    over = outcome(f"{EAGLE} warriors=3", "1 a3 01/11/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_capturing_the_last_enemy_may_lose(outcome: Outcome) -> None:
    """A side that killed fewer loses, even if no enemy is left."""
    over = outcome(f"{EAGLE} warriors=3", "1 a3 00/20/02 4a 7b", "4a+3")
    assert over == Over(((1,), (0,)))


def test_equal_captures_are_a_draw(outcome: Outcome) -> None:
    """Equal kills are a draw."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/10/01 4a 7b", "4a+3")
    assert over == Over(((0, 1),))


def test_the_score_decides_wherever_captors_leave(outcome: Outcome) -> None:
    """With `after-capture=leave`, every ruleset is decided by kills."""
    words = "puluc warriors=3 after-capture=leave"
    assert outcome(words, "1 a3 01/11/10 4a 7b", "4+3") == Over(((0,), (1,)))


def test_no_captives_where_captors_leave(game: OpenGame) -> None:
    """Where captors leave, a position in which a captain has captives is corrupt."""
    with pytest.raises(Corrupt, match="the stack on 4 cannot hold captives"):
        game(EAGLE).read_position("1 a 44/00 4a1b")


def test_no_warriors_away_where_captors_stay(game: OpenGame) -> None:
    """Where captors stay on the road, a position with warriors away is corrupt."""
    with pytest.raises(Corrupt, match="away must be 0: in aj-sayil captors do not leave"):
        game("aj-sayil").read_position("1 a 45/00/10")
