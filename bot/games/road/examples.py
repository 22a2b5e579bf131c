"""Example turns for learners that illustrate every ruleset; the first seat plays them all."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.games.road.example import RoadExample
from bot.games.road.rules import EXAMPLE_ROAD
from engine.road.header import write_header
from engine.road.rulesets import RULESETS
from engine.text import Text


def _of(ruleset: str, *turns: tuple[str, str, Text]) -> tuple[RoadExample, ...]:
    road = min(RULESETS[ruleset].road, EXAMPLE_ROAD)
    header = write_header(replace(RULESETS[ruleset], road=road))
    return tuple(RoadExample(caption, header, position, turn) for position, turn, caption in turns)


_CAPTURE_HOME: Final = (
    "1 a 44/00 4a 6b",
    "0110 4+2",
    Text("example.capture-home", number=2, start=4, end=6),
)
_STACK: Final = (
    "1 a 33/00 5a1b 8b1a",
    "1101 5+3",
    Text("example.stack", number=3, start=5, end=8),
)
_OFF_HOME: Final = (
    "1 a 33/00 3A1a2b",
    "1111 3-4",
    Text("example.off-home", number=4, start=3),
)
_WALK_BACK: Final = (
    "1 a 44/00 7b 12a",
    "0111 0110 12a+3 14A-2",
    Text("example.walk-back", first=3, second=2),
)
_THERE_AND_HOME: Final = (
    "1 a 44/00 2a 4b",
    "0011 0000 2a+2 4A1b-5",
    Text("example.there-and-home", first=2, second=5, end=4),
)

EXAMPLES: Final[Mapping[str, tuple[RoadExample, ...]]] = {
    "puluc": _of(
        "puluc",
        ("1 a 54/00 9b", "0111 b+3", Text("example.enter", number=3, end=3)),
        (
            "1 a 44/00 4a 6b",
            "0110 4+2",
            Text("example.capture-on", number=2, start=4, end=6),
        ),
        _STACK,
        ("1 a 33/00 8a1a2b", "1111 8+4", Text("example.off-far", number=4, start=8)),
    ),
    "buul": _of(
        "buul",
        _CAPTURE_HOME,
        _OFF_HOME,
        ("1 a 14/10 6B2a 9a", "0000 9+5", Text("example.liberation", number=5)),
    ),
    "boolik": _of(
        "boolik",
        _CAPTURE_HOME,
        (
            "1 a 44/00 3b 10a",
            "1111 10+4",
            Text("example.bounce", number=4, start=10, turned=11, end=8),
        ),
        ("1 a 33/00 3A1a2b", "1111 3-4", Text("example.lost", number=4, start=3)),
    ),
    "bul": _of(
        "bul",
        _CAPTURE_HOME,
        ("1 a 33/00 5A1b 2b1a", "1101 5-3", Text("example.stack", number=3, start=5, end=2)),
        _OFF_HOME,
        ("1 a 44/00 7b 10a", "0111 10+3", Text("example.recycle", number=3)),
    ),
    "kekchi": _of(
        "kekchi",
        (
            "1 a 54/00 12b",
            "0111 1111 b+7",
            Text("example.sum-enter", first=3, second=4, number=7, end=7),
        ),
        (
            "1 a 44/00 4a 9b",
            "0011 1011 4+5",
            Text("example.sum-capture", first=2, second=3, number=5, start=4, end=9),
        ),
        ("1 a 33/00 6A1a2b", "0000 0101 6-7", Text("example.off-home", number=7, start=6)),
    ),
    "sapper": _of(
        "sapper",
        (
            "1 a 54/00 8b",
            "0001 0011 b+5",
            Text("example.sum-enter", first=3, second=2, number=5, end=5),
        ),
        (
            "1 a 44/00 5b 8a",
            "1001 1110 8+5",
            Text("example.re-enter", number=5, start=8, end=3),
        ),
        (
            "1 a 44/00 3b 7a",
            "1111 0101 7+6",
            Text("example.re-enter-capture", number=6, start=7, end=3),
        ),
        ("1 a 44/00 4b 6a", "1100 0110 6+4", Text("example.re-enter-home", number=4, start=6)),
    ),
    "footprints": _of(
        "footprints",
        ("1 a 34/00 4a 6a 10b", "11 4a+2", Text("example.beside", number=2, start=4, end=6)),
        ("1 a 43/00 4a 7b 7b", "12 4a+3", Text("example.beside-capture", end=7)),
        ("1 a 33/00 8a1a2b", "22 8a1a2b+4", Text("example.off-far", number=4, start=8)),
        ("1 a 34/00 4a 6a 10b", "00 -", Text("example.nought", number=0)),
    ),
    "aj-sayil": _of(
        "aj-sayil",
        (
            "1 a 44/00 5a 12b",
            "1111 0010 5a+4 9a+1",
            Text("example.single-file", first=4, second=1),
        ),
        _THERE_AND_HOME,
        (
            "1 a 44/00 3A1b",
            "1111 0110 3A1b-4 ba+2",
            Text("example.home-and-out", first=4, second=2),
        ),
        _WALK_BACK,
    ),
    "aj-tiwil": _of(
        "aj-tiwil",
        (
            "1 a 44/00 6a 9b",
            "0111 0010 6a+3 ba+1",
            Text("example.leave", first=3, second=1, end=9),
        ),
        (
            "1 a 00/22/22 8a 10b",
            "0110 1111 8a+2",
            Text("example.score", number=2, ours=3, theirs=2),
        ),
        _WALK_BACK,
    ),
    "aj-sinaanil": _of(
        "aj-sinaanil",
        (
            "1 a 44/00 6b 9a",
            "0111 0010 9a-3 6A1b-1",
            Text("example.strike", first=3, second=1, start=9),
        ),
        (
            "1 a 33/00 8A1b 12B1a",
            "1111 0010 8A1b+4 12A1a2b-1",
            Text("example.strike-stack", first=4, second=1, end=12),
        ),
        _WALK_BACK,
    ),
    "aj-sakalil": _of(
        "aj-sakalil",
        (
            "1 a 44/00 4a 7b",
            "1110 1111 4a+3 7a1b+4",
            Text("example.straight-on", first=3, second=4, end=7, goal=11),
        ),
        (
            "1 a 44/00 11a1b",
            "1111 0110 11a1b+4 ba+2",
            Text("example.off-and-out", first=4, second=2),
        ),
        (
            "1 a 44/00 6b 12a",
            "0111 0110 12a+3 ba+2",
            Text("example.recycle-and-out", first=3, second=2),
        ),
    ),
    "a-kaakil": _of(
        "a-kaakil",
        (
            "1 a 44/00 10A1b",
            "0111 1011 10A1b-3 ba+3",
            Text("example.burnt", first=3, second=3, end=7),
        ),
        (
            "1 a 44/00 3a 11b",
            "0010 1111 3a+1 4a+4",
            Text("example.over-the-fire", first=1, second=4, fire=7, goal=8),
        ),
        _THERE_AND_HOME,
    ),
}
"""The examples of each ruleset, in the order in which to learn them."""
