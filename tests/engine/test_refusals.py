"""Every way a move can be wrong has its own reason."""

import pytest

from engine import IllegalMove
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.refusals import Reason

OVER = "1 a 40/03 5a2b"


@pytest.mark.parametrize(
    ("position", "move", "refused"),
    [
        (OVER, "5+3", "over"),
        ("1 ? 55/00", "b+3", "opening"),
        ("1 ?4 55/00", "b+3", "opening"),
        ("1 a 55/00", "b+3", "not-cast"),
        ("1 a3 55/00", "b+4", "other-number number=4"),
        ("1 a3 05/40 2a", "b+3", "base-empty"),
        ("1 a3 45/00 2a", "4+3", "no-stack space=4"),
        ("1 a3 45/00 2a", "0+3", "no-stack space=0"),
        ("1 a3 44/00 2a 7b", "7-3", "not-yours space=7"),
        ("1 a3 44/00 2a 7b", "7+3", "not-yours space=7"),
        ("1 a3 45/00 4a", "4-3", "wrong-way space=4"),
        ("1 a3 45/00 4a", "b-3", "wrong-way"),
        ("1 a3 35/00 2a 5a", "2+3", "own-stack space=5"),
        ("1 a3 45/00 3a", "b+3", "own-stack space=3"),
        ("1 a3 55/00", "", "unreadable text="),
        ("1 a3 55/00", "b+03", "unreadable text=b+03"),
        ("1 a3 55/00", "b3", "unreadable text=b3"),
        ("1 a3 55/00", "b+3\n", "unreadable text=b+3\n"),
        ("1 a3 55/00", "b+\u0663", "unreadable text=b+\u0663"),
    ],
)
def test_a_wrong_move_is_refused(puluc: RoadGame, position: str, move: str, refused: str) -> None:
    """A move that cannot be played is refused with the rule it breaks and the facts."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.read_move(puluc.read_position(position), move)
    assert str(refusal.value) == refused.rstrip()


@pytest.mark.parametrize(
    ("made_in", "played_in", "reason"),
    [
        ("1 a3 45/00 2a", "1 a3 55/00", Reason.NO_STACK),
        ("1 a3 45/00 2a", "1 a2 45/00 2a", Reason.OTHER_NUMBER),
        ("1 a3 45/00 2a", "1 a 45/00 2a", Reason.NOT_CAST),
        ("1 a3 45/00 2a", "1 a3 35/00 2a 5a", Reason.OWN_STACK),
        ("1 a3 45/00 2a", "1 b3 45/00 2a", Reason.NOT_YOURS),
        ("1 a3 45/00 2a", "1 a3 44/00 2a1b", Reason.CHANGED),
        ("1 a3 45/00 2a", OVER, Reason.OVER),
    ],
)
def test_play_refuses_what_is_not_legal(
    puluc: RoadGame, made_in: str, played_in: str, reason: Reason
) -> None:
    """A move that was legal in another position is refused when it is played in this one."""
    move = puluc.read_move(puluc.read_position(made_in), "2+3")
    with pytest.raises(IllegalMove) as refusal:
        puluc.play(puluc.read_position(played_in), move)
    assert refusal.value.reason is reason


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("1 a3 05/40 2a", Reason.BASE_EMPTY),
        ("1 b3 54/00 2b", Reason.WRONG_WAY),
    ],
)
def test_play_refuses_an_entry_that_is_not_legal(
    puluc: RoadGame, position: str, reason: Reason
) -> None:
    """Nobody enters from an empty base or from the base of the other side."""
    move = puluc.read_move(puluc.read_position("1 a3 55/00"), "b+3")
    with pytest.raises(IllegalMove) as refusal:
        puluc.play(puluc.read_position(position), move)
    assert refusal.value.reason is reason


def test_play_refuses_the_move_of_another_game(puluc: RoadGame) -> None:
    """A move that belongs to a longer road is not taken for one of this road."""
    longer = RoadGame(read_header("puluc road=13 warriors=5 table=kernels casts=one"))
    move = longer.read_move(longer.read_position("1 a3 45/00 10a"), "10+3")
    with pytest.raises(IllegalMove) as refusal:
        puluc.play(puluc.read_position("1 a3 45/00 10a"), move)
    assert refusal.value.reason is Reason.CHANGED


def test_nobody_casts_twice(puluc: RoadGame) -> None:
    """A cast is refused while a number is still to be played."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.cast(puluc.read_position("1 a3 55/00"), (0, 0, 0, 1))
    assert refusal.value.reason is Reason.CAST_ALREADY


def test_nobody_casts_after_the_end(puluc: RoadGame) -> None:
    """A cast is refused once the game is over."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.cast(puluc.read_position(OVER), (0, 0, 0, 1))
    assert refusal.value.reason is Reason.OVER


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("1 a3 55/00", Reason.CAN_MOVE),
        ("1 a 55/00", Reason.NOT_CAST),
        ("1 ? 55/00", Reason.OPENING),
        (OVER, Reason.OVER),
    ],
)
def test_nobody_passes_who_need_not(puluc: RoadGame, position: str, reason: Reason) -> None:
    """A pass is refused where a number can be played, or none is pending."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.skip(puluc.read_position(position))
    assert refusal.value.reason is reason
