"""The tutorial is true: its moves are played on the engine."""

import re

import pytest

from bot.games.catalogue import games
from bot.games.lesson import Turn
from bot.games.road.lesson import LESSON
from bot.texts.catalogue import Catalogue
from engine import Choose, Over
from engine.record import Played, replay
from engine.road.game import RoadGame
from engine.road.header import read_header
from engine.road.moves import Arrival, Deed

GAME = RoadGame(read_header(LESSON.header))
SAY = Catalogue().voice("en")
SUBJECTS = [turn.title.key.split(".")[1] for turn in LESSON.turns]


def record() -> list[str]:
    turns = ([turn.cast, turn.move, *turn.reply] for turn in LESSON.turns)
    return [*LESSON.opening, *(entry for turn in turns for entry in turn)]


def moments(seat: int) -> list[Played[object, object]]:
    """A seat's decisions, in order."""
    return [
        played
        for played in replay(GAME, record())
        if isinstance(played.phase, Choose) and played.phase.seat == seat
    ]


def deeds(seat: int) -> list[Deed]:
    """The deeds of a seat's moves, in order."""
    return [
        GAME.deed(each.position, GAME.read_move(each.position, each.entry))
        for each in moments(seat)
    ]


def deed(subject: str) -> Deed:
    """The deed of the learner's move in the turn on this subject."""
    return deeds(0)[SUBJECTS.index(subject)]


def jumped(at: int) -> list[int]:
    """The spaces of the red stacks that the learner's move passes over in this turn."""
    made = deeds(0)[at]
    stacks = GAME.unpack(moments(0)[at].position).stacks
    return [stack.at for stack in stacks if stack.captain and made.start < stack.at < made.end]


def test_subjects() -> None:
    """The tutorial covers everything that can happen in a game, in this order."""
    taught = ["enter", "move", "jump", "capture", "captured", "recapture", "carry-off", "win"]
    assert taught == SUBJECTS


def test_entering_and_moving() -> None:
    """The first turns enter a warrior and move it, with nothing in the way."""
    assert deed("enter").entered
    assert not deed("move").entered
    assert not any((*deed("enter").captured, *deed("move").captured, *jumped(1)))


def test_jumping_over() -> None:
    """The turn about jumping passes over red and captures nothing."""
    assert jumped(SUBJECTS.index("jump"))
    assert not any(deed("jump").captured)


def test_capturing() -> None:
    """The turn about capturing lands on a red warrior."""
    assert deed("capture").captured == (0, 1)


def test_being_captured() -> None:
    """Before the turn about being captured, red captures a stack that has a jade warrior in it."""
    reply = deeds(1)[SUBJECTS.index("captured") - 1]
    assert reply.captured == (1, 1)


def test_recapturing() -> None:
    """The turn about recapturing takes that stack back, with the jade warrior in it."""
    assert deed("recapture").captured == (1, 2)
    assert deed("recapture").number == 5  # with no marked side up


def test_carrying_off() -> None:
    """The turn about carrying off kills red's captives and frees the jade one."""
    off = deed("carry-off")
    assert (off.arrival, off.killed, off.freed) == (Arrival.OFF, (0, 2), (1, 0))


def test_winning() -> None:
    """The last turn captures red's last free warrior."""
    *_, last = replay(GAME, record())
    over = GAME.phase(last.after)
    assert isinstance(over, Over)
    assert over.winners(2) == (0,)


@pytest.mark.parametrize("turn", LESSON.turns, ids=SUBJECTS)
def test_every_other_move_is_explained(turn: Turn) -> None:
    """Each legal move of a turn is the right one or has an explanation."""
    phase = moments(0)[LESSON.turns.index(turn)].phase
    assert isinstance(phase, Choose)
    legal = {GAME.write_move(move) for move in phase.moves}
    assert legal == {turn.move, *(other.move for other in turn.others)}


@pytest.mark.parametrize("turn", LESSON.turns, ids=SUBJECTS)
def test_the_words_name_the_spaces(turn: Turn) -> None:
    """The text about a move names the space where the move ends, if it ends on one."""
    position = moments(0)[LESSON.turns.index(turn)].position
    for move, text in ((turn.move, turn.text), *((o.move, o.text) for o in turn.others)):
        made = GAME.deed(position, GAME.read_move(position, move))
        numbers = set(map(int, re.findall(r"\d+", SAY(text))))
        assert made.end in numbers or made.arrival is Arrival.OFF


def test_a_real_game_can_follow() -> None:
    """The game offered at the end has valid options and an existing level."""
    assert games().header(LESSON.options)
    assert LESSON.level in games().levels
