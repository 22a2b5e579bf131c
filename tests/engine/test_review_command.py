"""`python -m engine review`: the review of a record, with or without a table."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from engine import review_text
from engine.__main__ import main
from engine.players.registry import judge
from engine.record import Record
from engine.record_json import record_data
from engine.review import review
from engine.road.game import RoadGame
from engine.tables import Table
from engine.tags import Tags
from tests.engine.conftest import Lines, Refused
from tests.engine.made_up import write_table
from tests.engine.recorded import recorded
from tests.terminal import Terminal

OpenGame = Callable[[str], RoadGame]
Told = Callable[..., list[str]]

WORDS: Final = "puluc road=5 warriors=2"
BY_NETWORK: Final = "Judged by the network of the computer player hard"
BY_TABLE: Final = "Judged by a table of exact values"


@pytest.fixture
def record(game: OpenGame) -> Record:
    """A random game that Ana and Ben played."""
    opened = game(WORDS)
    return Record(opened.header, recorded(opened, Random(2)), Tags(players=("Ana", "Ben")))


@pytest.fixture
def path(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The record's file, in a folder without tables, which is the current one."""
    monkeypatch.delenv("PULUC_TABLES", raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game.txt"
    path.write_text(record.write(), "utf-8")
    return path


@pytest.fixture
def values(game: OpenGame, tmp_path: Path) -> Path:
    """A table of made-up values of the game, in a folder of its own."""
    (folder := tmp_path / "tables").mkdir()
    return write_table(game(WORDS), folder)


@pytest.fixture
def told(path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Review the record, and return the lines that are printed."""

    def told(*arguments: str) -> list[str]:
        main(["review", str(path), *arguments])
        return capsys.readouterr().out.splitlines()

    return told


def expected(game: RoadGame, record: Record, table: Table | None) -> list[str]:
    """Return the lines of a record's review."""
    return [*review_text.lines(game, record, review(game, record.entries, judge(game, table)))]


def test_without_a_table(told: Told, game: OpenGame, record: Record) -> None:
    """Without a table of the game, its network judges it."""
    assert told() == expected(game(WORDS), record, None)
    assert told()[1] == BY_NETWORK


def test_with_a_table(told: Told, values: Path, game: OpenGame, record: Record) -> None:
    """With a table, its values judge the game."""
    printed = told("--values", str(values))
    assert printed == expected(game(WORDS), record, Table(values))
    assert printed[1] == BY_TABLE


def test_a_folder_of_tables(told: Told, values: Path) -> None:
    """The table can be given as its folder, where it is found by its game."""
    assert told("--values", str(values.parent)) == told("--values", str(values))


def test_the_usual_folder(told: Told, values: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is looked for in PULUC_TABLES, or if that isn't set, in the current folder."""
    printed = told("--values", str(values))
    monkeypatch.setenv("PULUC_TABLES", str(values.parent))
    assert told() == printed
    monkeypatch.setenv("PULUC_TABLES", "")
    monkeypatch.chdir(values.parent)
    assert told() == printed


def test_a_table_of_another_game_in_the_folder(
    told: Told, game: OpenGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of other games in the usual folder don't matter."""
    write_table(game("puluc road=5 warriors=1"), tmp_path)
    monkeypatch.setenv("PULUC_TABLES", str(tmp_path))
    assert told()[1] == BY_NETWORK


def test_the_result_of_the_tags(
    game: OpenGame, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A resigned game ends with the result in its tags."""
    opened = game(WORDS)
    tags = Tags(players=("Ana", "Ben"), places=((1,), (0,)), ending="resigned", ended_by=0)
    path.write_text(Record(opened.header, recorded(opened, Random(2), most=6), tags).write())
    main(["review", str(path)])
    assert capsys.readouterr().out.endswith("    0.0%  100.0%\n")


def test_as_json(lines: Lines, path: Path, game: OpenGame, record: Record) -> None:
    """`--json` prints everything on one line."""
    opened = game(WORDS)
    found = review_text.data(opened, review(opened, record.entries, judge(opened, None)))
    assert lines("review --json", str(path)) == [json.loads(json.dumps(found))]


def test_a_record_as_json(told: Told, path: Path, record: Record) -> None:
    """The record can be given as JSON."""
    printed = told()
    path.write_text(json.dumps(record_data(record)), "utf-8")
    assert told() == printed


def test_standard_input(
    told: Told, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record can come from standard input."""
    printed = told()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    main(["review", "-"])
    assert capsys.readouterr().out.splitlines() == printed


def test_progress(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows how much is done, and nothing of it at the end."""
    screen = Terminal()
    monkeypatch.setattr("engine.progress.sys.stderr", screen)
    monkeypatch.setattr("engine.progress.UPDATE_SECONDS", 0.0)
    assert told()[1] == BY_NETWORK
    assert "Reviewing: [########################] 100%" in screen.getvalue()
    assert not screen.line


def test_a_missing_record(refused: Refused, tmp_path: Path) -> None:
    """A record that doesn't exist is named."""
    assert "No such file or directory" in (told := refused("review", str(tmp_path / "missing")))
    assert str(tmp_path / "missing") in told


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the first line must be 'record 2', not ''"),
        ("record 2\n\n0110\n", "the tag Game, which holds the header, is missing"),
        ('record 2\n[Game "chess"]\n', "unknown ruleset 'chess'"),
        ("{", "is not valid JSON"),
        ("\xff", "is not UTF-8 text"),
        (
            'record 2\n[Game "puluc road=5 warriors=1 table=kernels casts=one"]\n\n0110 b+2\n',
            "entry 1, 'b+2': ",
        ),
    ],
)
def test_a_damaged_record(refused: Refused, path: Path, text: str, reason: str) -> None:
    """A damaged record is refused with the reason, and the entry that can't be played."""
    path.write_text(text, "latin-1")
    assert reason in refused("review", str(path))


def test_a_missing_path(refused: Refused, path: Path, tmp_path: Path) -> None:
    """A table that is asked for by name must be there."""
    told = refused("review", str(path), "--values", str(tmp_path / "missing"))
    assert told == f"there is no file or folder {tmp_path / 'missing'}"


def test_a_folder_without_the_table(refused: Refused, path: Path, tmp_path: Path) -> None:
    """A folder that is asked for by name must have the game's table."""
    told = refused("review", str(path), "--values", str(tmp_path))
    assert told.startswith(f"{tmp_path} has no table of this game; make it with: ")


def test_the_table_of_another_game(
    refused: Refused, path: Path, game: OpenGame, tmp_path: Path
) -> None:
    """A table is used for its own game only, and the message says which that is."""
    other = game("bul road=5 warriors=2")
    table = write_table(other, tmp_path)
    told = refused("review", str(path), "--values", str(table))
    assert told == f"{table} is the table of another game: {other.header}"


def test_a_damaged_table(
    refused: Refused, path: Path, values: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged table is refused with the reason, even if it wasn't asked for."""
    monkeypatch.setenv("PULUC_TABLES", str(values.parent))
    values.write_bytes(values.read_bytes()[:-1])
    told = refused("review", str(path))
    assert told == f"{values} is incomplete; delete it, and make it again"
