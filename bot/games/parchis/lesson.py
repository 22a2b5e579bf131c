"""The tutorial of Parchís: the beginning of a game, then scenes of later ones up to the goal."""

from functools import partial
from typing import Final

from bot.games.lesson import Lesson, turn
from bot.table.options import Options
from engine.text import Text

_turn = partial(turn, "parchis.lesson")

LESSON: Final = Lesson(
    header="parchis-spain seats=2",
    names=(Text("parchis.team.yellow"), Text("parchis.team.red")),
    opening=("6", "3"),
    turns=(
        _turn("out", "5", "h+5", "5 h+5"),
        _turn("six", "6", "5+6"),
        _turn("safe", "1", "11+1", others=("5+1",), position="1 a h,h,5,11+ h,h,h,39+"),
        _turn("capture", "2", "24+2", others=("12+2",), position="1 a h,h,12,24+ h,h,26,45+"),
        _turn("twenty", "", "26+20", others=("12+20",)),
        _turn("barrier", "4", "30+4", position="1 a h,h,20,30+ h,h,23,23+"),
        _turn("seven", "6", "61+7", others=("29+7",), position="1 a 29,61,c5,g+ h,h,32,39+"),
        _turn("corridor", "4", "68+4", others=("29+4",)),
        _turn("goal", "3", "c5+3", others=("66+3",), position="1 a 66,c5,g,g+ h,30,c2,g+"),
        _turn("win", "", "66+10"),
    ),
    end=Text("lesson.end.title"),
    farewell=Text("parchis.lesson.end.told"),
    level="easy",
    options=Options("parchis-spain"),
)
"""The learner plays yellow against a scripted red."""
