"""Single file: one warrior of each player on the road at a time, as in the aj- rulesets."""

from collections.abc import Callable

from engine.road.rulesets import RULESETS

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]

SAYIL = "aj-sayil casts=one"


def test_rulesets_in_single_file() -> None:
    """The five rulesets of the Mopan are played in single file."""
    single = {key for key, ruleset in RULESETS.items() if ruleset.single_file}
    assert single == {"aj-sayil", "aj-tiwil", "aj-sinaanil", "aj-sakalil", "a-kaakil"}


def test_a_second_warrior_cannot_enter(legal: Legal, refuse: Refuse) -> None:
    """A seat with a stack on the road can't enter another warrior."""
    assert legal(SAYIL, "1 a3 45/00 4a") == ["4a+3"]
    assert refuse(SAYIL, "1 a3 45/00 4a", "ba+3") == "single-file"


def test_a_captor_holds_up_its_own_side(legal: Legal) -> None:
    """A stack with captives counts as one warrior on the road."""
    assert legal(SAYIL, "1 a3 44/00 9A1b") == ["9A1b-3"]


def test_a_captured_warrior_makes_room_for_another(legal: Legal) -> None:
    """A seat whose warrior was captured may enter another."""
    assert legal(SAYIL, "1 a3 44/00 9B1a") == ["ba+3"]


def test_a_warrior_in_the_enemy_base_is_on_the_road(legal: Legal) -> None:
    """A warrior that waits in the enemy base counts as on the road."""
    assert legal(SAYIL, "1 a3 45/00 20A") == ["20A-3"]


def test_the_second_number_moves_the_warrior_that_entered(legal: Legal, play: Play) -> None:
    """The first number enters a warrior and the second moves it on."""
    after = play("aj-sayil", "1 a2,3 55/00", "ba+2")
    assert after == "1 a3 45/00 2a"
    assert legal("aj-sayil", after) == ["2a+3"]


def test_the_second_number_enters_another_when_the_first_brought_one_home(play: Play) -> None:
    """If the first number brings a warrior home, the second may enter one."""
    assert play("aj-sayil", "1 a2,3 45/00 2A", "2A-2", "ba+3") == "1 b 45/00 3a"


def test_partners_do_not_hold_each_other_up(legal: Legal) -> None:
    """In teams, each seat may have one warrior on the road."""
    assert legal(f"{SAYIL} warriors=5 seats=4", "1 b3 4555/0000 4a") == ["bb+3"]


def test_several_own_stacks_may_stand_on_the_road_all_the_same(legal: Legal) -> None:
    """With several stacks on the road in a set-up position, a seat may move any of them."""
    assert legal(SAYIL, "1 a3 35/00 4a 9a") == ["4a+3", "9a+3"]
