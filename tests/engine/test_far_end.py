"""What happens to a lone warrior that reaches the enemy base."""

from collections.abc import Callable

import pytest

from engine.road.moves import Deed
from engine.road.ruleset import FarEnd

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Tell = Callable[[str, str, str], Deed]

AGAIN = "bul far-end=re-enter"


@pytest.mark.parametrize(
    ("far_end", "after"),
    [
        ("recycle", "1 b 54/00 3b1a"),
        ("liberate", "1 b 64/00 3b"),
        ("walk-back", "1 b 44/00 3b1a 12A"),
        ("bounce", "1 b 44/00 3b1a 9A"),
        ("re-enter", "1 b 44/00 1a 3b1a"),
    ],
)
def test_the_far_end_depends_on_the_ruleset(play: Play, far_end: str, after: str) -> None:
    """At the enemy base it returns to base, frees comrades, waits or bounces, by its ruleset."""
    words = f"puluc warriors=6 far-end={far_end}"
    assert play(words, "1 a4 44/01 3b1a 9a", "9+4") == after.replace("/00", "/01")


@pytest.mark.parametrize("end", FarEnd)
def test_a_stack_with_captives_comes_off_whatever_the_far_end(play: Play, end: str) -> None:
    """The `far-end` option affects lone warriors only; a stack with captives leaves the road."""
    assert play(f"puluc far-end={end}", "1 a4 44/00 9a1b", "9+4") == "1 b 54/01"


@pytest.mark.parametrize("end", ["walk-back", "bounce"])
def test_a_lone_warrior_comes_home(play: Play, end: str) -> None:
    """A lone homeward warrior returns to its base, and extra steps are lost."""
    assert play(f"puluc far-end={end}", "1 a4 45/00 3A", "3-4") == "1 b 55/00"


@pytest.mark.parametrize(
    ("far_end", "after"),
    [
        ("recycle", "1 b 44/00 5B1a"),
        ("liberate", "1 b 54/00 5b"),
        ("walk-back", "1 b 34/00 5B1a 10A"),
        ("re-enter", "1 b 44/00 5B1a"),
    ],
)
def test_a_warrior_can_enter_beyond_the_last_space(play: Play, far_end: str, after: str) -> None:
    """With a number longer than the road, a warrior enters straight into the enemy base."""
    assert play(f"kekchi road=9 far-end={far_end}", "1 a10 44/00 5B1a", "b+10") == after


def test_such_an_entry_is_legal_though_nothing_changes(legal: Legal) -> None:
    """A warrior may enter, cross the whole road and return to base in one move."""
    assert legal("kekchi road=9", "1 a10 55/00") == ["b+10"]


def test_liberation_empties_every_enemy_stack_of_comrades(play: Play) -> None:
    """In buul a lone warrior at the enemy base frees the comrades under every enemy stack."""
    before = "1 a3 22/00 3B1a 7B1a1b 10a"
    assert play("buul", before, "10+3") == "1 b 52/00 3b 7B1b"


def test_a_stack_left_without_captives_heads_forward_again(legal: Legal, play: Play) -> None:
    """An enemy stack that loses all its captives turns towards its enemy's base again."""
    after = play("buul", "1 a3 34/00 8B1a 10a", "10+3")
    assert after == "1 b 54/00 8b"
    assert legal("buul", after.replace("b ", "b2 ", 1)) == ["8-2", "b-2"]


def test_a_stack_left_with_its_own_comrades_keeps_its_heading(play: Play) -> None:
    """An enemy stack that still carries comrades of its own keeps heading home."""
    assert play("buul", "1 a3 33/00 8B1a1b 10a", "10+3") == "1 b 53/00 8B1b"


def test_liberation_turns_only_stacks_that_lost_a_captive(play: Play) -> None:
    """Liberation turns only stacks that lost a captive, not a lone homeward enemy."""
    assert play("buul", "1 a3 33/00 4B1a 8B 10a", "10+3") == "1 b 53/00 4b 8B"


def test_comrades_under_own_captains_are_not_liberated(play: Play) -> None:
    """Liberation frees captives of enemy stacks, not those under a captain of their own side."""
    assert play("buul", "1 a3 23/01 6A1a1b 10a", "10+3") == "1 b 33/01 6A1a1b"


def test_the_dead_are_not_liberated(play: Play) -> None:
    """Liberation frees captives, not warriors that were killed."""
    assert play("buul", "1 a3 35/10 10a", "10+3") == "1 b 45/10"


