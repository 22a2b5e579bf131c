"""Bases that have to be reached exactly."""

from collections.abc import Callable

Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]


def test_a_base_is_not_passed(legal: Legal, refuse: Refuse) -> None:
    """A number that leads past the enemy base cannot be played."""
    assert legal("puluc exact=yes", "1 a3 45/00 10a") == ["b+3"]
    assert refuse("puluc exact=yes", "1 a3 45/00 10a", "10+3") == "not-exact number=3"


def test_a_base_is_reached_by_its_number(play: Play) -> None:
    """The number that leads to the enemy base exactly can."""
    assert play("puluc exact=yes", "1 a2 45/00 10a", "10+2") == "1 b 55/00"


def test_a_laden_stack_comes_off_exactly(legal: Legal, play: Play) -> None:
    """A stack with captives needs the exact number, too."""
    assert legal("puluc exact=yes", "1 a3 44/00 10a1b") == ["b+3"]
    assert play("puluc exact=yes", "1 a2 44/00 10a1b", "10+2") == "1 b 54/01"


def test_home_is_reached_exactly(legal: Legal, play: Play) -> None:
    """So does a stack that comes home."""
    assert legal("bul exact=yes", "1 a3 44/00 2A1b") == ["b+3"]
    assert play("bul exact=yes", "1 a2 44/00 2A1b", "2-2") == "1 b 54/01"


def test_who_walks_back_walks_in_exactly(legal: Legal, play: Play) -> None:
    """The base where a warrior waits to walk back has to be reached exactly."""
    words = "bul exact=yes far-end=walk-back"
    assert legal(words, "1 a3 45/00 10a") == ["b+3"]
    assert play(words, "1 a2 45/00 10a", "10+2") == "1 b 45/00 12A"


def test_a_bounce_is_never_exact(play: Play) -> None:
    """A warrior bounces off the last space whatever the number."""
    assert play("boolik exact=yes", "1 a4 45/00 10a", "10+4") == "1 b 45/00 8A"


def test_who_bounced_comes_home_exactly(legal: Legal) -> None:
    """On its way home a warrior needs the exact number."""
    assert legal("boolik exact=yes", "1 a3 45/00 2A") == ["b+3"]


def test_who_can_do_nothing_else_passes(play: Play) -> None:
    """Where every number is too long the turn is passed."""
    assert play("puluc exact=yes", "1 a3 04/40 3b 10a", "-") == "1 b 04/40 3b 10a"
