"""Every way in which a move can be illegal has its own reason."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine import IllegalMove
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.reason import Reason

OpenGame = Callable[[str], RoadGame]
Refuse = Callable[[str, str, str], str]

OVER = "1 a 40/03 5a2b"


CASES = [
    ("puluc", OVER, "5+3", "over"),
    ("puluc", "1 ? 55/00", "b+3", "opening"),
    ("puluc", "1 ?4 55/00", "b+3", "opening"),
    ("puluc", "1 a 55/00", "b+3", "not-cast"),
    ("kekchi", "1 a3? 55/00", "b+3", "not-cast"),
    ("puluc", "1 a3 55/00", "b+4", "other-number number=4"),
    ("kekchi", "1 a7 55/00", "b+3", "other-number number=3"),
    ("aj-sayil", "1 a2,3 55/00", "ba+5", "other-number number=5"),
    ("footprints", "1 a0 45/00 2a", "2a+0", "nought"),
    ("puluc", "1 a3 05/40 2a", "b+3", "base-empty"),
    ("footprints", "1 a3 05/40 2a", "ba+3", "base-empty"),
    ("aj-sayil", "1 a2,3 45/00 2a", "ba+3", "single-file"),
    ("puluc", "1 a3 45/00 2a", "4+3", "no-stack space=4"),
    ("puluc", "1 a3 45/00 2a", "0+3", "no-stack space=0"),
    ("puluc", "1 a3 44/00 2a 7b", "7-3", "not-yours space=7"),
    ("puluc", "1 a3 44/00 2a 7b", "7+3", "not-yours space=7"),
    ("bul far-end=walk-back", "1 a3 44/00 0B 2a", "0+3", "not-yours space=0"),
    ("footprints", "1 a3 44/00 2a 7b", "bb-3", "others"),
    ("aj-sayil warriors=5 seats=4", "1 b2,3 4455/0000 2a 4b", "2a+3", "others"),
    ("aj-sayil warriors=5 seats=4", "1 b2,3 5555/0000", "ba+3", "others"),
    ("footprints", "1 a3 44/00 2a1b", "2a+3", "changed space=2"),
    ("footprints", "1 a3 45/00 2a", "2A+3", "changed space=2"),
    ("footprints", "1 a3 45/00 2a", "bA+3", "changed"),
    ("puluc", "1 a3 45/00 4a", "4-3", "wrong-way space=4"),
    ("bul", "1 a3 44/00 4A1b", "4+3", "wrong-way space=4"),
    ("puluc", "1 a3 45/00 4a", "b-3", "wrong-way"),
    ("puluc exact=yes", "1 a3 45/00 10a", "10+3", "not-exact number=3"),
    ("bul exact=yes", "1 a3 44/00 2A1b", "2-3", "not-exact number=3"),
    ("puluc", "1 a3 35/00 2a 5a", "2+3", "own-stack space=5"),
    ("puluc", "1 a3 45/00 3a", "b+3", "own-stack space=3"),
    ("boolik", "1 a3 35/00 9a 10a", "10+3", "own-stack space=9"),
    ("aj-sinaanil", "1 a2,3 45/00 7a", "7a-3", "no-enemy space=4"),
    ("aj-sinaanil", "1 a2,3 45/00 2a", "2a-3", "no-enemy"),
    ("puluc", "1 a3 55/00", "", "unreadable text="),
    ("puluc", "1 a3 55/00", "b+03", "unreadable text=b+03"),
    ("puluc", "1 a3 55/00", "b3", "unreadable text=b3"),
    ("puluc", "1 a3 55/00", "b+3\n", "unreadable text=b+3\n"),
    ("puluc", "1 a3 55/00", "b+\u0663", "unreadable text=b+\u0663"),
    ("footprints", "1 a3 55/00", "bc+3", "unreadable text=bc+3"),
    ("footprints", "1 a3 55/00", "2a1b1b+3", "unreadable text=2a1b1b+3"),
]
"""A game, a position, a move and its refusal, whose first word is the reason."""


@pytest.mark.parametrize(("words", "position", "move", "refused"), CASES)
def test_a_wrong_move_is_refused(
    refuse: Refuse, words: str, position: str, move: str, refused: str
) -> None:
    """An illegal move is refused with the rule it breaks and the relevant facts."""
    assert refuse(words, position, move) == refused.rstrip()


def test_every_reason_against_a_move_has_a_case() -> None:
    """Every reason has a case above, except those for casts and passes."""
    shown = {refused.split()[0] for *_, refused in CASES}
    assert shown == set(Reason) - {Reason.CAST_ALREADY, Reason.CAN_MOVE}


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
    """A move that was legal in another position is refused if it is illegal in this one."""
    move = puluc.read_move(puluc.read_position(made_in), "2+3")
    with pytest.raises(IllegalMove) as refusal:
        puluc.play(puluc.read_position(played_in), move)
    assert refusal.value.reason is reason


@pytest.mark.parametrize(
    ("words", "made_in", "move", "played_in", "reason"),
    [
        ("puluc", "1 a3 55/00", "b+3", "1 a3 05/40 2a", Reason.BASE_EMPTY),
        ("puluc", "1 a3 55/00", "b+3", "1 b3 54/00 2b", Reason.OTHERS),
        ("puluc", "1 a3 55/00", "b+3", "1 a3 45/00 3a", Reason.OWN_STACK),
        ("aj-sayil", "1 a2,3 55/00", "ba+3", "1 a2,3 45/00 9a", Reason.SINGLE_FILE),
        ("aj-sinaanil", "1 a2,3 44/00 4b 7a", "7a-3", "1 a2,3 45/00 7a", Reason.NO_ENEMY),
        ("footprints", "1 a2 44/00 4a1b", "4a1b+2", "1 a2 45/00 4a", Reason.CHANGED),
        (
            "aj-sayil warriors=5 seats=4",
            "1 a2,3 4555/0000 4a",
            "4a+3",
            "1 b2,3 4555/0000 4a",
            Reason.OTHERS,
        ),
        (
            "aj-sayil warriors=5 seats=4",
            "1 b2,3 5555/0000",
            "bb+3",
            "1 a2,3 5555/0000",
            Reason.OTHERS,
        ),
    ],
)
def test_play_refuses_by_every_rule(
    game: OpenGame, words: str, made_in: str, move: str, played_in: str, reason: Reason
) -> None:
    """A stale entering, helping or backward move is refused too."""
    opened = game(words)
    made = opened.read_move(opened.read_position(made_in), move)
    with pytest.raises(IllegalMove) as refusal:
        opened.play(opened.read_position(played_in), made)
    assert refusal.value.reason is reason


def test_a_move_of_another_game_is_played_by_the_rules_here(puluc: RoadGame) -> None:
    """A move made on a longer road has the effect it would have if made on this one."""
    longer = RoadGame(read_header("puluc road=13 warriors=5 table=kernels casts=one"))
    move = longer.read_move(longer.read_position("1 a3 45/00 10a"), "10+3")
    after = puluc.play(puluc.read_position("1 a3 45/00 10a"), move)
    assert puluc.write_position(after) == "1 b 55/00"


def test_a_changed_copy_of_a_move_is_played_as_changed(puluc: RoadGame) -> None:
    """A modified copy of a move plays by its stack and number, not by the engine's own fields."""
    position = puluc.read_position("1 a3 35/00 2a 6a")
    copy = replace(puluc.read_move(position, "2+3"), after=0, freed=1, landing=0, end=9)
    assert puluc.write_position(puluc.play(position, copy)) == "1 b 35/00 5a 6a"


def test_both_numbers_of_a_pair_are_played_whatever_made_the_move(game: OpenGame) -> None:
    """A move read in a turn with other numbers uses up only its own number of this turn."""
    ant = game("aj-sayil")
    move = ant.read_move(ant.read_position("1 a2,3 45/00 4a"), "4a+3")
    after = ant.play(ant.read_position("1 a3,5 45/00 4a"), move)
    assert ant.write_position(after) == "1 a5 45/00 7a"


def test_a_second_cast_is_refused(puluc: RoadGame) -> None:
    """A cast is refused while a number is still to be played."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.cast(puluc.read_position("1 a3 55/00"), (0, 0, 0, 1))
    assert refusal.value.reason is Reason.CAST_ALREADY


def test_a_cast_after_the_end_is_refused(puluc: RoadGame) -> None:
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
def test_an_unnecessary_pass_is_refused(puluc: RoadGame, position: str, reason: Reason) -> None:
    """A pass is refused if a number can be played, or if no number is pending."""
    with pytest.raises(IllegalMove) as refusal:
        puluc.skip(puluc.read_position(position))
    assert refusal.value.reason is reason
