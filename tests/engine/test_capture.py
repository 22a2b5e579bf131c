"""What a capture does, and where the capturing stack goes next."""

from collections.abc import Callable

import pytest

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("puluc", "1 b 44/00 5a1b"),
        ("puluc after-capture=return", "1 b 44/00 5A1b"),
        ("puluc after-capture=open", "1 b 44/00 5a*1b"),
        ("puluc after-capture=leave", "1 b 44/01/10"),
    ],
)
def test_a_captor_goes_where_its_ruleset_says(play: Play, words: str, after: str) -> None:
    """A captor heads forward, homeward or either way, or leaves the road, as its ruleset says."""
    assert play(words, "1 a3 44/00 2a 5b", "2+3") == after


@pytest.mark.parametrize(
    ("key", "move", "captor"),
    [
        ("puluc", "2+3", "5a1b"),
        ("buul", "2+3", "5A1b"),
        ("boolik", "2+3", "5A1b"),
        ("bul", "2+3", "5A1b"),
        ("kekchi", "2+3", "5A1b"),
        ("footprints", "2a+3", "5a1b"),
        ("aj-sayil", "2a+3", "5A1b"),
        ("aj-sinaanil", "2a+3", "5A1b"),
        ("aj-sakalil", "2a+3", "5a1b"),
        ("a-kaakil", "2a+3", "5A1b"),
    ],
)
def test_captors_go_on_or_turn_home(play: Play, key: str, move: str, captor: str) -> None:
    """Captors keep heading forward in puluc, footprints and aj-sakalil, and homeward elsewhere."""
    assert play(f"{key} casts=one", "1 a3 44/00 2a 5b", move) == f"1 b 44/00 {captor}"


def test_a_homeward_stack_goes_down_its_own_way(legal: Legal) -> None:
    """A homeward stack moves only towards its own base."""
    assert legal("bul", "1 a2 44/00 5A1b") == ["5-2", "b+2"]


def test_a_homeward_stack_of_side_1_goes_up(legal: Legal) -> None:
    """For side 1, homeward is up the road."""
    assert legal("bul", "1 b2 44/00 5B1a") == ["5+2", "b-2"]


def test_a_homeward_stack_captures(play: Play) -> None:
    """A homeward stack captures like any other and stays homeward."""
    assert play("bul", "1 a2 43/00 3b 5A1b", "5-2") == "1 b 43/00 3A2b"


def test_a_homeward_warrior_alone_captures(play: Play) -> None:
    """A lone homeward warrior captures too."""
    assert play("bul far-end=walk-back", "1 a2 44/00 3b 5A", "5-2") == "1 b 44/00 3A1b"


def test_a_capture_on_the_way_home_may_turn_the_captor(play: Play) -> None:
    """With `after-capture=advance`, a capture on the way home turns the captor forward again."""
    assert play("puluc far-end=walk-back", "1 a2 44/00 3b 5A", "5-2") == "1 b 44/00 3a1b"


@pytest.mark.parametrize(
    ("words", "captor"), [("puluc", "5a1a3b"), ("bul", "5A1a3b"), ("boolik", "5A1a3b")]
)
def test_comrades_that_are_recaptured_stay_captive(play: Play, words: str, captor: str) -> None:
    """Comrades in a captured enemy stack stay captive, under the captor."""
    assert play(words, "1 a3 32/00 2a1b 5b1a1b", "2+3") == f"1 b 32/00 {captor}"


def test_a_stack_comes_off_at_its_own_base(play: Play) -> None:
    """A homeward stack is carried off at its own base: enemies are killed, comrades freed."""
    assert play("bul", "1 a5 33/01 4A1a1b", "4-5") == "1 b 53/02"


def test_a_forward_stack_comes_off_at_the_enemy_base(play: Play) -> None:
    """At the enemy base a forward stack leaves the road with the same effect."""
    assert play("aj-sakalil casts=one", "1 a5 33/01 18a1a1b", "18a1a1b+5") == "1 b 53/02"


@pytest.mark.parametrize("words", ["boolik", "boolik far-end=recycle"])
def test_in_boolik_captured_comrades_are_killed(play: Play, words: str) -> None:
    """In boolik, captured comrades are killed with the enemies; only the captain survives."""
    assert play(words, "1 a5 33/01 4A1a1b", "4-5") == "1 b 43/12"
