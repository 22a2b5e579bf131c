"""Strikes against the stack's heading, as in aj-sinaanil."""

from collections.abc import Callable

import pytest

from engine.road.rulesets import RULESETS

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]

SCORPION = "aj-sinaanil casts=one"


def test_only_scorpions_fight_back() -> None:
    """Only in aj-sinaanil may a stack move against its heading."""
    assert {key for key, ruleset in RULESETS.items() if ruleset.fights_back} == {"aj-sinaanil"}


def test_a_warrior_strikes_backwards(legal: Legal, play: Play) -> None:
    """A warrior may move backwards if that move captures."""
    assert legal(SCORPION, "1 a3 44/00 4b 7a") == ["7a+3", "7a-3"]
    assert play(SCORPION, "1 a3 44/00 4b 7a", "7a-3") == "1 b 44/00 4A1b"


def test_a_stack_with_captives_strikes_outwards(play: Play) -> None:
    """A homeward stack may strike towards the enemy base, and then turns home again."""
    assert play(SCORPION, "1 a3 43/00 7A1b 10b", "7A1b+3") == "1 b 43/00 10A2b"


def test_a_warrior_walking_back_strikes_outwards(play: Play) -> None:
    """A lone homeward warrior may also strike towards the enemy base."""
    assert play(SCORPION, "1 a3 44/00 7A 10b", "7A+3") == "1 b 44/00 10A1b"


def test_side_1_strikes_up_the_road(play: Play) -> None:
    """For side 1, backwards is up the road."""
    assert play(SCORPION, "1 b3 44/00 7b 10a", "7b+3") == "1 a 44/00 10B1a"


@pytest.mark.parametrize(
    ("position", "move", "refused"),
    [
        ("1 a3 45/00 7a", "7a-3", "no-enemy space=4"),
        ("1 a3 35/00 4a 7a", "7a-3", "no-enemy space=4"),
        ("1 a3 45/00 2a", "2a-3", "no-enemy"),
        ("1 a3 45/00 20A", "20A+3", "no-enemy"),
        ("1 a3 44/00 17A1b", "17A1b+3", "no-enemy"),
    ],
    ids=["nobody", "a comrade", "over the own end", "out of the base", "over the enemy end"],
)
def test_backwards_only_to_capture(refuse: Refuse, position: str, move: str, refused: str) -> None:
    """A backward move that captures nothing on the road is illegal."""
    assert refuse(SCORPION, position, move) == refused


def test_a_strike_may_come_with_either_number(play: Play) -> None:
    """With two numbers, a warrior may advance and strike back, or strike and turn home."""
    before = "1 a2,3 44/00 4b 5a"
    assert play("aj-sinaanil", before, "5a+2", "7a-3") == "1 b 44/00 4A1b"
