"""Stacks of one side that share a space, as in footprints and the aj- rulesets."""

from collections.abc import Callable

import pytest

from engine.road.rulesets import RULESETS

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]


def test_rulesets_that_share_spaces() -> None:
    """Comrades may share a space in footprints and in the five rulesets of the Mopan."""
    sharing = {key for key, ruleset in RULESETS.items() if ruleset.sharing}
    mopan = {"aj-sayil", "aj-tiwil", "aj-sinaanil", "aj-sakalil", "a-kaakil"}
    assert sharing == {"footprints", *mopan}


def test_a_stack_stops_beside_its_own(play: Play) -> None:
    """A stack that lands on a stack of its own side stops beside it."""
    assert play("footprints", "1 a2 35/00 2a 4a", "2a+2") == "1 b 35/00 4a 4a"


def test_a_warrior_enters_beside_its_own(play: Play) -> None:
    """A warrior may also enter beside a stack."""
    assert play("footprints", "1 a4 44/00 4a1b", "ba+4") == "1 b 34/00 4a 4a1b"


def test_stacks_side_by_side_stay_separate(play: Play) -> None:
    """When one of two stacks on a space moves on, the other stays."""
    assert play("footprints", "1 a2 35/00 4a 4a", "4a+2") == "1 b 35/00 4a 6a"


def test_of_equal_stacks_side_by_side_one_is_offered(legal: Legal) -> None:
    """Identical stacks on one space yield a single move, since it doesn't matter which goes."""
    assert legal("footprints", "1 a2 35/00 4a 4a") == ["4a+2", "ba+2"]


def test_stacks_on_one_space_are_named_by_their_captives(legal: Legal, play: Play) -> None:
    """Different stacks on one space have separate moves, each naming its whole stack."""
    before = "1 a1 34/00 4a 4a1b"
    assert legal("footprints", before) == ["4a+1", "4a1b+1", "ba+1"]
    assert play("footprints", before, "4a1b+1") == "1 b 34/00 4a 5a1b"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1 a3 43/00 2a 5b 5b", "1 b 43/00 5a2b"),
        ("1 a3 32/00 2a 5b 5b1a1b", "1 b 32/00 5a1a3b"),
    ],
)
def test_all_that_stands_there_is_captured(play: Play, before: str, after: str) -> None:
    """A stack that lands on several enemy stacks captures all of them."""
    assert play("footprints", before, "2a+3") == after


def test_partners_stand_side_by_side(play: Play) -> None:
    """Stacks of partners may share a space too."""
    words = "aj-sayil warriors=5 seats=4 casts=one"
    assert play(words, "1 b3 4455/0000 4b 7a", "4b+3") == "1 c 4455/0000 7a 7b"


def test_enemies_never_stand_side_by_side(play: Play) -> None:
    """Landing on an enemy is a capture even where spaces are shared."""
    assert play("footprints", "1 a3 44/00 2a 5b", "2a+3") == "1 b 44/00 5a1b"
