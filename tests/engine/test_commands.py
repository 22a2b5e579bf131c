"""`python -m engine`: the commands for people who write other engines."""

import json
import subprocess
import sys
from typing import Any

import pytest

from engine.__main__ import main
from engine.road.game import RoadGame
from engine.road.interop import position_data, read_position_data
from engine.road.ruleset import Ruleset

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


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Any]:
    """Run a command and read the JSON lines that it prints."""
    main(list(arguments))
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_perft_prints_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    """`perft` prints how many sequences of moves there are."""
    assert lines(capsys, "perft", "puluc", "--depth", "3") == [225]


def test_every_option_is_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    """Every option with a value that the ruleset has is taken."""
    options = "--road 5 --warriors 2 --seats 2 --table kernels --casts one --depth 3"
    policies = "--after-capture advance --far-end recycle"
    assert lines(capsys, "perft", "puluc", *options.split(), *policies.split()) == [205]


def test_perft_counts_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """`--position` counts from a position before its seat casts."""
    given = ("--depth", "1", "--position", json.dumps(POSITION))
    assert lines(capsys, "perft", "puluc", *given) == [9]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ("perft chess --depth 1", "no ruleset 'chess'"),
        ("perft puluc --depth 1 --road 40", "road=40 low=5 high=31"),
        ("perft puluc --depth 1 --road x", "road=x cannot be read"),
        ("perft puluc --depth 1 --seats 4", "seats=4 low=2 high=2"),
        ("perft puluc --depth 1 --table stones", "table=stones known=kernels"),
        ("perft puluc --depth 1 --casts sum", "casts=sum cannot be read"),
        ("perft puluc --depth 1 --after-capture leave", "after-capture=leave cannot be read"),
        ("perft puluc --depth 1 --far-end bounce", "far-end=bounce cannot be read"),
        ("perft puluc --depth 1 --exact", "no option 'exact'"),
        ("perft puluc --depth -1", "--depth"),
        ("perft puluc", "--depth"),
        ("perft puluc --depth 1 --position {", "--position is not JSON"),
        ("perft puluc --depth 1 --position {}", "the position does not have exactly base"),
        ("trace puluc", "--seed"),
        ("trace puluc --seed 1 --games many", "--games"),
        ("", "command"),
    ],
)
def test_what_cannot_be_done_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: str, wrong: str
) -> None:
    """A command that cannot be done exits with 2 and one line that says why."""
    with pytest.raises(SystemExit) as stopped:
        main(arguments.split())
    refused = capsys.readouterr()
    assert (stopped.value.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert wrong in refused.err


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"base": 5}, "base is not a list"),
        ({"base": [4, True]}, "base is not a whole number: True"),
        ({"base": [4]}, "base is not counted for 2 seats"),
        ({"turn": "a"}, "turn is not a whole number"),
        ({"turn": 2}, "seat 2"),
        ({"stacks": {}}, "stacks is not a list"),
        ({"stacks": [{}]}, "a stack does not have exactly at, captain, heading, captives"),
        ({"stacks": []}, "seat 0 has 4 warriors"),
        ({"score": 1}, "the position does not have exactly"),
    ],
)
def test_a_corrupt_position_is_refused(
    capsys: pytest.CaptureFixture[str], wrong: dict[str, object], named: str
) -> None:
    """A position that cannot be is named on the one line."""
    with pytest.raises(SystemExit):
        main(["perft", "puluc", "--depth", "1", "--position", json.dumps({**POSITION, **wrong})])
    assert named in capsys.readouterr().err


def test_a_trace_begins_with_its_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """The first line of a traced game tells every option and who begins."""
    header = lines(capsys, "trace", "puluc", "--seed", "3")[0]
    assert header.pop("first") in (0, 1)
    assert header == {
        "ruleset": "puluc",
        "road": 11,
        "warriors": 5,
        "seats": 2,
        "table": "kernels",
        "casts": "one",
        "after_capture": "advance",
        "far_end": "recycle",
        "exact": False,
    }


def test_a_trace_comes_out_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed decides the whole trace."""
    command = ("trace", "puluc", "--seed", "3", "--games", "2")
    assert lines(capsys, *command) == lines(capsys, *command)


def test_a_trace_has_the_games_that_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has one header and ends with a result."""
    traced = lines(capsys, "trace", "puluc", "--seed", "5", "--games", "3")
    assert sum("ruleset" in line for line in traced) == 3
    assert sum(line.get("result") is not None for line in traced) == 3


def test_a_trace_replays(capsys: pytest.CaptureFixture[str]) -> None:
    """Playing the chosen moves gives every position of a trace, and its result."""
    game = RoadGame(Ruleset("puluc", road=7, warriors=3))
    options = ("--road", "7", "--warriors", "3")
    header, *turns = lines(capsys, "trace", "puluc", "--seed", "8", *options)
    position = game.begin(header["first"])
    for turn in turns:
        position = game.cast(position, game.ruleset.throws.examples[turn["number"]])
        assert turn["pending"] == list(position.numbers)
        assert turn["seat"] == position.turn
        assert (
            game.position(read_position_data(turn["position"]))._replace(
                stage=position.stage, numbers=position.numbers
            )
            == position
        )
        told = [(move["from"], move["direction"], move["number"]) for move in turn["moves"]]
        steps = {
            ("base" if move.start is None else move.start, move.direction, move.number): move
            for move in game.moves(position)
        }
        assert sorted(told, key=str) == sorted(steps, key=str)
        position = game.play(position, steps[told[turn["chosen"]]])
        after = position_data(game.view(position)._replace(turn=turn["seat"]))
        assert turn["after"] == json.loads(json.dumps(after))
        assert (turn["result"] is None) == (turn is not turns[-1])


def test_the_commands_run_as_a_module() -> None:
    """`python -m engine` runs the commands."""
    command = [sys.executable, "-m", "engine", "perft", "puluc", "--depth", "2"]
    ran = subprocess.run(command, capture_output=True, check=True, text=True)
    assert ran.stdout == "25\n"
