"""Turns with one number or two: throws, the order of the numbers, and passes."""

from collections.abc import Callable

import pytest

from engine import IllegalMove, Pass, Throw
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.reason import Reason
from engine.throws import Cast

OpenGame = Callable[[str], RoadGame]
Play = Callable[..., str]
Legal = Callable[[str, str], list[str]]
Refuse = Callable[[str, str, str], str]

ONE, TWO, THREE = (1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0)


def thrown(game: RoadGame, *casts: Cast) -> Position:
    """Return the first turn of seat 0 after these throws."""
    position = game.begin(0)
    for cast in casts:
        position = game.cast(position, cast)
    return position


@pytest.mark.parametrize(
    ("words", "casts", "position"),
    [
        ("kekchi casts=one", [TWO], "1 a2 55/00"),
        ("kekchi", [TWO, THREE], "1 a5 55/00"),
        ("aj-sayil", [THREE, TWO], "1 a2,3 55/00"),
        ("aj-sayil", [TWO, TWO], "1 a2,2 55/00"),
        ("footprints casts=sum", [(0, 0), (0, 0)], "1 a0 55/00"),
    ],
)
def test_casts_give_their_numbers(
    game: OpenGame, words: str, casts: list[Cast], position: str
) -> None:
    """A turn has one throw, the sum of two, or two separate numbers listed in ascending order."""
    opened = game(words)
    assert opened.write_position(thrown(opened, *casts)) == position


@pytest.mark.parametrize("words", ["kekchi", "aj-sayil"])
def test_a_turn_of_two_casts_waits_for_the_second(game: OpenGame, words: str) -> None:
    """Between its two throws a seat keeps the turn, and the position shows the first number."""
    opened = game(words)
    position = thrown(opened, THREE)
    assert opened.phase(position) == Throw(seat=0, table=opened.ruleset.throws, opening=False)
    assert opened.write_position(position) == "1 a3? 55/00"
    assert opened.read_position("1 a3? 55/00") == position


def test_there_is_no_move_between_two_casts(refuse: Refuse) -> None:
    """The number of the first throw can't be played before the second throw."""
    assert refuse("aj-sayil", "1 a3? 55/00", "ba+3") == "not-cast"


def test_two_numbers_are_played_in_either_order(legal: Legal, play: Play) -> None:
    """Either number may be played first; the turn ends after the other."""
    assert legal("aj-sayil", "1 a2,3 45/00 4a") == ["4a+2", "4a+3"]
    assert play("aj-sayil", "1 a2,3 45/00 4a", "4a+3") == "1 a2 45/00 7a"
    assert play("aj-sayil", "1 a2,3 45/00 4a", "4a+3", "7a+2") == "1 b 45/00 9a"


def test_two_equal_numbers_are_two_moves(play: Play) -> None:
    """A double is played as two moves."""
    assert play("aj-sayil", "1 a2,2 45/00 4a", "4a+2", "6a+2") == "1 b 45/00 8a"


def test_two_numbers_may_move_two_stacks(play: Play) -> None:
    """Each number may move a different stack."""
    assert play("puluc casts=each", "1 a2,3 45/00 4a", "4+3", "b+2") == "1 b 35/00 2a 7a"


def test_the_first_number_changes_the_position(legal: Legal, play: Play) -> None:
    """The second number is played in the position that the first one left."""
    after = play("aj-sayil", "1 a2,3 44/00 4a 6b", "4a+2")
    assert legal("aj-sayil", after) == ["6A1b-3"]


def test_the_end_of_the_game_ends_the_turn(play: Play) -> None:
    """If the first number ends the game, the second is not played."""
    words = "aj-sayil warriors=1"
    assert play(words, "1 a2,3 00/00 4a 6b", "4a+2") == "1 b 00/00 6A1b"


def test_the_order_that_loses_a_number_may_be_chosen(legal: Legal, play: Play) -> None:
    """A player may choose the order of moves that leaves one number unplayable."""
    words = "puluc casts=each exact=yes warriors=1"
    assert legal(words, "1 a1,2 01/00 10a") == ["10+1", "10+2"]
    assert play(words, "1 a1,2 01/00 10a", "10+2", "b+1") == "1 b 01/00 1a"
    assert play(words, "1 a1,2 01/00 10a", "10+1", "-") == "1 b 01/00 11a"


def test_a_number_is_tried_again_after_the_other(legal: Legal, play: Play) -> None:
    """A number that was blocked may become playable after the other one is played."""
    words = "puluc casts=each exact=yes warriors=1"
    assert legal(words, "1 a1,2 01/00 11a") == ["11+1"]
    assert play(words, "1 a1,2 01/00 11a", "11+1", "b+2") == "1 b 01/00 2a"


def test_numbers_that_cannot_be_played_are_lost_in_one_pass(game: OpenGame, play: Play) -> None:
    """If no number has a legal move, a single pass discards them all."""
    words = "puluc casts=each exact=yes warriors=1"
    stuck = game(words).read_position("1 a2,3 01/00 11a")
    assert game(words).phase(stuck) == Pass(seat=0, numbers=(2, 3))
    assert play(words, "1 a2,3 01/00 11a", "-") == "1 b 01/00 11a"


def test_a_playable_number_cannot_be_passed(game: OpenGame) -> None:
    """Passing is illegal while either number has a legal move."""
    opened = game("puluc casts=each exact=yes warriors=1")
    with pytest.raises(IllegalMove) as refusal:
        opened.skip(opened.read_position("1 a1,2 01/00 11a"))
    assert refusal.value.reason is Reason.CAN_MOVE


def test_nought_is_never_played(game: OpenGame, refuse: Refuse) -> None:
    """A throw of 0 allows no move, so the turn is passed."""
    nought = game("footprints").read_position("1 a0 45/00 4a")
    assert game("footprints").phase(nought) == Pass(seat=0, numbers=(0,))
    assert refuse("footprints", "1 a0 45/00 4a", "4a+0") == "nought"


def test_a_nought_beside_a_number_is_passed_after_it(legal: Legal, play: Play) -> None:
    """When only one of two numbers is 0, the other is played first and then the 0 is passed."""
    words = "footprints casts=each"
    assert legal(words, "1 a0,2 55/00") == ["ba+2"]
    assert play(words, "1 a0,2 55/00", "ba+2", "-") == "1 b 45/00 2a"
