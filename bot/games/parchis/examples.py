"""Example turns for learners; yellow plays them all."""

from collections.abc import Mapping
from typing import Final

from bot.games.parchis.example import ParchisExample
from bot.games.parchis.usual import usual
from engine.parchis.header import write_header
from engine.parchis.rulesets import PARCHIS, PARCHIS_SPAIN
from engine.text import Text


def _of(ruleset: str, *turns: tuple[str, str, Text]) -> tuple[ParchisExample, ...]:
    header = write_header(usual(ruleset, 4))
    return tuple(
        ParchisExample(caption, header, position, turn) for position, turn, caption in turns
    )


_CAPTURE: Final = "1 a h,h,7,40+ h,h,h,22+ 39,39,h,h+ h,h,h,10+"
_BARRIER: Final = (
    "1 a 20,30,c4,g+ 24,24,h,h+ h,h,h,39+ h,h,h,56+",
    "5 30+5",
    Text("parchis.example.barrier", number=5, at=24, start=30),
)
_OPENS: Final = (
    "1 a h,12,12,40+ h,h,h,31+ h,h,h,39+ h,h,h,56+",
    "6 12+6",
    Text("parchis.example.opens", start=12),
)
_SAFE: Final = (
    "1 a h,h,9,40+ h,h,h,12+ h,h,h,39+ h,h,h,56+",
    "3 9+3",
    Text("parchis.example.safe", number=3, end=12),
)
_THIRD: Final = (
    "1 a**@24 h,24,30,44+ h,h,h,22+ h,h,h,39+ h,h,h,56+",
    "6 -",
    Text("parchis.example.third", place=24),
)
_ARRIVED: Final = "1 a h,h,20,c5+ h,h,h,22+ h,h,h,39+ h,h,h,56+"

EXAMPLES: Final[Mapping[str, tuple[ParchisExample, ...]]] = {
    PARCHIS.key: _of(
        PARCHIS.key,
        (
            "1 a h,h,h,h h,h,h,22+ h,h,h,39+ h,h,h,56+",
            "5 h+5",
            Text("parchis.example.two-out", end=5),
        ),
        (_CAPTURE, "3 7+3 10+20", Text("parchis.example.capture", number=3, end=10)),
        _SAFE,
        _BARRIER,
        _OPENS,
        (
            "1 a 15,33,50,c1+ h,h,h,22+ h,h,h,39+ h,h,h,56+",
            "6 33+12",
            Text("parchis.example.worth", number=12, start=33, end=45),
        ),
        _THIRD,
        (_ARRIVED, "3 c5+3 20+10", Text("parchis.example.arrived", number=3)),
    ),
    PARCHIS_SPAIN.key: _of(
        PARCHIS_SPAIN.key,
        (
            "1 a h,h,h,h h,h,h,22+ h,h,h,39+ h,h,h,56+",
            "5 h+5",
            Text("parchis.example.out", end=5),
        ),
        (_CAPTURE, "3 7+3 10+20", Text("parchis.example.capture", number=3, end=10)),
        _SAFE,
        _BARRIER,
        _OPENS,
        (
            "1 a 15,33,50,c1+ h,h,h,22+ h,h,h,39+ h,h,h,56+",
            "6 33+7",
            Text("parchis.example.worth", number=7, start=33, end=40),
        ),
        _THIRD,
        (_ARRIVED, "3 c5+3 20+10", Text("parchis.example.arrived", number=3)),
    ),
}
"""The examples of each ruleset, in the order in which to learn them."""

OF_OPTIONS: Final[Mapping[str, ParchisExample]] = {
    "barrier": ParchisExample(
        Text("parchis.example.bounce", number=5, start=20, at=24, end=21),
        "parchis-spain seats=4 barrier=bounce end=first",
        "1 a 20,30,c4,g+ 24,24,h,h+ h,h,h,39+ h,h,h,56+",
        "5 20+5",
    ),
    "instruccion": ParchisExample(
        Text("parchis.example.instruccion", number=3, at=1),
        "parchis-spain seats=4 instruccion=yes end=first",
        "1 a h,h,c5,g+ h,h,h,22+ h,h,h,39+ h,h,h,56+",
        "3 c5+3 -",
    ),
}
"""Examples of options that few play with, by the options' names: for the page of rules."""
