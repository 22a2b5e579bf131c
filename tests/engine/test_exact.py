"""Bases that must be reached exactly."""

from collections.abc import Callable

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]


def test_a_base_is_not_passed(legal: Legal, refuse: Refuse) -> None:
    """A number that would pass the enemy base is illegal."""
    assert legal("puluc exact=yes", "1 a3 45/00 10a") == ["b+3"]
    assert refuse("puluc exact=yes", "1 a3 45/00 10a", "10+3") == "not-exact number=3"


def test_a_base_is_reached_by_its_number(play: Play) -> None:
    """A number that reaches the enemy base exactly is legal."""
    assert play("puluc exact=yes", "1 a2 45/00 10a", "10+2") == "1 b 55/00"


def test_a_stack_with_captives_comes_off_exactly(legal: Legal, play: Play) -> None:
    """A stack with captives also needs the exact number to leave the road."""
    assert legal("puluc exact=yes", "1 a3 44/00 10a1b") == ["b+3"]
    assert play("puluc exact=yes", "1 a2 44/00 10a1b", "10+2") == "1 b 54/01"


def test_home_is_reached_exactly(legal: Legal, play: Play) -> None:
    """A homeward stack needs the exact number to reach its own base."""
    assert legal("bul exact=yes", "1 a3 44/00 2A1b") == ["b+3"]
    assert play("bul exact=yes", "1 a2 44/00 2A1b", "2-2") == "1 b 54/01"


def test_a_walk_back_starts_with_an_exact_number(legal: Legal, play: Play) -> None:
    """A warrior that will walk back must reach the enemy base exactly."""
    words = "bul exact=yes far-end=walk-back"
    assert legal(words, "1 a3 45/00 10a") == ["b+3"]
    assert play(words, "1 a2 45/00 10a", "10+2") == "1 b 45/00 12A"


def test_a_bounce_is_never_exact(play: Play) -> None:
    """A bounce doesn't need an exact number."""
    assert play("boolik exact=yes", "1 a4 45/00 10a", "10+4") == "1 b 45/00 8A"


def test_after_a_bounce_home_is_reached_exactly(legal: Legal) -> None:
    """After a bounce, a warrior needs the exact number to get home."""
    assert legal("boolik exact=yes", "1 a3 45/00 2A") == ["b+3"]


def test_too_large_numbers_are_passed(play: Play) -> None:
    """If every number is too large, the turn is passed."""
    assert play("puluc exact=yes", "1 a3 04/40 3b 10a", "-") == "1 b 04/40 3b 10a"
