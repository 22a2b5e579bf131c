"""`python -m engine verify` and `replay`: reports about a record."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import open_game
from engine.__main__ import main
from engine.corn import Binding, commitment
from engine.record import Record, replay
from engine.record_json import record_data
from engine.road.game import RoadGame
from engine.road.interop import position_data
from engine.tags import Successor, Tags

SEED = bytes(range(32))
PLAYED = """
1001 1101 0110 b-2 1011 b+3 0010 6-1 0110 b+2 1010 b-2 1100 2+2 0000 6-5 1110 3+3 1010 1-2 1000 4+1
1110 b-3 1010 6+2 1101 5-3 0011 b+2
"""
RECORD = Record(
    "puluc road=7 warriors=2 table=kernels casts=one",
    tuple(PLAYED.split()),
    Tags(
        date="2026-11-22",
        players=("Ana", "Ben\x1b[2J"),
        places=((0,), (1,)),
        ending="won",
        binding=Binding("k3f9qd7m2x", commitment(SEED), ("", ""), SEED),
    ),
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; return its exit status and output."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status: Any = 0
        try:
            main([*arguments])
        except SystemExit as stopped:
            status = stopped.code
        output = capsys.readouterr()
        return status, output.out, output.err

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Record], str]:
    """Save a record to a file."""

    def saved(record: Record) -> str:
        path = tmp_path / "record.txt"
        head, _, _ = replace(record, entries=()).write().rpartition("\n")
        path.write_text("\n".join((head, "", " ".join(record.entries), "")), "utf-8")
        return str(path)

    return saved


def test_a_record_that_agrees(run: Run, saved: Callable[[Record], str]) -> None:
    """If all throws match, `verify` prints the commitment and their number, and exits with 0."""
    status, output, _ = run("verify", saved(RECORD))
    assert (status, output.splitlines()[-1]) == (0, "All 16 throws agree")
    assert commitment(SEED) in output


def test_json_is_checked_like_text(
    run: Run, saved: Callable[[Record], str], tmp_path: Path
) -> None:
    """`verify` reads both text and JSON records."""
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record_data(RECORD)), "utf-8")
    assert run("verify", str(path)) == run("verify", saved(RECORD))


def test_a_record_comes_by_the_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `-`, a command reads the record from standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(RECORD.write().encode())))
    status, output, _ = run("verify", "-")
    assert (status, output.splitlines()[-1]) == (0, "All 16 throws agree")


def test_a_throw_that_does_not_agree(run: Run, saved: Callable[[Record], str]) -> None:
    """A wrong throw is printed with the one that the seed determines, and the status is 1."""
    status, output, _ = run("verify", saved(replace(RECORD, entries=("0110", *RECORD.entries[1:]))))
    assert (status, output.splitlines()[1:]) == (
        1,
        ["Throw 0 doesn't agree: recorded 0110, drawn 1001"],
    )


def test_another_commitment(run: Run, saved: Callable[[Record], str]) -> None:
    """If the hash shown to a player differs from the record's, the status is 1."""
    path = saved(RECORD)
    assert run("verify", path, "--commitment", commitment(SEED).upper())[0] == 0
    status, output, _ = run("verify", path, "--commitment", "0" * 64)
    assert (status, output) == (1, f"The seed's hash is not the commitment: {commitment(SEED)}\n")


def test_a_game_without_throws(run: Run, saved: Callable[[Record], str]) -> None:
    """For a challenge nobody accepted, only the seed is checked."""
    status, output, _ = run("verify", saved(replace(RECORD, entries=())))
    assert (status, output.splitlines()[-1]) == (0, "There are no throws to check")


@pytest.mark.parametrize(
    ("record", "wrong"),
    [
        (replace(RECORD, tags=Tags()), "the record has no seed"),
        (replace(RECORD, entries=(*RECORD.entries[:3], "b-3")), "entry 3, 'b-3': other-number"),
    ],
)
def test_what_cannot_be_checked(
    run: Run, saved: Callable[[Record], str], record: Record, wrong: str
) -> None:
    """Without a seed, or with unplayable moves, the status is 2 and one line gives the reason."""
    status, _, output = run("verify", saved(record))
    assert (status, output.count("\n")) == (2, 1)
    assert wrong in output


@pytest.mark.parametrize(("data", "wrong"), [(b"\xff", "not UTF-8"), (b"{", "is not valid JSON")])
def test_a_file_that_is_not_a_record(run: Run, tmp_path: Path, data: bytes, wrong: str) -> None:
    """A file that isn't a record in text or JSON is refused by name."""
    (tmp_path / "x").write_bytes(data)
    status, _, output = run("replay", str(tmp_path / "x"))
    assert status == 2
    assert wrong in output


def test_a_record_is_printed(run: Run, saved: Callable[[Record], str]) -> None:
    """`replay` prints each entry with its player and the position after it, then the result."""
    status, output, _ = run("replay", saved(RECORD))
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert status == 0
    assert lines[:2] == [RECORD.header, "Posted on 2026-11-22"]
    assert "0 Ana throws 1001 (2) for the opening 1 ?2 22/00" in lines
    assert "5 Ana plays b+3 1 b 11/00 3a 6b" in lines
    assert lines[-1] == "Result won: a > b"


