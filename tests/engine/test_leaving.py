"""Captors that leave the road with their prey, as in aj-tiwil, and the score that decides it."""

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
    """Play one move, by its text, and return how the game ended with it."""

    def outcome(words: str, position: str, move: str) -> Over:
        opened = game(words)
        before = opened.read_position(position)
        after = opened.phase(opened.play(before, opened.read_move(before, move)))
        assert isinstance(after, Over)
        return after

    return outcome


def test_a_captor_leaves_with_its_prey(play: Play) -> None:
    """The prey is killed at once, and its captor is away for good."""
    assert play(EAGLE, "1 a3 44/00 4a 7b", "4a+3") == "1 b 44/01/10"


def test_all_prey_is_killed(play: Play) -> None:
    """Whoever stood side by side there is killed together, for one captor away."""
    assert play(EAGLE, "1 a3 43/00 4a 7b 7b", "4a+3") == "1 b 43/02/10"


def test_a_homeward_captor_leaves_alike(play: Play) -> None:
    """A warrior that captures on its way back leaves, too."""
    assert play(EAGLE, "1 a3 44/00 4b 7A", "7A-3") == "1 b 44/01/10"


def test_the_next_one_enters_with_the_second_number(play: Play) -> None:
    """Who left with the first number makes room for another warrior."""
    assert play("aj-tiwil", "1 a2,3 44/00 4a 7b", "4a+3", "ba+2") == "1 b 34/01/10 2a"


def test_most_captures_win(outcome: Outcome) -> None:
    """At the end the side that killed more enemies has won."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/01/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_the_side_with_nobody_left_may_win(outcome: Outcome) -> None:
    """A side whose last captor leaves wins if it killed more, though enemies are left."""
    over = outcome(f"{EAGLE} warriors=3", "1 a3 01/11/10 4a 7b", "4a+3")
    assert over == Over(((0,), (1,)))


def test_who_captures_the_last_enemy_may_lose(outcome: Outcome) -> None:
    """A side that killed fewer has lost, though no enemy is left."""
    over = outcome(f"{EAGLE} warriors=3", "1 a3 00/20/02 4a 7b", "4a+3")
    assert over == Over(((1,), (0,)))


def test_equal_captures_are_a_draw(outcome: Outcome) -> None:
    """Sides that killed as many have drawn."""
    over = outcome(f"{EAGLE} warriors=2", "1 a3 00/10/01 4a 7b", "4a+3")
    assert over == Over(((0, 1),))


def test_the_score_decides_wherever_captors_leave(outcome: Outcome) -> None:
    """With captors that leave, any ruleset is won by most captures."""
    words = "puluc warriors=3 after-capture=leave"
    assert outcome(words, "1 a3 01/11/10 4a 7b", "4+3") == Over(((0,), (1,)))


def test_nobody_has_captives_where_captors_leave(game: OpenGame) -> None:
    """A position with captives under a captain is corrupt."""
    with pytest.raises(Corrupt, match="the stack on 4 cannot hold captives"):
        game(EAGLE).read_position("1 a 44/00 4a1b")


def test_nobody_is_away_where_captors_stay(game: OpenGame) -> None:
    """A position with warriors away is corrupt in other rulesets."""
    with pytest.raises(Corrupt, match="away must be 0: in aj-sayil captors do not leave"):
        game("aj-sayil").read_position("1 a 45/00/10")
