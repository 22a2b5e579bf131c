"""`python -m engine odds`: what a table says about the moves of a position."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.odds import rated
from engine.road.game import RoadGame
from engine.road.interop import position_data
from engine.tables import Table, file_name
from tests.engine.conftest import Refused
from tests.engine.made_up import write_table

OpenGame = Callable[[str], RoadGame]
Odds = Callable[..., list[str]]

WORDS = "puluc road=5 warriors=2"
COMMAND = ("odds", "puluc", "--road", "5", "--warriors", "2")
POSITION = "1 a 11/00 2a 4b"


@pytest.fixture
def path(game: OpenGame, tmp_path: Path) -> Path:
    """A table of made-up values."""
    return write_table(game(WORDS), tmp_path)


@pytest.fixture
def odds(path: Path, capsys: pytest.CaptureFixture[str]) -> Odds:
    """Run the command with the table, and return its lines."""

    def odds(*arguments: str) -> list[str]:
        main([*COMMAND, "--values", str(path), *arguments])
        return capsys.readouterr().out.splitlines()

    return odds


def test_before_a_throw(odds: Odds, path: Path, game: OpenGame) -> None:
    """Each number has its odds and its value, then every move with its own, the best first."""
    opened, table = game(WORDS), Table(path)
    position = opened.read_position(POSITION)
    expected = [
        f"{opened.header}, position {POSITION}",
        f"The side to move wins with {table.probe(position):.2%}",
    ]
    sixteenths = {1: "25.00%", 2: "37.50%", 3: "25.00%", 4: "6.25%", 5: "6.25%"}
    for number, share in sixteenths.items():
        thrown = opened.read_position(POSITION.replace("a", f"a{number}", 1))
        expected.append(f"{number}, thrown with {share}: {table.value(thrown):.2%}")
        values = {
            opened.write_move(move): 1 - table.value(opened.play(thrown, move))
            for move in opened.moves(thrown)
        }
        best_first = sorted(values, key=values.__getitem__, reverse=True)
        expected += [f"  {move:6} {values[move]:.2%}" for move in best_first]
    assert odds("--position", POSITION) == expected


def test_after_a_throw(odds: Odds, path: Path, game: OpenGame) -> None:
    """With a number to play, there are only its moves, and the value is that of the first."""
    opened, table = game(WORDS), Table(path)
    thrown = opened.read_position("1 a1 11/00 2a 4b")
    best, other = rated(table, thrown)
    assert best.value > other.value
    assert odds("--position", "1 a1 11/00 2a 4b") == [
        f"{opened.header}, position 1 a1 11/00 2a 4b",
        f"The side to move wins with {best.value:.2%}",
        f"  {opened.write_move(best.move):6} {best.value:.2%}",
        f"  {opened.write_move(other.move):6} {other.value:.2%}",
    ]


def test_as_json(odds: Odds, game: OpenGame) -> None:
    """A position can be given as JSON."""
    opened = game(WORDS)
    as_json = json.dumps(position_data(opened.unpack(opened.read_position(POSITION))))
    assert odds("--position", as_json) == odds("--position", POSITION)


def test_the_beginning(odds: Odds) -> None:
    """Without a position, the odds are those of the side that begins."""
    assert odds() == odds("--position", "1 a 22/00")


def test_a_pass(game: OpenGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A number that can't be played is listed with a pass and its value."""
    opened = game("puluc road=5 warriors=1 exact=yes")
    path = write_table(opened, tmp_path)
    table = Table(path)
    value = 1 - table.probe(opened.read_position("1 b 01/00 5a"))
    command = ["odds", "puluc", "--road", "5", "--warriors", "1", "--exact", "--values", str(path)]
    main([*command, "--position", "1 a3 01/00 5a"])
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"The side to move wins with {value:.2%}",
        f"  {'-':6} {value:.2%}",
    ]


