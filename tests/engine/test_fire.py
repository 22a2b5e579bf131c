"""The fire in the middle of the road, as in a-kaakil."""

from collections.abc import Callable

import pytest

from engine import Corrupt, Over
from engine.road.game import RoadGame
from engine.road.rulesets import RULESETS

OpenGame = Callable[[str], RoadGame]
Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]

FIRE = "a-kaakil casts=one"


@pytest.mark.parametrize(("road", "space"), [(5, 3), (7, 4), (19, 10), (31, 16)])
def test_the_middle_of_the_road_burns(play: Play, road: int, space: int) -> None:
    """The fire is on the space halfway between the bases."""
    before = f"1 a1 45/00 {space - 1}a"
    assert play(f"{FIRE} road={road}", before, f"{space - 1}a+1") == "1 b 45/10"


@pytest.mark.parametrize("space", [9, 10])
def test_both_middle_spaces_of_an_even_road_burn(play: Play, space: int) -> None:
    """On a road of even length, the fire is on both middle spaces."""
    before = f"1 a3 45/00 {space - 3}a"
    assert play(f"{FIRE} road=18", before, f"{space - 3}a+3") == "1 b 45/10"


@pytest.mark.parametrize("road", range(5, 32))
def test_the_fire_is_as_far_from_both_bases(game: OpenGame, road: int) -> None:
    """Seen from the other end of the road, the same spaces burn."""
    burning = game(f"{FIRE} road={road}").ruleset.fire_spaces
    assert [road + 1 - space for space in reversed(burning)] == [*burning]


@pytest.mark.parametrize("key", [key for key in RULESETS if key != "a-kaakil"])
def test_elsewhere_nothing_burns(key: str) -> None:
    """Only a-kaakil has a fire."""
    assert RULESETS[key].fire_spaces == ()


def test_a_stack_burns_whole(play: Play) -> None:
    """The fire kills the captain and all its captives, comrades and enemies alike."""
    assert play(FIRE, "1 a3 33/01 13A1a1b", "13A1a1b-3") == "1 b 33/22"


def test_a_warrior_that_enters_on_the_fire_burns(play: Play) -> None:
    """A warrior can enter into the fire."""
    assert play(f"{FIRE} road=5", "1 a3 55/00", "ba+3") == "1 b 45/10"


def test_the_fire_is_optional_while_other_moves_are_legal(legal: Legal) -> None:
    """Moving into the fire is optional while other moves are legal."""
    assert legal("a-kaakil", "1 a2,3 45/00 8a") == ["8a+2", "8a+3"]


def test_the_only_move_may_lead_into_the_fire(legal: Legal) -> None:
    """If moving into the fire is the only legal move, it must be played."""
    assert legal(FIRE, "1 a3 45/00 7a") == ["7a+3"]


def test_passing_the_fire_is_harmless(play: Play) -> None:
    """Passing over the fire is harmless."""
    assert play(FIRE, "1 a5 45/00 7a", "7a+5") == "1 b 45/00 12a"


def test_a_burnt_warrior_makes_room_for_another(play: Play) -> None:
    """After the first number takes a warrior into the fire, the second may enter another."""
    assert play("a-kaakil", "1 a2,3 45/00 8a", "8a+2", "ba+3") == "1 b 35/10 3a"


def test_a_side_that_burns_its_last_warrior_loses(game: OpenGame) -> None:
    """A side that burns its last free warrior loses by its own move."""
    fire = game(FIRE)
    before = fire.read_position("1 a3 05/40 7a")
    after = fire.play(before, fire.read_move(before, "7a+3"))
    assert fire.phase(after) == Over(((1,), (0,)))


def test_nothing_stands_on_the_fire(game: OpenGame) -> None:
    """A position with a stack on the fire is corrupt."""
    with pytest.raises(Corrupt, match="no stack can stand in the fire on 10"):
        game(FIRE).read_position("1 a 45/00 10a")
