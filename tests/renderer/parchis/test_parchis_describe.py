"""Alt texts of Parchís, and boards of letters."""

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, islice

import pytest

from engine.parchis.board import GOAL, HOME
from engine.text import Say, Text
from renderer.fitting import ALT_LIMIT, BOARD_LIMIT
from renderer.parchis.describe import BOARD_WIDTH, alt, board
from renderer.parchis.view import Arm, MoveView, ParchisView, Pending, SeatView, ThrowView


def words(text: str) -> Text:
    """Make a text from words."""
    return Text("parchis.picture.name", name=text)


@pytest.fixture
def middle() -> ParchisView:
    """A game of three with two moves to choose from, after a capture."""
    return ParchisView(
        seats=(
            SeatView("Ana", Arm.YELLOW, (8, 8, 29, 70)),
            SeatView("Ben", Arm.BLUE, (0, 0, 43, 76), thrown=(ThrowView(6), ThrowView(3))),
            SeatView("Eva", Arm.RED, (0, 34, 65, 65)),
        ),
        turn=0,
        pending=Pending(3, 3),
        moves=(MoveView(0, 29, 32, letter="A"), MoveView(0, 70, 73, letter="B")),
        last=(MoveView(1, 40, 43, captures=(2,)),),
        title=words("Parchís"),
        made=91,
    )


def test_a_description(middle: ParchisView, say: Say) -> None:
    """A description has the game, the turn, the last moves, throws, all pieces and the moves."""
    assert alt(middle, say) == (
        "Parchís, move 91. Ana (yellow triangle) threw 3. Last: Ben 40 to 43 capturing Eva. "
        "Ben threw 6 and 3. Ana (yellow triangle): barrier on 8, 29, and c2. "
        "Ben (blue square): 2 at home, 43, and 1 in the goal. "
        "Eva (red diamond): 1 at home, 34, and barrier on 65. "
        "Moves: A 29 to 32 and B c2 to c5."
    )


@pytest.mark.parametrize(
    ("pending", "sentence"),
    [
        (None, "Ana (yellow triangle) to move."),
        (Pending(12, 6), "Ana (yellow triangle) threw 6, which counts 12."),
        (Pending(20, None), "Ana (yellow triangle) has 20 to count."),
        (Pending(20, None, lost=True), "Ana (yellow triangle) can't play 20."),
        (Pending(6, 6, lost=True, third=True), "Ana (yellow triangle) threw a third 6"),
    ],
)
def test_what_is_pending(
    pending: Pending | None, sentence: str, middle: ParchisView, say: Say
) -> None:
    """A description says what the seat to move has to play."""
    assert sentence in alt(replace(middle, pending=pending), say)


def test_the_opening(middle: ParchisView, say: Say) -> None:
    """While the seats throw for who begins, a description says who has thrown what."""
    told = alt(replace(middle, pending=None, moves=(), last=(), opening=True), say)
    assert "Opening throw: Ana (yellow triangle). Ben threw 6 and 3." in told


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (MoveView(1, 0, 22, pieces=2), "Ben home to 22 with two pieces"),
        (MoveView(1, 0, 22, captures=(0, 2)), "Ben home to 22 capturing Ana and Eva"),
        (MoveView(1, 20, 18, back=True), "Ben 20 to 18 turning back"),
        (MoveView(1, 73, 76), "Ben c5 to goal"),
        (MoveView(1, 40, 0), "Ben 40 sent home by the third 6"),
    ],
)
def test_moves(move: MoveView, sentence: str, middle: ParchisView, say: Say) -> None:
    """A description says what happened in a move."""
    assert f"Last: {sentence}." in alt(replace(middle, last=(move,)), say)


def test_all_last_moves_are_described(middle: ParchisView, say: Say) -> None:
    """A description has every one of the last moves, with the player of several only once."""
    last = (*(MoveView(1, at, at + 3) for at in range(23, 38, 3)), MoveView(2, 62, 65))
    told = alt(replace(middle, last=last), say)
    assert "Ben 23 to 26, 26 to 29, 29 to 32, 32 to 35, and 35 to 38 and Eva 62 to 65." in told


@pytest.mark.parametrize(
    ("throw", "told"),
    [
        (ThrowView(3, lost=True), "Ben threw 3 (no move)."),
        (ThrowView(3, alone=True), "Ben threw 3 (only move)."),
    ],
)
def test_throws(throw: ThrowView, told: str, middle: ParchisView, say: Say) -> None:
    """A description says what became of the throws of the others."""
    seats = (middle.seats[0], replace(middle.seats[1], thrown=(throw,)), middle.seats[2])
    assert told in alt(replace(middle, seats=seats), say)


def test_ranks_are_ordinals(middle: ParchisView, say: Say) -> None:
    """A description has the ranks of those who have finished as ordinals."""
    seats = (*middle.seats[:2], replace(middle.seats[2], places=(76,) * 4, rank=1))
    assert "Eva (red diamond), 1st: 4 in the goal." in alt(replace(middle, seats=seats), say)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Computer", "Computer (blue square, hard): 2 at home"),
        ("Computer for Ben", "Computer for Ben (blue square, hard): 2 at home"),
        ("Computer (hard)", "Computer (hard) (blue square): 2 at home"),
    ],
)
def test_a_computer(name: str, told: str, middle: ParchisView, say: Say) -> None:
    """A description says how well a computer plays, unless its name does."""
    seats = (middle.seats[0], replace(middle.seats[1], name=name, level="hard"), middle.seats[2])
    assert told in alt(replace(middle, seats=seats), say)


