"""`python -m engine trace`: random games, line by line."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import Choose, Over
from engine.__main__ import main
from engine.chance import cast_out
from engine.road.game import RoadGame
from engine.road.interop import move_data, position_data
from engine.road.position import Position
from engine.stage import Stage

OpenGame = Callable[[str], RoadGame]
Lines = Callable[..., list[Any]]
Arguments = Callable[[str], str]


def test_a_trace_begins_with_its_ruleset(lines: Lines) -> None:
    """The first line of a traced game has every option and who begins."""
    header = lines("trace puluc --seed 3")[0]
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


def test_a_trace_comes_out_the_same_again(lines: Lines) -> None:
    """The seed determines the whole trace."""
    command = "trace puluc --seed 3 --games 2"
    assert lines(command) == lines(command)


def test_a_trace_has_the_games_that_were_asked_for(lines: Lines) -> None:
    """Each game in a trace has one header and ends with a result."""
    traced = lines("trace puluc --seed 5 --games 3")
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
def test_a_trace_replays(lines: Lines, arguments: Arguments, game: OpenGame, words: str) -> None:
    """Replaying the chosen moves and the passes reproduces every line of a trace."""
    opened = game(words)
    header, *rows = lines(f"trace {arguments(words)} --seed 8")
    position = opened.begin(header["first"])
    for line in rows:
        if position.stage is Stage.CAST:
            casts = cast_out(opened, position)
            position = next(cast for cast in casts if list(cast.numbers) == line["pending"])
        after = next_position(opened, position, line)
        assert line == expected(opened, position, line["chosen"], after)
        position = after
    assert isinstance(opened.phase(position), Over)


def next_position(game: RoadGame, position: Position, line: dict[str, Any]) -> Position:
    """Return the position after the move or pass of a traced line."""
    phase = game.phase(position)
    if isinstance(phase, Choose):
        return game.play(position, phase.moves[line["chosen"]])
    return game.skip(position)


def expected(
    game: RoadGame, position: Position, chosen: int | None, after: Position
) -> dict[str, Any]:
    """Return the fields that a trace must have for a move or pass."""
    moves = choose.moves if isinstance(choose := game.phase(position), Choose) else []
    end = game.phase(after)
    result = None
    if isinstance(end, Over):
        winners = end.winners(game.seats)
        result = str(game.side(winners[0])) if winners else "draw"
    line = {
        "seat": position.turn,
        "number": position.numbers[0] if chosen is None else moves[chosen].number,
        "pending": position.numbers,
        "position": position_data(game.unpack(position)),
        "moves": [move_data(move) for move in moves],
        "chosen": chosen,
        "after": position_data(game.unpack(after)._replace(turn=position.turn)),
        "result": result,
    }
    rows: dict[str, Any] = json.loads(json.dumps(line))
    return rows


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
def test_a_trace_takes_every_option(lines: Lines, option: str, value: int | str) -> None:
    """The header of a traced game contains the chosen options."""
    header = lines(f"trace aj-sayil --seed 1 --{option} {value}")[0]
    assert header[option.replace("-", "_")] == value


@pytest.mark.parametrize("words", ["puluc road=7 warriors=3", "footprints", "aj-sayil casts=each"])
def test_a_trace_as_text(
    capsys: pytest.CaptureFixture[str], arguments: Arguments, game: OpenGame, words: str
) -> None:
    """`--text` plays the same games and writes positions and moves in text notation."""
    opened, command = game(words), f"trace {arguments(words)} --seed 8"
    main(command.split())
    _, *rows = map(json.loads, capsys.readouterr().out.splitlines())
    main([*command.split(), "--text"])
    header, *lines, result = capsys.readouterr().out.splitlines()
    assert header == opened.header
    for line, data in zip(lines, rows, strict=True):
        before, moves, chosen, after = line.split(" | ")
        position = opened.read_position(before)
        legal = data["moves"]
        assert json.loads(json.dumps(position_data(opened.unpack(position)))) == data["position"]
        if legal:
            assert moves.split()[data["chosen"]] == chosen
            reached = opened.play(position, opened.read_move(position, chosen))
        else:
            assert (moves, chosen) == ("-", "-")
            reached = opened.skip(position)
        assert opened.write_position(reached) == after
        assert len(moves.split()) == max(1, len(legal))
    assert result.startswith("result ")


def test_a_trace_from_a_position(lines: Lines) -> None:
    """`--position` starts from that position instead of the opening."""
    header, first, *_ = lines("trace puluc --seed 1 --position", "1 b3 41/02 2a 5b1b")
    assert header["first"] == 1
    assert (first["pending"], first["position"]["base"]) == ([3], [4, 1])


def test_a_trace_takes_the_exact_exit(lines: Lines) -> None:
    """`--exact` is a flag without a value."""
    assert lines("trace puluc --seed 1 --exact")[0]["exact"] is True
