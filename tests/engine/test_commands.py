"""`python -m engine`: the commands for people who write other engines."""

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from engine import Choose, Over
from engine.__main__ import main
from engine.chance import cast_out
from engine.perft import perft
from engine.road.game import RoadGame
from engine.road.header import write_header
from engine.road.interop import move_data, position_data
from engine.road.position import Position, Stage
from engine.road.rulesets import RULESETS

OpenGame = Callable[[str], RoadGame]

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


def lines(capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> list[Any]:
    """Run a command, with further arguments that have blanks, and read its JSON lines."""
    main([*command.split(), *arguments])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def options(words: str) -> str:
    """Return the arguments of a game that is told by words."""
    key, *told = words.split()
    return " ".join([key, *(f"--{one.replace('=', ' ')}".removesuffix(" yes") for one in told)])


def test_perft_prints_one_number(capsys: pytest.CaptureFixture[str]) -> None:
    """`perft` prints how many sequences of moves there are."""
    assert lines(capsys, "perft puluc --depth 3") == [225]


@pytest.mark.parametrize(
    ("arguments", "count"),
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
def test_every_option_is_taken(
    capsys: pytest.CaptureFixture[str], arguments: str, count: int
) -> None:
    """Each option changes the game that is counted; the later of two values of one holds."""
    key, _, options = arguments.partition(" ")
    command = f"perft {key} --road 5 --warriors 2 {options} --depth 5"
    assert lines(capsys, command) == [count]


def test_the_way_at_the_far_end_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever lets captors turn home can liberate comrades with the fifth move."""
    command = "perft puluc --road 5 --warriors 2 --after-capture return --depth 6 --far-end"
    recycled, liberated = (lines(capsys, f"{command} {end}") for end in ("recycle", "liberate"))
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
    capsys: pytest.CaptureFixture[str], game: OpenGame, words: str, position: str
) -> None:
    """`--position` counts from a position before its seat casts, of any ruleset."""
    opened = game(words)
    before = opened.read_position(position)
    given = json.dumps(position_data(opened.view(before)))
    command = f"perft {options(words)} --depth 2 --position"
    assert lines(capsys, command, given) == [perft(opened, before, 2)]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        ("perft chess --depth 1", "no ruleset 'chess'"),
        ("perft puluc --depth 1 --road 40", "road=40 low=5 high=31"),
        ("perft puluc --depth 1 --road x", "road=x cannot be read"),
        ("perft puluc --depth 1 --seats 4", "unplayable teams: seats=4"),
        ("perft aj-sayil --depth 1 --seats 3", "seats=3 low=2 high=16"),
        ("perft puluc --depth 1 --table stones", "table=stones known=kernels"),
        ("perft puluc --depth 1 --casts two", "casts=two cannot be read: it is one of one, sum"),
        ("perft puluc --depth 1 --after-capture stop", "after-capture=stop cannot be read"),
        ("perft puluc --depth 1 --far-end walk_back", "far-end=walk_back cannot be read"),
        ("perft kekchi --depth 1 --exact", "unplayable exact"),
        ("trace a-kaakil --seed 1 --road 18", "unplayable fire-road: road=18"),
        ("perft puluc --depth -1", "--depth"),
        ("perft puluc", "--depth"),
        ("perft puluc --depth 1 --position {", "--position is not JSON"),
        ("perft puluc --depth 1 --position {}", "the position does not have exactly base"),
        ("trace puluc", "--seed"),
        ("trace puluc --seed 1 --games many", "--games"),
        ("bench chess --plies 20", "no ruleset 'chess'"),
        ("bench puluc --plies 0", "--plies: at least 1"),
        ("bench puluc --plies 20 --games x", "--games"),
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
    header = lines(capsys, "trace puluc --seed 3")[0]
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
    command = "trace puluc --seed 3 --games 2"
    assert lines(capsys, command) == lines(capsys, command)


def test_a_trace_has_the_games_that_were_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has one header and ends with a result."""
    traced = lines(capsys, "trace puluc --seed 5 --games 3")
    assert sum("ruleset" in line for line in traced) == 3
    assert sum(line.get("result") is not None for line in traced) == 3


@pytest.mark.parametrize(
    "words",
    [
        "puluc road=7 warriors=3",
        "buul exact=yes",
        "boolik",
        "kekchi after-capture=open",
        "footprints casts=each",
        "aj-sayil seats=4 warriors=2",
        "aj-tiwil warriors=2",
        "aj-sinaanil seats=6 warriors=1",
        "a-kaakil road=7",
    ],
)
def test_a_trace_replays(capsys: pytest.CaptureFixture[str], game: OpenGame, words: str) -> None:
    """Playing the chosen moves, and the passes, gives every line of a trace."""
    opened = game(words)
    header, *told = lines(capsys, f"trace {options(words)} --seed 8")
    position = opened.begin(header["first"])
    for line in told:
        if position.stage is Stage.CAST:
            casts = cast_out(opened, position)
            position = next(cast for cast in casts if list(cast.numbers) == line["pending"])
        after = followed(opened, position, line)
        assert line == told_of(opened, position, line["chosen"], after)
        position = after
    assert isinstance(opened.phase(position), Over)


def followed(game: RoadGame, position: Position, line: dict[str, Any]) -> Position:
    """Return the position after the move or pass of a traced line."""
    phase = game.phase(position)
    if isinstance(phase, Choose):
        return game.play(position, phase.moves[line["chosen"]])
    return game.skip(position)


def told_of(
    game: RoadGame, position: Position, chosen: int | None, after: Position
) -> dict[str, Any]:
    """Return what a trace has to tell of a move or pass."""
    moves = choose.moves if isinstance(choose := game.phase(position), Choose) else []
    end = game.phase(after)
    result = None
    if isinstance(end, Over):
        result = "draw" if end.winner is None else str(end.winner)
    line = {
        "seat": position.turn,
        "number": position.numbers[0] if chosen is None else moves[chosen].number,
        "pending": position.numbers,
        "position": position_data(game.view(position)),
        "moves": [move_data(move) for move in moves],
        "chosen": chosen,
        "after": position_data(game.view(after)._replace(turn=position.turn)),
        "result": result,
    }
    told: dict[str, Any] = json.loads(json.dumps(line))
    return told


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("road", 21),
        ("warriors", 3),
        ("seats", 6),
        ("table", "die"),
        ("casts", "one"),
        ("after-capture", "advance"),
        ("far-end", "bounce"),
    ],
)
def test_a_trace_takes_every_option(
    capsys: pytest.CaptureFixture[str], option: str, value: int | str
) -> None:
    """The header of a traced game tells the options that were chosen."""
    header = lines(capsys, f"trace aj-sayil --seed 1 --{option} {value}")[0]
    assert header[option.replace("-", "_")] == value