@pytest.mark.parametrize("name", ["", " \n"])
def test_no_name_vanishes(name: str, middle: ParchisView, say: Say) -> None:
    """Without a name, a description has the colour and shape of the side in its place."""
    view = replace(middle, seats=(*middle.seats[:1], replace(middle.seats[1], name=name)), last=())
    assert "blue square threw 6 and 3." in alt(view, say)
    assert "B blue squar home 2 goal 1" in board(view, say)


def test_a_learner(middle: ParchisView, say: Say) -> None:
    """A description says where a piece is under instruction."""
    seats = (*middle.seats[:2], replace(middle.seats[2], places=(0, 0, 36, 76), learner=36))
    told = alt(replace(middle, seats=seats), say)
    assert "Eva (red diamond): 2 at home, learning on 36, and 1 in the goal." in told


def test_the_game_and_its_match(middle: ParchisView, say: Say) -> None:
    """A description has pairs, the match and the changed options."""
    view = replace(
        middle,
        pairs=True,
        seats=(*middle.seats, SeatView("Dan", Arm.GREEN, (0,) * 4)),
        changed=(words("a 6 counts 7"),),
        score=words("Game 2 of 3"),
        result=words("Ana wins the match."),
    )
    told = alt(view, say)
    assert "Parchís, move 91. Changed: a 6 counts 7. Ana (yellow triangle) threw 3." in told
    assert "Ana and Eva play against Ben and Dan. Game 2 of 3. Ana wins the match." in told


def test_how_a_game_ended(middle: ParchisView, say: Say) -> None:
    """A description of a game that is over says how it ended."""
    over = replace(middle, turn=None, pending=None, moves=())
    assert "move 91. Game over. Last" in alt(over, say)
    assert "move 91. Ana wins. Last" in alt(replace(over, ended=words("Ana wins.")), say)


def test_sampled_descriptions_are_whole(views: list[ParchisView], say: Say) -> None:
    """In random games, a description is within its limit, with all names, pieces and moves."""
    for view in views:
        told = alt(view, say)
        assert len(told) <= ALT_LIMIT
        assert all(told.count(f"{seat.name} (") >= 1 for seat in view.seats)
        assert all(f"{move.letter} " in told for move in view.moves)


def test_the_longest_description(say: Say) -> None:
    """With long names, four pieces abroad and a long turn, a description is still whole."""
    last = (MoveView(seat, 10, 30, captures=((seat + 1) % 4,)) for seat in cycle((0, 0, 1, 2, 3)))
    seats = tuple(
        SeatView("W" * 64, Arm(arm), (arm + 1, arm + 30, arm + 40, 70), thrown=(ThrowView(6),) * 3)
        for arm in range(4)
    )
    view = ParchisView(
        seats=seats,
        turn=0,
        pending=Pending(12, 6),
        moves=tuple(MoveView(0, 1, 13, captures=(1,), letter=letter) for letter in "ABCD"),
        last=tuple(islice(last, 40)),
        title=words("Parchís"),
        changed=(words("an option differs from what is usual"),) * 14,
        made=999,
        pairs=True,
        score=words("W" * 60),
    )
    told = alt(view, say)
    assert len(told) <= ALT_LIMIT
    assert told.endswith("D 1 to 13 capturing WWWWW….")


def test_a_board(middle: ParchisView, say: Say) -> None:
    """A board of letters has the number, the ring, the seats and the moves."""
    assert board(middle, say).splitlines() == [
        "Ana to move",
        "Throw: 3",
        " 1  .  .  .  .  o  .  . YY",
        " 9  .  .  .  o  .  .  .  .  o",
        "18  .  .  .  .  o  .  .  .",
        "26  .  .  .  Y  .  . +.  .  R",
        "35  .  .  .  .  o  .  .  .",
        "43  B  .  .  o  .  .  .  .  o",
        "52  .  .  .  .  o  .  .  .",
        "60  .  .  .  o  . RR  .  .  o",
        "YY barrier, o safe, + landing",
        "Y>Ana        home 0 goal 0",
        "   c2",
        "B Ben        home 2 goal 1",
        "R Eva        home 1 goal 0",
        "A:29>32 B:c2>c5",
    ]


def test_a_landing_beside_a_piece(middle: ParchisView, say: Say) -> None:
    """A landing on a square with a piece is marked beside it, and a capture in the list."""
    view = replace(middle, moves=(MoveView(0, 29, 43, captures=(1,)),))
    assert "43 +B  ." in board(view, say)
    assert board(view, say).endswith("\n29>43x")


def test_moves_from_home_and_to_the_goal_on_a_board(middle: ParchisView, say: Say) -> None:
    """Moves below a board of letters name the home and the goal."""
    moves = (MoveView(0, HOME, 5, letter="A"), MoveView(0, 70, GOAL, letter="B"))
    assert board(replace(middle, moves=moves), say).endswith("\nA:home>5 B:c2>goal")


def test_pairs_on_a_board(middle: ParchisView, say: Say) -> None:
    """A board of letters of pairs tells who plays with whom."""
    view = replace(middle, pairs=True, seats=(*middle.seats, SeatView("Dan", Arm.GREEN, (0,) * 4)))
    assert "Y+R against B+G" in board(view, say).splitlines()


def _long(view: ParchisView) -> ParchisView:
    """Return the view with long names and a long end."""
    seats = tuple(replace(seat, name="W" * 64) for seat in view.seats)
    return replace(view, seats=seats, ended=words("Bartholomew Diaz and Benito win the game"))


@pytest.mark.parametrize("change", [lambda view: view, _long], ids=["usual", "long"])
def test_boards_are_narrow_and_short(
    change: Callable[[ParchisView], ParchisView], views: list[ParchisView], say: Say
) -> None:
    """In random games, a board of letters is within its limits."""
    for view in views:
        letters = board(change(view), say)
        assert max(map(len, letters.splitlines())) <= BOARD_WIDTH
        assert len(letters) <= BOARD_LIMIT