def test_a_stack_with_captives_does_not_liberate(play: Play) -> None:
    """A stack with captives frees no comrades at the enemy base."""
    before = "1 a3 33/00 4b1a 10a1b"
    assert play("puluc far-end=liberate", before, "10+3") == "1 b 43/01 4b1a"


def test_partners_are_liberated_to_their_own_bases(play: Play) -> None:
    """In teams, a lone warrior frees captured comrades of every seat on its side."""
    words = "aj-sayil seats=4 warriors=1 casts=one far-end=liberate"
    assert play(words, "1 a3 0001/0000 5C1b 18a", "18a+3") == "1 b 1101/0000 5c"


def test_a_warrior_waits_in_the_enemy_base_to_walk_back(play: Play) -> None:
    """With `far-end=walk-back`, extra steps beyond the enemy base are lost."""
    assert play("bul far-end=walk-back", "1 a5 45/00 11a", "11+5") == "1 b 45/00 12A"


def test_the_way_back_counts_from_the_enemy_base(play: Play) -> None:
    """A warrior that waits in the enemy base walks homeward from there with its next number."""
    assert play("bul far-end=walk-back", "1 a4 45/00 12A", "12-4") == "1 b 45/00 8A"


def test_side_1_waits_before_the_first_space(play: Play) -> None:
    """For side 1 the enemy base is space 0, and warriors walk up the road from there."""
    words = "bul far-end=walk-back"
    assert play(words, "1 b4 54/00 3b", "3-4") == "1 a 54/00 0B"
    assert play(words, "1 b4 54/00 0B", "0+4") == "1 a 54/00 4B"


def test_a_base_has_room_for_several(play: Play, legal: Legal) -> None:
    """Several warriors may wait in the enemy base even if stacks can't share spaces on the road."""
    after = play("bul far-end=walk-back", "1 a2 35/00 11a 12A", "11+2")
    assert after == "1 b 35/00 12A 12A"
    assert legal("bul far-end=walk-back", "1 a2 35/00 12A 12A") == ["12-2", "b+2"]


def test_there_are_no_captures_in_a_base(play: Play) -> None:
    """An enemy stack that returns to its base doesn't capture a warrior that waits there."""
    before = "1 b5 34/00 8B1a 12A"
    assert play("bul far-end=walk-back", before, "8+5") == "1 a 35/10 12A"


def test_a_warrior_without_steps_left_is_in_base(play: Play) -> None:
    """With `far-end=re-enter`, a warrior that reaches the enemy base exactly is home."""
    assert play(AGAIN, "1 a3 44/00 3b 9a", "9+3") == "1 b 54/00 3b"


def test_side_1_goes_on_down_the_road(play: Play) -> None:
    """Side 1 enters again at the upper end."""
    assert play(AGAIN, "1 b5 44/00 2b 3a", "2-5") == "1 a 44/00 3a 9b"


def test_going_on_captures(play: Play) -> None:
    """A warrior that enters again captures the enemies where it stops, and turns round."""
    assert play(AGAIN, "1 a5 44/00 2b 9a", "9+5") == "1 b 44/00 2A1b"


def test_going_on_is_blocked_by_comrades(legal: Legal) -> None:
    """A warrior cannot enter again onto a stack of its own side."""
    assert legal(AGAIN, "1 a5 35/00 2a 9a") == ["2+5", "b+5"]


def test_going_on_into_the_fire(play: Play) -> None:
    """A warrior that enters again onto the fire burns."""
    words = "a-kaakil road=5 casts=one far-end=re-enter"
    assert play(words, "1 a4 45/00 5a", "5a+4") == "1 b 45/10"


@pytest.mark.parametrize(("number", "space"), [(6, "5a"), (8, "1a")])
def test_a_short_road_can_lead_round_twice(play: Play, number: int, space: str) -> None:
    """On five spaces, 6 steps take a warrior once round, and 8 from the last one twice."""
    words = "bul road=5 casts=sum far-end=re-enter"
    assert play(words, f"1 a{number} 45/00 5a", f"5+{number}") == f"1 b 45/00 {space}"


def test_a_deed_counts_the_rounds(tell: Tell) -> None:
    """A warrior on the last of five spaces passes the enemy base twice with an 8."""
    words = "bul road=5 casts=sum far-end=re-enter"
    rounds = [tell(words, f"1 a{n} 45/00 5a", f"5+{n}").rounds for n in (5, 7, 8)]
    assert rounds == [1, 1, 2]


def test_who_goes_on_stays_the_only_one_out(legal: Legal) -> None:
    """In single file, a warrior that entered again is still the one that is out."""
    assert legal("aj-sakalil far-end=re-enter", "1 a2 45/00 3a") == ["3a+2"]
