"""`python -m engine`: commands for authors of other engines."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from engine.__main__ import main
from engine.perft import perft
from engine.road.family import LIMITS
from engine.road.game import RoadGame
from engine.road.interop import position_data
from engine.road.ruleset import Limit

OpenGame = Callable[[str], RoadGame]
Lines = Callable[..., list[Any]]
Arguments = Callable[[str], str]

POSITION = {
    "base": [4, 1],
    "killed": [0, 2],
    "away": [0, 0],
    "stacks": [
        {"at": 2, "captain": 0, "heading": 1, "captives": [0, 0]},
        {"at": 5, "captain": 1, "heading": -1, "captives": [0, 1]},
    ],
    "turn": 0,
}


def test_perft_prints_one_number(lines: Lines) -> None:
    """`perft` prints the number of move sequences."""
    assert lines("perft puluc --depth 3") == [225]


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("puluc", 11145),
        ("puluc --road 6", 12349),
        ("puluc --warriors 3", 14105),
        ("puluc --table sapper", 3509),
        ("puluc --casts sum", 150679),
        ("puluc --casts each", 62585),
        ("puluc --after-capture return", 11175),
        ("puluc --after-capture open", 12275),
        ("puluc --after-capture leave", 10305),
        ("puluc --far-end bounce", 11795),
        ("puluc --far-end walk-back", 13845),
        ("puluc --exact", 6726),
        ("aj-sayil --casts one --warriors 1", 2225),
        ("aj-sayil --casts one --warriors 1 --seats 4", 2765),
        ("aj-sayil --casts one --warriors 1 --seats 6", 3105),
    ],
)
def test_every_option_is_taken(lines: Lines, words: str, count: int) -> None:
    """Every option changes the game that is counted; of a repeated option the last value counts."""
    key, _, options = words.partition(" ")
    command = f"perft {key} --road 5 --warriors 2 {options} --depth 5"
    assert lines(command) == [count]


def test_the_way_at_the_far_end_is_taken(lines: Lines) -> None:
    """With captors that turn home, comrades can be liberated from the fifth move on."""
    command = "perft puluc --road 5 --warriors 2 --after-capture return --depth 6 --far-end"
    recycled, liberated = (lines(f"{command} {end}") for end in ("recycle", "liberate"))
    assert (recycled, liberated) == ([74415], [74145])


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("puluc", "1 a 41/02 2a 5b1b"),
        ("boolik road=9", "1 b 34/00 3A1b 8a"),
        ("kekchi after-capture=open", "1 a 44/00 5a*1b"),
        ("footprints", "1 b 34/00 3a 3a1b"),
        ("aj-sayil", "1 a 44/00 0B 20A"),
        ("aj-tiwil", "1 a 33/01/10 7a 9b"),
        ("a-kaakil seats=4 warriors=1", "1 c 0001/0000 4b 9c1a"),
    ],
)
def test_perft_counts_from_a_position(
    lines: Lines, arguments: Arguments, game: OpenGame, words: str, position: str
) -> None:
    """`--position` counts from a position of any ruleset, given as JSON or as text."""
    opened = game(words)
    before = opened.read_position(position)
    as_json = json.dumps(position_data(opened.unpack(before)))
    command = f"perft {arguments(words)} --depth 2 --position"
    for given in (as_json, position):
        assert lines(command, given) == [perft(opened, before, 2)]


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("perft chess --depth 1", "unknown ruleset 'chess'"),
        ("perft puluc --depth 1 --road 40", "--road must be from 5 to 31, not 40"),
        ("perft puluc --depth 1 --road x", "road must be a number of at most 4 digits, not 'x'"),
        ("perft puluc --depth 1 --seats 4", "--seats 4 needs a ruleset for teams"),
        (
            "perft aj-sayil --depth 1 --seats 3",
            "an even number from 2 to 16, not 3",
        ),
        (
            "perft puluc --depth 1 --table stones",
            "table must be one of kernels",
        ),
        ("perft puluc --depth 1 --casts two", "casts must be one of one, sum, each, not 'two'"),
        ("perft puluc --depth 1 --after-capture stop", "after-capture must be one of advance"),
        ("perft puluc --depth 1 --far-end walk_back", "far-end must be one of recycle"),
        ("perft kekchi --depth 1 --exact", "--exact needs throws that can come up 1"),
        ("trace a-kaakil --seed 1 --after-capture leave", "can't be combined with the fire"),
        ("perft puluc --depth -1", "--depth"),
        ("perft puluc", "--depth"),
        ("perft puluc --depth 1 --position {", "--position is not valid JSON"),
        ("perft puluc --depth 1 --position {}", "the position must have the fields base"),
        ("perft puluc --depth 1 --position 2", "version 1, not '2'"),
        ("trace puluc --seed 1 --position 1", "lacks the turn"),
        ("replay no-such-file", "No such file"),
        ("verify no-such-file", "No such file"),
        ("verify no-such-file --commitment 630dcd29", "a commitment must be 64 hex digits"),
        ("trace puluc", "--seed"),
        ("trace puluc --seed 1 --games many", "--games"),
        ("bench chess --plies 20", "unknown ruleset 'chess'"),
        ("bench puluc --plies 0", "--plies: must be at least 1"),
        ("bench puluc --plies 20 --games x", "--games"),
        ("", "COMMAND"),
    ],
)
def test_an_impossible_command_is_refused(
    capsys: pytest.CaptureFixture[str], command: str, wrong: str
) -> None:
    """A command that fails exits with status 2 and one line that says why."""
    with pytest.raises(SystemExit) as stopped:
        main(command.split())
    refused = capsys.readouterr()
    assert (stopped.value.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert wrong in refused.err


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"base": 5}, "base must be a list"),
        ({"base": [4, True]}, "base must be a whole number, not True"),
        ({"base": [4]}, "base needs 2 counts"),
        ({"turn": "a"}, "turn must be a whole number"),
        ({"turn": 2}, "seat 2"),
        ({"stacks": {}}, "stacks must be a list"),
        ({"stacks": [{}]}, "each stack must have the fields at, captain, heading, captives"),
        ({"stacks": []}, "seat 0 has 4 warriors"),
        ({"score": 1}, "the position must have the fields"),
    ],
)
def test_a_corrupt_position_is_refused(
    capsys: pytest.CaptureFixture[str], wrong: dict[str, object], named: str
) -> None:
    """A corrupt position is named in the one-line error."""
    with pytest.raises(SystemExit):
        main(["perft", "puluc", "--depth", "1", "--position", json.dumps({**POSITION, **wrong})])
    assert named in capsys.readouterr().err


def test_perft_counts_the_moves_of_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    """For a text position with a number, only moves with that number are counted."""
    main(["perft", "puluc", "--depth", "1", "--position", "1 a3 41/02 2a 5b1b"])
    assert capsys.readouterr().out == "2\n"


def test_the_commands_run_as_a_module() -> None:
    """`python -m engine` runs the commands."""
    command = [sys.executable, "-m", "engine", "perft", "puluc", "--depth", "2"]
    ran = subprocess.run(command, capture_output=True, check=True, text=True)
    assert ran.stdout == "25\n"


def test_a_closed_pipe_ends_the_command() -> None:
    """If the reader closes the pipe, the command exits without an error message."""
    command = [sys.executable, "-m", "engine", "trace", "puluc", "--seed", "1", "--games", "99"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_every_limit_has_a_message() -> None:
    """Options that break any of the limits are refused with a message of their own."""
    assert set(LIMITS) == set(Limit)