def test_control_characters_are_escaped(run: Run, saved: Callable[[Record], str]) -> None:
    """Control characters in a name are escaped, so they can't control the terminal."""
    output = run("replay", saved(RECORD))[1]
    assert "\x1b" not in output
    assert r"Ben\u001b[2J throws" in output


def test_passes_and_resignations_are_printed(run: Run, saved: Callable[[Record], str]) -> None:
    """Passes and resignations are printed; seats without names go by their letters."""
    header = "footprints road=11 warriors=5 table=footprints casts=one"
    tags = Tags(ending="resigned", ended_by=1, places=((0,), (1,)))
    output = run("replay", saved(Record(header, ("02", "01", "ba+2", "00", "-"), tags)))[1]
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "4 Seat b passes (0) 1 a 45/00 2a" in lines
    assert lines[-1] == "Result resigned by Seat b: a > b"


def test_players_who_took_over_are_printed(run: Run, saved: Callable[[Record], str]) -> None:
    """`replay` names who had a seat at each move, and lists who took one over, and when."""
    successors = (
        Successor(1, 1, "2026-11-22T19:03:00Z", "Computer (medium)"),
        Successor(0, 2, "2026-11-22T19:04:00Z", "Cara"),
        Successor(1, 99, "2026-11-22T19:05:00Z", "Dan"),
    )
    tags = replace(RECORD.tags, successors=successors, ending="resigned", ended_by=1)
    output = run("replay", saved(replace(RECORD, tags=tags)))[1]
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert "b Computer (medium), after move 1 (2026-11-22T19:03:00Z)" in lines
    assert [line.rpartition(" plays ")[0] for line in lines if " plays " in line][:4] == [
        r"3 Ben\u001b[2J",
        "5 Ana",
        "7 Computer (medium)",
        "9 Cara",
    ]
    assert lines[-1] == "Result resigned by Dan: a > b"


UNDONE = replace(RECORD, entries=(*RECORD.entries[:9], "undo", *RECORD.entries[7:]))
"""The same game, in which Ben takes back his second move and plays it again."""


def test_throws_after_an_undo_are_checked(run: Run, saved: Callable[[Record], str]) -> None:
    """`verify` counts every throw in the record, also those thrown again after an undo."""
    status, output, _ = run("verify", saved(UNDONE))
    assert (status, output.splitlines()[-1]) == (0, "All 17 throws agree")


def test_an_undo_is_printed(run: Run, saved: Callable[[Record], str]) -> None:
    """`replay` prints whose move an undo takes back, and the position before that move."""
    output = run("replay", saved(UNDONE))[1]
    lines = [" ".join(line.split()) for line in output.splitlines()]
    assert r"9 Ben\u001b[2J's 6-1 is taken back 1 b1 11/00 3a 6b" in lines


def test_an_undo_is_printed_as_json(run: Run, saved: Callable[[Record], str]) -> None:
    """The JSON line of an undo has the seat and the index of the move that it takes back."""
    _, *output = map(json.loads, run("replay", "--json", saved(UNDONE))[1].splitlines())
    undo, move = output[9], output[7]
    assert (undo["entry"], undo["kind"], undo["seat"], undo["takes_back"]) == ("undo", "undo", 1, 7)
    assert (move["entry"], undo["text"]) == ("6-1", output[6]["text"])
    assert undo["position"] == output[6]["position"]


def test_every_position_is_printed_as_json(run: Run, saved: Callable[[Record], str]) -> None:
    """JSON output is the tags and then one line per entry with its position, for both formats."""
    head, *output = map(json.loads, run("replay", "--json", saved(RECORD))[1].splitlines())
    game = open_game(RECORD.header)
    assert isinstance(game, RoadGame)
    assert head["players"] == ["Ana", "Ben\x1b[2J"]
    assert head["result"] == [[0], [1]]
    assert head["text"] == game.write_position(game.start())
    steps = list(replay(game, RECORD.entries))
    assert [line["entry"] for line in output] == list(RECORD.entries)
    assert [line["text"] for line in output] == [game.write_position(step.after) for step in steps]
    for line, step in zip(output, steps, strict=True):
        assert line["position"] == json.loads(json.dumps(position_data(game.unpack(step.after))))
    assert output[2] | {"text": "", "position": None} == {
        "index": 2,
        "entry": "0110",
        "kind": "throw",
        "seat": 1,
        "opening": False,
        "numbers": [2],
        "text": "",
        "position": None,
        "result": None,
    }
    assert (output[3]["kind"], output[3]["moves"]) == ("move", ["b-2"])
    assert output[-1]["result"] == [[0], [1]]


def test_a_record_that_breaks_off(run: Run, saved: Callable[[Record], str]) -> None:
    """`replay` prints up to the first unplayable entry, names it and exits with status 2."""
    broken = replace(RECORD, entries=(*RECORD.entries[:3], "b-3"))
    for more in ([], ["--json"]):
        status, output, wrong = run("replay", *more, saved(broken))
        assert status == 2
        assert "0110" in output.splitlines()[-1]
        assert "entry 3, 'b-3'" in wrong