def test_between_two_throws(
    game: OpenGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Between the throws of a turn, only the numbers that can still come up are listed."""
    opened = game("kekchi road=9 warriors=1")
    path = write_table(opened, tmp_path)
    command = ["odds", "kekchi", "--road", "9", "--warriors", "1", "--values", str(path)]
    main([*command, "--position", "1 a3? 11/00"])
    told = capsys.readouterr().out.splitlines()
    value = Table(path).value(opened.read_position("1 a3? 11/00"))
    assert told[1] == f"The side to move wins with {value:.2%}"
    numbers = [line.partition(",")[0] for line in told[2:] if "thrown" in line]
    assert numbers == ["4", "5", "6", "7", "8"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (
            "1 ? 22/00",
            "this position is in the opening; give one in which a throw or a move is due",
        ),
        (
            "1 ?3 22/00",
            "this position is in the opening; give one in which a throw or a move is due",
        ),
        ("1 b 20/02", "the game is over in this position"),
        ("1 a 11/00 2a 4A1b", "the stack on 4 must head for the enemy base"),
        ("1 a 55/00", "seat 0 has 5 warriors, not 2"),
        ("{", "--position is not valid JSON"),
    ],
)
def test_positions_without_odds(refused: Refused, path: Path, position: str, message: str) -> None:
    """A position that a table doesn't contain is refused with the reason."""
    told = refused(*COMMAND, "--values", str(path), "--position", position)
    assert told.startswith(message)


def test_a_position_out_of_reach(refused: Refused, game: OpenGame, tmp_path: Path) -> None:
    """A position with a stack that can't come up in play is refused."""
    path = write_table(game("bul road=5 warriors=2"), tmp_path)
    command = ("odds", "bul", "--road", "5", "--warriors", "2", "--values", str(path))
    for position in ("1 a 11/00 4a1b", "1 a3 11/00 4a1b"):
        told = refused(*command, "--position", position)
        assert told == "play can't lead to this position, so the table has no value for it"


def test_a_folder_of_tables(odds: Odds, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The table can be given as its folder, where it is found by its game."""
    main([*COMMAND, "--values", str(path.parent)])
    assert capsys.readouterr().out.splitlines() == odds()


def test_the_usual_folder(
    monkeypatch: pytest.MonkeyPatch, odds: Odds, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a table, it is looked for in PULUC_TABLES, or if that isn't set, in this folder."""
    expected = odds()
    monkeypatch.setenv("PULUC_TABLES", str(path.parent))
    main([*COMMAND])
    assert capsys.readouterr().out.splitlines() == expected
    monkeypatch.setenv("PULUC_TABLES", "")
    monkeypatch.chdir(path.parent)
    main([*COMMAND])
    assert capsys.readouterr().out.splitlines() == expected


def test_a_missing_table(refused: Refused, game: OpenGame, tmp_path: Path) -> None:
    """Without a table of the game, the message has the whole command that makes it."""
    told = refused(*COMMAND, "--table", "die", "--exact", "--values", str(tmp_path))
    header = "puluc road=5 warriors=2 table=die casts=one exact=yes"
    assert told == (
        f"{tmp_path} has no table of this game; make it with: python -m engine solve puluc"
        " --road 5 --warriors 2 --table die --casts one --exact yes"
        f" --out {tmp_path / file_name(header)}"
    )


def test_a_missing_file(refused: Refused, tmp_path: Path) -> None:
    """A file or folder that doesn't exist is named."""
    told = refused(*COMMAND, "--values", str(tmp_path / "missing"))
    assert told == f"there is no file or folder {tmp_path / 'missing'}"


def test_the_table_of_another_game(refused: Refused, path: Path, game: OpenGame) -> None:
    """A table is used for its own game only, and the message says which that is."""
    told = refused("odds", "bul", "--values", str(path))
    assert told == f"{path} is the table of another game: {game(WORDS).header}"


def test_a_damaged_table(refused: Refused, path: Path) -> None:
    """A file that isn't a sound table is refused with the reason."""
    path.write_bytes(path.read_bytes()[:-1])
    told = refused(*COMMAND, "--values", str(path))
    assert told == f"{path} is incomplete; delete it, and make it again"


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        ("aj-sayil", "only games with one number a turn can be solved"),
        ("footprints", "games in which stacks may share a space can't be solved"),
        ("parchis", "Parchís has too many positions to be solved"),
    ],
)
def test_games_without_tables(refused: Refused, tmp_path: Path, ruleset: str, reason: str) -> None:
    """For a game that can't be solved, the message has the reason instead of a command."""
    assert refused("odds", ruleset, "--values", str(tmp_path)) == reason
