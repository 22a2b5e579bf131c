"""Reviews as text and as data."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from engine import open_game
from engine.players.judge import Source
from engine.record import Record
from engine.review import Decision, Luck, Odds, Review, Total
from engine.review_text import data, lines
from engine.road.game import RoadGame
from engine.tags import Successor, Tags

OpenGame = Callable[[str], RoadGame]

HEADER: Final = "puluc road=5 warriors=1 table=kernels casts=one"
ENTRIES: Final = ("1000", "0010", "1100", "1000", "0110", "b+2", "0110", "b-2", "0011", "2+2")
RECORD: Final = Record(HEADER, ENTRIES, Tags(players=("Ana", "Ben")))

CURVE: Final = ((0.5124, 0.4876), (0.4, 0.6), (0.001, 0.999), (1.0, 0.0))
NOTHING: Final = Total(0, 0.0, 0.0, 0.0)


def total(lost: float = 0.0, staked: float = 1.0, gained: float = 0.0, made: int = 2) -> Total:
    return Total(made, lost, staked, gained)


def decision(step: int, seat: int, loss: float) -> Decision:
    """Return a decision that lost so much."""
    position = open_game(HEADER).read_position("1 a2 11/00")
    return Decision(step, seat, position, "b+2", "2+2", 0.25, 0.25 + loss, 0.2)


def reviewed(
    *,
    curve: tuple[Odds, ...] = (),
    decisions: tuple[Decision, ...] = (),
    throws: tuple[Luck, ...] = (),
    totals: tuple[Total, ...] = (NOTHING, NOTHING),
) -> Review:
    return Review(Source.NETWORK, curve, decisions, throws, totals)


def text(found: Review, record: Record = RECORD) -> list[str]:
    return [*lines(open_game(record.header), record, found)]


def test_all_lines() -> None:
    """A review has the game, the judge, both sides, mistakes, extreme throws, and the curve."""
    found = reviewed(
        curve=CURVE,
        decisions=(decision(0, 0, 0.0), decision(1, 1, 0.051), decision(2, 0, 0.3)),
        throws=(
            Luck(0, 1, "0110", (2,), -0.02),
            Luck(1, 0, "1000", (2,), 0.113),
            Luck(2, 1, "1111", (2,), -0.25),
        ),
        totals=(total(0.3, 0.4, 0.113, made=2), total(0.051, 0.51, -0.27, made=1)),
    )
    assert text(found) == [
        HEADER,
        "Judged by the network of the computer player hard",
        "",
        "Ana: accuracy 25%, lost 30.0 points in 2 decisions, luck +11.3 points",
        "Ben: accuracy 90%, lost 5.1 points in 1 decision, luck -27.0 points",
        "",
        "Moves that cost most:",
        "  at step 2, Ana plays b+2 (25.0% to win) instead of 2+2 (55.0%), 30.0 points lost",
        "  at step 1, Ben plays b+2 (25.0% to win) instead of 2+2 (30.1%), 5.1 points lost",
        "",
        "Luckiest throw: Ana's 1000 at step 1, +11.3 points",
        "Unluckiest throw: Ben's 1111 at step 2, -25.0 points",
        "",
        "Step, and how probably each side wins:",
        "     0   51.2%   48.8%",
        "     1   40.0%   60.0%",
        "     2    0.1%   99.9%",
        "     3  100.0%    0.0%",
    ]


def test_nothing_to_show() -> None:
    """Without mistakes, luck and steps, only the sides are left."""
    assert text(reviewed()) == [
        HEADER,
        "Judged by the network of the computer player hard",
        "",
        "Ana: accuracy unknown, lost 0.0 points in 0 decisions, luck 0 points",
        "Ben: accuracy unknown, lost 0.0 points in 0 decisions, luck 0 points",
    ]


@pytest.mark.parametrize(
    ("source", "judge"),
    [
        (Source.TABLE, "a table of exact values"),
        (Source.NETWORK, "the network of the computer player hard"),
        (Source.POINTS, "the points of the computer player hard"),
    ],
)
def test_every_source_is_told(source: Source, judge: str) -> None:
    """The second line says what the judge knows."""
    assert text(replace(reviewed(), source=source))[1] == f"Judged by {judge}"


@pytest.mark.parametrize(
    ("gained", "shown"),
    [
        (0.123, "+12.3 points"),
        (-0.123, "-12.3 points"),
        (0.0006, "+0.1 points"),
        (0.0004, "0 points"),
        (-0.0004, "0 points"),
        (0.0, "0 points"),
    ],
)
def test_signs(gained: float, shown: str) -> None:
    """Luck has a sign, unless it is too little to be shown."""
    line = text(reviewed(totals=(total(gained=gained), NOTHING)))[3]
    assert line.endswith(f", luck {shown}")


def test_few_mistakes_are_shown() -> None:
    """Only the three moves that cost most are shown."""
    losses = (0.1, 0.2, 0.3, 0.4)
    found = text(reviewed(decisions=tuple(decision(0, 0, loss) for loss in losses)))
    assert [line[-16:] for line in found if line.endswith(" lost")] == [
        "40.0 points lost",
        "30.0 points lost",
        "20.0 points lost",
    ]


def test_only_bad_luck() -> None:
    """If no throw was lucky, only the unluckiest is shown."""
    found = text(reviewed(throws=(Luck(0, 0, "0110", (2,), -0.1),)))
    assert found[-1] == "Unluckiest throw: Ana's 0110 at step 0, -10.0 points"
    assert not any(line.startswith("Luckiest") for line in found)


def test_seats_without_names() -> None:
    """A record without players is told by its seats."""
    found = text(reviewed(decisions=(decision(1, 1, 0.1),)), Record(HEADER, ENTRIES))
    assert found[3].startswith("Seat a: ")
    assert found[4].startswith("Seat b: ")
    assert "Seat b plays b+2" in found[-1]


def test_names_are_printable() -> None:
    """Invisible characters in names are escaped, because a record may come from anyone."""
    players = ("Ana\x1b[2J", "Ben\u202e")
    found = text(reviewed(), replace(RECORD, tags=Tags(players=players)))
    assert found[3].startswith("Ana\\u001b[2J: ")
    assert found[4].startswith("Ben\\u202e: ")


def test_teams(game: OpenGame) -> None:
    """A team is told by the names of its players, each of them once."""
    header = game("aj-sayil seats=4").header
    record = Record(header, (), Tags(players=("Ana", "Ben", "Cara", "Cara")))
    found = text(reviewed(), record)
    assert found[3].startswith("Ana and Ben: ")
    assert found[4].startswith("Cara: ")


def test_a_seat_that_was_taken_over() -> None:
    """A move is told of the player who had the seat then, and the side has all of its players."""
    successor = Successor(1, 1, "2026-11-22T19:03:00Z", "Eva")
    record = replace(RECORD, tags=replace(RECORD.tags, successors=(successor,)))
    for step, player in ((0, "Ben"), (1, "Eva"), (2, "Eva")):
        made, thrown = decision(step, 1, 0.1), Luck(step, 1, "0110", (2,), 0.1)
        found = text(reviewed(decisions=(made,), throws=(thrown,)), record)
        assert found[4].startswith("Ben and Eva: ")
        assert f"  at step {step}, {player} plays b+2 " in found[7]
        assert found[-1].startswith(f"Luckiest throw: {player}'s 0110 ")


def test_passes_are_steps_but_no_moves() -> None:
    """A seat that was taken over after a number of moves was so after more steps, with passes."""
    header = "footprints road=11 warriors=5 table=footprints casts=one"
    entries = ("02", "01", "ba+2", "00", "-", "11", "2a+2")
    successor = Successor(0, 1, "2026-11-22T19:03:00Z", "Eva")
    record = Record(header, entries, Tags(players=("Ana", "Ben"), successors=(successor,)))
    found = text(reviewed(decisions=(decision(0, 0, 0.1), decision(2, 0, 0.2))), record)
    assert found[7].startswith("  at step 2, Eva plays ")
    assert found[8].startswith("  at step 0, Ana plays ")


def test_data() -> None:
    """As data, a review has its source, sides, decisions, throws and curve, ready for JSON."""
    found = data(
        open_game(HEADER),
        reviewed(
            curve=CURVE[:1],
            decisions=(decision(0, 0, 0.25),),
            throws=(Luck(0, 1, "0110", (2,), -0.25),),
            totals=(total(0.25, 0.5, 0.125, made=1), NOTHING),
        ),
    )
    assert json.loads(json.dumps(found)) == {
        "source": "network",
        "sides": [
            {"decisions": 1, "lost": 0.25, "staked": 0.5, "gained": 0.125, "accuracy": 0.5},
            {"decisions": 0, "lost": 0.0, "staked": 0.0, "gained": 0.0, "accuracy": None},
        ],
        "decisions": [
            {
                "step": 0,
                "seat": 0,
                "position": "1 a2 11/00",
                "played": "b+2",
                "best": "2+2",
                "value": 0.25,
                "highest": 0.5,
                "lowest": 0.2,
                "good": [],
                "loss": 0.25,
            }
        ],
        "throws": [{"step": 0, "seat": 1, "cast": "0110", "numbers": [2], "gain": -0.25}],
        "curve": [[0.5124, 0.4876]],
    }
