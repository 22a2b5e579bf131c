"""Deeds: what a move does, for announcements."""

from collections.abc import Callable

import pytest

from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed

Tell = Callable[[str, str, str], Deed]

NOBODY = (0, 0)
PLAIN = Deed(
    seat=0,
    by=0,
    number=3,
    start=0,
    end=3,
    entered=False,
    arrival=Arrival.SPACE,
    turned=None,
    rounds=0,
    backwards=False,
    captured=NOBODY,
    killed=NOBODY,
    freed=NOBODY,
    liberated=NOBODY,
    away=False,
)
OFF = PLAIN._replace(arrival=Arrival.OFF)
BACK = PLAIN._replace(seat=1, by=1)


@pytest.mark.parametrize(
    ("position", "move", "deed"),
    [
        ("1 a3 55/00", "b+3", PLAIN._replace(entered=True)),
        ("1 b2 54/00 9b", "9-2", PLAIN._replace(seat=1, by=1, number=2, start=9, end=7)),
        ("1 a3 31/01 4a 7b1a1b 2b", "4+3", PLAIN._replace(start=4, end=7, captured=(1, 2))),
        (
            "1 a3 32/00 9a1a2b 2b",
            "9+3",
            OFF._replace(start=9, end=12, killed=(0, 2), freed=(1, 0)),
        ),
        ("1 b4 54/00 3b", "3-4", OFF._replace(seat=1, by=1, number=4, start=3, end=0)),
    ],
    ids=["enters", "moves", "captures", "comes off laden", "comes off alone"],
)
def test_a_deed_describes_its_move(puluc: RoadGame, position: str, move: str, deed: Deed) -> None:
    """A deed says where the stack goes and whose warriors are affected, by seat."""
    before = puluc.read_position(position)
    assert puluc.deed(before, puluc.read_move(before, move)) == deed


@pytest.mark.parametrize(
    ("words", "position", "move", "deed"),
    [
        (
            "boolik",
            "1 b4 44/00 4a 2b",
            "2-4",
            BACK._replace(number=4, start=2, end=4, turned=1, captured=(1, 0)),
        ),
        (
            "boolik",
            "1 b3 33/10 10B1a1b",
            "10+3",
            BACK._replace(start=10, end=12, arrival=Arrival.OFF, killed=(1, 1)),
        ),
        (
            "bul far-end=walk-back",
            "1 a3 45/00 10a",
            "10+3",
            PLAIN._replace(start=10, end=12, arrival=Arrival.FAR_BASE),
        ),
        (
            "bul far-end=re-enter",
            "1 a5 44/00 3b 10a",
            "10+5",
            PLAIN._replace(number=5, start=10, rounds=1, captured=(0, 1)),
        ),
        (
            "buul",
            "1 a3 22/00 3B1a 7B1a1b 10a",
            "10+3",
            OFF._replace(start=10, end=12, liberated=(2, 0)),
        ),
        (
            "a-kaakil casts=one",
            "1 a3 33/01 13A1a1b",
            "13A1a1b-3",
            PLAIN._replace(start=13, end=10, arrival=Arrival.FIRE, killed=(2, 1)),
        ),
        (
            "aj-tiwil casts=one",
            "1 a3 43/00 4a 7b 7b",
            "4a+3",
            PLAIN._replace(start=4, end=7, killed=(0, 2), away=True),
        ),
        (
            "aj-sinaanil casts=one",
            "1 a3 44/00 4b 7a",
            "7a-3",
            PLAIN._replace(start=7, end=4, backwards=True, captured=(0, 1)),
        ),
        (
            "kekchi casts=one after-capture=open",
            "1 a3 44/00 7a*1b",
            "7-3",
            PLAIN._replace(start=7, end=4),
        ),
        (
            "kekchi road=9",
            "1 a10 55/00",
            "b+10",
            OFF._replace(number=10, end=10, entered=True),
        ),
    ],
    ids=[
        "bounces onto an enemy",
        "loses its comrades",
        "walks in",
        "goes round onto an enemy",
        "liberates",
        "burns",
        "leaves",
        "strikes backwards",
        "goes the way it chooses",
        "enters beyond the road",
    ],
)
def test_deeds_cover_every_rule(
    tell: Tell, words: str, position: str, move: str, deed: Deed
) -> None:
    """Deeds cover the special rules of every ruleset."""
    assert tell(words, position, move) == deed


def test_a_helping_deed_names_both_seats(tell: Tell) -> None:
    """The deed of a helping move names both the captain's seat and the helper's."""
    deed = tell("aj-sayil seats=4 warriors=1 casts=one", "1 a3 0011/1000 4b", "4b+3")
    assert (deed.seat, deed.by, deed.captured) == (1, 0, (0, 0, 0, 0))


def test_a_move_records_its_stack(puluc: RoadGame) -> None:
    """A move records its start, its captain, its captives and its heading beforehand."""
    move = puluc.read_move(puluc.read_position("1 b3 40/00 7b1a4b"), "7-3")
    recorded = (move.start, move.captain, move.captives, move.heading, move.direction, move.number)
    assert recorded == (7, 1, (1, 4), -1, -1, 3)


def test_a_move_from_base_has_no_start(puluc: RoadGame) -> None:
    """An entering warrior has no starting space and heads forward."""
    move = puluc.read_move(puluc.read_position("1 b3 55/00"), "b-3")
    assert (move.start, move.captives, move.heading, move.end) == (None, NOBODY, -1, 9)
