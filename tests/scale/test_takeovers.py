"""When a press counts as answered again."""

from unittest.mock import Mock

from bot.table.people import Place, Platform, User
from tests.scale.takeovers import LATE_SECONDS, Game, Seen

ANA, BEN = (User(Platform.WEB, name) for name in ("ana", "ben"))


def game(*answers: tuple[float, float]) -> Game:
    return Game(Mock(), (ANA, BEN), Place(Platform.WEB, "plaza"), [*answers])


def test_the_first_answer() -> None:
    """Only presses after the kill count, and of these the first answer, not the first press."""
    assert game((1.0, 9.0), (3.0, 8.0), (4.0, 5.0)).answered_since(2.0) == 5.0
    assert game((1.0, 9.0)).answered_since(2.0) is None


def test_a_row() -> None:
    """What was late is counted; what never happened has no figures."""
    cells = [*Seen(answered=[0.5, LATE_SECONDS, 1.0]).row(Platform.WEB)]
    assert cells[:7] == ["web", 3, 1.0, LATE_SECONDS, 1, 0, cells[6]]
    assert cells[6] != cells[6]  # nan: no board was left
