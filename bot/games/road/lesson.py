"""The Puluc tutorial: everything that can happen in a game, on a short road."""

from functools import partial
from typing import Final

from bot.games.lesson import Lesson, turn
from bot.table.options import Options
from engine.text import Text

_turn = partial(turn, "lesson")

LESSON: Final = Lesson(
    header="puluc road=7 warriors=3 table=kernels casts=one",
    names=(Text("lesson.jade"), Text("lesson.red")),
    opening=("1011", "0110"),
    turns=(
        _turn("enter", "0100", "b+1", "1000 b-1"),
        _turn("move", "0110", "1+2", "1011 7-3", ("b+2",)),
        _turn("jump", "1010", "3+2", "0011 b-2", ("b+2",)),
        _turn("capture", "0001", "5+1", "1100 b-2", ("b+1",)),
        _turn("captured", "1001", "b+2", "0010 6-1"),
        _turn("recapture", "0000", "b+5", "0100 4-1", ("2+5",)),
        _turn("carry-off", "1111", "5+4", "0101 3-2", ("2+4",)),
        _turn("win", "1000", "b+1", others=("2+1",)),
    ),
    end=Text("lesson.end.title"),
    farewell=Text("lesson.end.told"),
    level="easy",
    options=Options("puluc"),
)
"""The learner plays jade against a scripted red."""
