"""`python -m engine solve`: what it prints, refuses and leaves behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import solving
from engine.__main__ import main
from engine.progress import Line
from engine.road.game import RoadGame
from engine.tables import Table
from tests.engine.conftest import Refused
from tests.engine.made_up import write_table

OpenGame = Callable[[str], RoadGame]

SMALL = ("solve", "puluc", "--road", "5", "--warriors", "1")
WAIT_SECONDS = 300
"""How long a process may take where all cores are busy and it has to compile."""

INTERRUPT = """
import os
import signal
import sys
from engine.__main__ import main
from engine.progress import Line
Line.show_share = lambda *_: os.kill(os.getpid(), signal.SIGTERM)
main(sys.argv[1:])
"""
"""A program that runs a command and gets SIGTERM as soon as it shows its progress."""


@pytest.fixture(autouse=True)
def _usual_signals() -> Iterator[None]:
    """Restore what the command does about signals."""
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in usual.items():
        signal.signal(number, handler)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "made.values"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python to its end."""
    return subprocess.run(
        [sys.executable, *command],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        text=True,
        timeout=WAIT_SECONDS,
    )


@pytest.mark.solver
def test_a_table_is_made(out: Path, game: OpenGame, capsys: pytest.CaptureFixture[str]) -> None:
    """The command makes a sound table and prints what it did and what beginning is worth."""
    main([*SMALL, "--out", str(out)])
    done, first = capsys.readouterr().out.splitlines()
    opened = game("puluc road=5 warriors=1")
    table = Table(out)
    table.verify()
    assert table.header == opened.header
    assert done.startswith(f"{out}: 41 positions, solved in ")
    assert first == f"The side that begins wins {table.probe(opened.begin(0)):.4%} of games"
    assert [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.mark.solver
def test_options(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All options of a game are taken, and `odds` finds the table by the same ones."""
    options = ["--road", "5", "--warriors", "1", "--table", "die", "--exact", "--far-end", "bounce"]
    main(["solve", "bul", *options, "--out", str(out)])
    assert Table(out).header == (
        "bul road=5 warriors=1 table=die casts=one far-end=bounce exact=yes"
    )
    capsys.readouterr()
    main(["odds", "bul", *options, "--values", str(out)])
    assert "The side to move wins with" in capsys.readouterr().out


@pytest.mark.solver
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    out: Path,
    number: signal.Signals,
) -> None:
    """Ctrl-C and SIGTERM save the work; the same command goes on and makes the table."""
    with monkeypatch.context() as patch:
        patch.setattr(Line, "show_share", lambda *_: os.kill(os.getpid(), number))
        with pytest.raises(SystemExit) as stopped:
            main([*SMALL, "--out", str(out)])
    told = capsys.readouterr()
    assert stopped.value.code == 130
    assert told.err == "Stopping once the work is saved.\n"
    assert told.out.endswith("% are done and saved; run this again to go on\n")
    assert [path.name for path in out.parent.iterdir()] == [f"{out.name}.part"]
    main([*SMALL, "--out", str(out)])
    Table(out).verify()
    assert [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.mark.solver
def test_an_interrupted_process(out: Path) -> None:
    """A process that gets SIGTERM exits with 130 and saves its work; another one goes on."""
    stopped = run("-c", INTERRUPT, *SMALL, "--out", str(out))
    assert (stopped.returncode, stopped.stderr) == (130, "Stopping once the work is saved.\n")
    assert stopped.stdout.endswith("% are done and saved; run this again to go on\n")
    done = run("-m", "engine", *SMALL, "--out", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    Table(out).verify()


@pytest.mark.solver
def test_an_impatient_user(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: Path
) -> None:
    """Ctrl-C is answered at once, before the work is saved, and only the first time."""
    from engine.road.solve.solver import RoadSolver

    said: list[str] = []

    def save(solver: RoadSolver, path: Path, seconds: float) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        said.append(capsys.readouterr().err)
        path.touch()

    monkeypatch.setattr(RoadSolver, "save", save)
    monkeypatch.setattr(Line, "show_share", lambda *_: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(SystemExit):
        main([*SMALL, "--out", str(out)])
    assert said == ["Stopping once the work is saved.\n"]


@pytest.mark.solver
def test_threads(tmp_path: Path) -> None:
    """The table doesn't depend on the number of threads."""
    command = ["-m", "engine", "solve", "boolik", "--road", "6", "--warriors", "2", "--out"]
    tables = []
    for threads in ("1", "3"):
        path = tmp_path / threads
        done = run(*command, str(path), NUMBA_NUM_THREADS=threads)
        assert (done.returncode, done.stderr) == (0, "")
        tables.append(path.read_bytes())
    assert tables[0] == tables[1]


@pytest.mark.solver
def test_too_little_memory(refused: Refused, out: Path) -> None:
    """A game that needs more memory than it may use is refused with the figures."""
    told = refused("solve", "puluc", "--road", "9", "--memory", "0.2", "--out", str(out))
    assert told == (
        "solving 8,512,765 positions needs 429 MB of memory, but only 200 MB are available"
    )
    assert not [*out.parent.iterdir()]


@pytest.mark.solver
def test_what_fits_no_machine(refused: Refused, out: Path) -> None:
    """A game with too many positions for any machine is refused with what it would need."""
    told = refused("solve", "puluc", "--road", "31", "--warriors", "9", "--out", str(out))
    assert told.endswith("; at most 2,147,483,646 positions can be solved")
    assert not [*out.parent.iterdir()]


@pytest.mark.solver
def test_work_for_another_game(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    refused: Refused,
    out: Path,
) -> None:
    """What was saved for another game is refused, and kept."""
    with monkeypatch.context() as patch:
        patch.setattr(Line, "show_share", lambda *_: os.kill(os.getpid(), signal.SIGTERM))
        with pytest.raises(SystemExit):
            main([*SMALL, "--out", str(out)])
    capsys.readouterr()
    told = refused("solve", "bul", "--road", "5", "--warriors", "1", "--out", str(out))
    assert f"{out}.part belongs to another game, puluc road=5 warriors=1 " in told


@pytest.mark.solver
def test_a_table_that_exists(refused: Refused, out: Path, game: OpenGame) -> None:
    """A table is not made twice, nor another one overwritten."""
    write_table(game("puluc road=5 warriors=1"), out.parent).rename(out)
    assert refused(*SMALL, "--out", str(out)) == f"{out} is already the table of this game"
    told = refused("solve", "bul", "--road", "5", "--warriors", "1", "--out", str(out))
    assert told == f"{out} is another file; choose another name or delete it"


@pytest.mark.solver
def test_no_folder(refused: Refused, tmp_path: Path) -> None:
    """A folder that doesn't exist is named."""
    told = refused(*SMALL, "--out", str(tmp_path / "missing" / "made.values"))
    assert told == f"there is no folder {tmp_path / 'missing'}"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("footprints", "games in which stacks may share a space can't be solved"),
        ("aj-sayil", "only games with one number a turn can be solved"),
        ("aj-sayil --seats 4", "only games for two seats can be solved"),
        ("puluc --casts each", "only games with one number a turn can be solved"),
        ("puluc --after-capture leave", "games in which captors leave the road can't be solved"),
        ("parchis", "Parchís has too many positions to be solved"),
        ("chess", "unknown ruleset 'chess'"),
        ("puluc --road 40", "--road must be from 5 to 31, not 40"),
        ("puluc --seats 4", "--seats 4 needs a ruleset for teams"),
        ("parchis --road 9", "unknown option 'road'"),
    ],
)
def test_games_that_cannot_be_solved(
    refused: Refused, out: Path, command: str, reason: str
) -> None:
    """A game that can't be solved, or doesn't exist, is refused with the reason."""
    assert refused("solve", *command.split(), "--out", str(out)).startswith(reason)
    assert not [*out.parent.iterdir()]


@pytest.mark.parametrize("memory", ["0", "-1", "nan", "inf", "much"])
def test_wrong_memory(refused: Refused, out: Path, memory: str) -> None:
    """Memory must be a positive number."""
    told = refused("solve", "puluc", f"--memory={memory}", "--out", str(out))
    assert told.endswith(f"--memory: must be a positive number, such as 2.5, not '{memory}'")


def test_no_name(refused: Refused) -> None:
    """The file must be named."""
    assert "--out" in refused("solve", "puluc")


def test_no_solver(monkeypatch: pytest.MonkeyPatch, refused: Refused, out: Path) -> None:
    """Where Numba isn't installed, the message says how to install it."""
    monkeypatch.setitem(sys.modules, "engine.road.solve.solver", None)
    told = refused(*SMALL, "--out", str(out))
    assert told == "solving needs Numba, which isn't installed; `make solver` installs it"


@pytest.mark.solver
def test_free_memory(monkeypatch: pytest.MonkeyPatch, refused: Refused, out: Path) -> None:
    """Without `--memory`, the limit is what is free."""
    monkeypatch.setattr(solving, "available_memory", lambda: 123_000_000)
    told = refused(*SMALL, "--out", str(out))
    assert told.endswith(" of memory, but only 123 MB are available")
