"""Warriors that bounce off the enemy base, as in boolik."""

from collections.abc import Callable

import pytest

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]


@pytest.mark.parametrize(
    ("number", "space"), [(1, "11A"), (2, "10A"), (3, "9A"), (4, "8A"), (5, "7A")]
)
def test_extra_steps_lead_back(play: Play, number: int, space: str) -> None:
    """A warrior turns round on the last space and spends the rest of its number going homeward."""
    assert play("boolik", f"1 a{number} 45/00 10a", f"10+{number}") == f"1 b 45/00 {space}"


def test_side_1_bounces_off_the_other_end(play: Play) -> None:
    """For side 1 the last space is space 1."""
    assert play("boolik", "1 b4 54/00 2b", "2-4") == "1 a 54/00 4B"


def test_a_warrior_short_of_the_last_space_goes_on_forward(play: Play) -> None:
    """A warrior that doesn't get past the last space keeps its heading."""
    assert play("boolik", "1 a2 45/00 8a", "8+2") == "1 b 45/00 10a"


def test_a_bounce_captures_where_it_ends(play: Play) -> None:
    """A warrior captures an enemy on the space where its bounce ends."""
    assert play("boolik", "1 a3 44/00 9b 10a", "10+3") == "1 b 44/00 9A1b"


def test_a_bounce_does_not_capture_on_the_last_space(play: Play) -> None:
    """A warrior that turns round on the last space captures nobody there."""
    assert play("boolik", "1 a3 44/00 10a 11b", "10+3") == "1 b 44/00 9A 11b"


def test_after_a_bounce_a_captor_goes_where_captors_go(play: Play) -> None:
    """With `after-capture=advance`, a capture after a bounce turns the stack forward again."""
    words = "boolik after-capture=advance"
    assert play(words, "1 a3 44/00 9b 10a", "10+3") == "1 b 44/00 9a1b"


def test_a_bounce_never_ends_on_an_own_stack(refuse: Refuse) -> None:
    """A bounce that ends on a stack of the same side is illegal."""
    assert refuse("boolik", "1 a3 35/00 9a 10a", "10+3") == "own-stack space=9"


def test_a_bounce_may_end_where_it_began(play: Play) -> None:
    """A warrior doesn't block itself: it can bounce back to the space it started from."""
    assert play("boolik", "1 a4 45/00 9a", "9+4") == "1 b 45/00 9A"


def test_a_homeward_warrior_does_not_bounce_at_home(play: Play) -> None:
    """A lone homeward warrior doesn't bounce at its own base but returns to it."""
    assert play("boolik", "1 a4 45/00 3A", "3-4") == "1 b 55/00"


def test_a_stack_with_captives_does_not_bounce(play: Play) -> None:
    """A forward stack with captives leaves the road at the enemy base."""
    words = "boolik after-capture=advance"
    assert play(words, "1 a4 44/00 9a1b", "9+4") == "1 b 54/01"


def test_an_entering_warrior_bounces(play: Play) -> None:
    """A warrior that enters by a number as long as the road ends on the last space, homeward."""
    assert play("boolik road=5", "1 a5 55/00", "b+5") == "1 b 45/00 5A"


def test_a_bounce_may_end_beside_a_comrade(play: Play) -> None:
    """Where stacks share spaces, a bounce may end beside a comrade."""
    words = "footprints far-end=bounce"
    assert play(words, "1 a3 35/00 9a 10a", "10a+3") == "1 b 35/00 9A 9a"


def test_a_scorpion_bounces_in_its_counter_attack(legal: Legal, play: Play) -> None:
    """A homeward warrior that strikes past the last space captures where its bounce ends."""
    words = "aj-sinaanil road=11 casts=one far-end=bounce"
    assert legal(words, "1 a3 44/00 9b 10A") == ["10A+3", "10A-3"]
    assert play(words, "1 a3 44/00 9b 10A", "10A+3") == "1 b 44/00 9A1b"
