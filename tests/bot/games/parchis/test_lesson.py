"""The tutorial of Parchís is true: its moves are played on the engine."""

import re

import pytest

from bot.games.catalogue import games
from bot.games.lesson import Turn
from bot.games.parchis.lesson import LESSON
from bot.show.lesson import table_at
from bot.texts.catalogue import Catalogue
from engine import Choose, Over, Throw
from engine.parchis.board import CORRIDOR, GOAL, HOME, SAFE
from engine.parchis.game import ParchisGame
from engine.parchis.header import read_header
from engine.parchis.moves import Move
from engine.parchis.position import Position

GAME = ParchisGame(read_header(LESSON.header))
SAY = Catalogue().voice("en")
SUBJECTS = [turn.title.key.split(".")[2] for turn in LESSON.turns]


def position_at(step: int) -> Position:
    """The position at a step, with the number to play."""
    return GAME.read_position(table_at(GAME, LESSON, step, SAY).position)


def position(subject: str) -> Position:
    return position_at(SUBJECTS.index(subject))


def legal_at(step: int) -> dict[str, Move]:
    """The legal moves at a step, by their notation."""
    phase = GAME.phase(position_at(step))
    assert isinstance(phase, Choose)
    assert phase.seat == 0
    return {GAME.write_move(move): move for move in phase.moves}


def legal(subject: str) -> dict[str, Move]:
    return legal_at(SUBJECTS.index(subject))


def taught(subject: str) -> Move:
    """The move that the turn on this subject teaches."""
    at = SUBJECTS.index(subject)
    return legal_at(at)[LESSON.turns[at].move]


def test_subjects() -> None:
    """The tutorial covers the rules that every game needs, in this order."""
    taught = ["out", "six", "safe", "capture", "twenty", "barrier", "seven", "corridor"]
    assert [*taught, "goal", "win"] == SUBJECTS


def test_bringing_out() -> None:
    """The first turn brings out a piece, as the only legal move."""
    assert [move.start for move in legal("out").values()] == [HOME]


def test_a_six_throws_again() -> None:
    """In the second turn, yellow moves by a 6, and throws again."""
    six = GAME.play(position("six"), taught("six"))
    assert GAME.phase(six) == Throw(0, GAME.throws, opening=False)


def test_safe_squares() -> None:
    """The third turn leaves all yellow pieces on safe squares; its other move leaves none there."""
    right, wrong = taught("safe"), next(iter(legal("safe").values()))
    assert {right.end, wrong.start} <= SAFE
    assert not {right.start, wrong.end} & SAFE


def test_capturing() -> None:
    """The turn about capturing takes a red piece, and the next one counts 20 for it."""
    assert taught("capture").captures == (1,)
    assert position("twenty").number == 20


def test_a_barrier_blocks() -> None:
    """In the turn about barriers, one piece would have a move but for red's barrier."""
    at = position("barrier")
    outside = [place for place in at.board.pieces[0] if place != HOME]
    (move,) = legal("barrier").values()
    (blocked,) = (place for place in outside if place != move.start)
    (barrier,) = {place for place in at.board.pieces[1] if place != HOME}
    assert at.board.pieces[1].count(barrier) == 2
    assert blocked < barrier <= blocked + at.number


def test_a_six_counts_seven() -> None:
    """In the turn about 7, nobody is at home, the throw is a 6, and yellow throws again."""
    assert LESSON.turns[SUBJECTS.index("seven")].cast == "6"
    assert position("seven").number == 7
    assert HOME not in position("seven").board.pieces[0]
    assert position("corridor").turn == 0


def test_the_corridor() -> None:
    """The turn about the corridor enters it from the entry."""
    assert taught("corridor").start == GAME.arms[0].entry
    assert taught("corridor").end in CORRIDOR


def test_the_goal() -> None:
    """The turn about the goal reaches it exactly, and the next one counts 10 for it."""
    assert taught("goal").end == GOAL
    assert position("win").number == 10


def test_winning() -> None:
    """The last turn brings yellow's fourth piece into the goal and wins."""
    over = GAME.phase(position_at(len(LESSON.turns)))
    assert isinstance(over, Over)
    assert over.winners(2) == (0,)


@pytest.mark.parametrize("turn", LESSON.turns, ids=SUBJECTS)
def test_every_other_move_is_explained(turn: Turn) -> None:
    """Each legal move of a turn is the right one or has an explanation."""
    others = [other.move for other in turn.others]
    assert sorted(legal_at(LESSON.turns.index(turn))) == sorted([turn.move, *others])


@pytest.mark.parametrize("turn", LESSON.turns, ids=SUBJECTS)
def test_the_words_name_the_squares(turn: Turn) -> None:
    """The text about a move names the square where the move ends, if it ends on the ring."""
    moves = legal_at(LESSON.turns.index(turn))
    for move, text in ((turn.move, turn.text), *((o.move, o.text) for o in turn.others)):
        numbers = set(map(int, re.findall(r"\d+", SAY(text))))
        assert moves[move].end in numbers or moves[move].end >= CORRIDOR[0]


def test_the_danger_is_real() -> None:
    """The move that the turn about 7 warns of ends within red's reach."""
    at = SUBJECTS.index("seven")
    (warned,) = (legal_at(at)[other.move] for other in LESSON.turns[at].others)
    behind = [warned.end - place for place in position("seven").board.pieces[1] if place != HOME]
    assert any(0 < steps <= 6 for steps in behind)


def test_a_real_game_can_follow() -> None:
    """The game offered at the end has valid options and an existing level."""
    assert games().header(LESSON.options) == LESSON.header
    assert LESSON.level in games().levels