def test_a_trace_takes_the_exact_exit(capsys: pytest.CaptureFixture[str]) -> None:
    """`--exact` has no value."""
    assert lines(capsys, "trace puluc --seed 1 --exact")[0]["exact"] is True


def test_bench_measures_every_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    """Without names `bench` has one line for each ruleset, with its header and its speed."""
    told = lines(capsys, "bench --plies 20")
    assert [line["game"] for line in told] == [write_header(rules) for rules in RULESETS.values()]
    assert all(set(line) == {"game", "plies_per_second"} for line in told)
    assert all(line["plies_per_second"] > 0 for line in told)


def test_bench_measures_what_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Rulesets may be named, and take the same options as the other commands."""
    told = lines(capsys, "bench bul puluc --plies 20 --road 9")
    assert [line["game"] for line in told] == [
        "bul road=9 warriors=5 table=kernels casts=one",
        "puluc road=9 warriors=5 table=kernels casts=one",
    ]


def test_bench_tells_how_random_games_go(capsys: pytest.CaptureFixture[str]) -> None:
    """`--games` adds how long random games are, and shares of results, forced moves, passes."""
    (line,) = lines(capsys, "bench aj-tiwil --plies 20 --games 10")
    shares = [line[name] for name in ("first", "drawn", "forced", "passed")]
    assert line["plies"] > 10
    assert all(0 <= share <= 1 for share in shares)
    assert line["first"] + line["drawn"] <= 1


def test_bench_counts_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody passes in puluc; in footprints about one cast of nine is no move."""
    puluc, footprints = lines(capsys, "bench puluc footprints --plies 20 --games 20")
    assert puluc["passed"] == 0
    assert 0.05 < footprints["passed"] < 0.2


def test_bench_plays_the_same_games_again(capsys: pytest.CaptureFixture[str]) -> None:
    """The figures of random games come out the same every time."""
    command = "bench bul --plies 20 --games 5"
    first, second = (lines(capsys, command)[0] for _ in range(2))
    assert {**first, "plies_per_second": 0} == {**second, "plies_per_second": 0}


def test_the_commands_run_as_a_module() -> None:
    """`python -m engine` runs the commands."""
    command = [sys.executable, "-m", "engine", "perft", "puluc", "--depth", "2"]
    ran = subprocess.run(command, capture_output=True, check=True, text=True)
    assert ran.stdout == "25\n"
