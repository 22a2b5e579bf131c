"""`python -m bot tables`: what it accepts, how it ends, what it says; nothing is solved here."""

import fcntl
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot import program
from bot.config import Config, WrongSetting
from bot.ops import tables, tools
from engine.family import Sweep
from engine.road.family import RoadFamily
from engine.tables import Tables, file_name
from tests.bot.ops.exact import OTHER, TINY, corrupt, cut, make_table, positions

BUILD = ("build", "puluc", "road=5", "warriors=1")


class Solver:
    """Claims that the side about to throw always wins; `signals` arrive during its first sweep.

    The last of them arrives while the work is saved.
    """

    most, memory, checkpoint, pairs, change = 100, 1, 1, 0, 0.0

    def __init__(self, header: str, signals: Sequence[signal.Signals] = ()) -> None:
        self.header, self.size = header, positions(header)
        self._signals = [*signals]
        self.loaded = b""

    def sweeps(self) -> Iterator[Sweep]:
        if self._signals:
            os.kill(os.getpid(), self._signals.pop(0))
            while True:
                yield Sweep(0.25, 0)
        self.pairs = 1
        yield Sweep(1.0, 1)

    def save(self, path: Path, seconds: float) -> None:
        if self._signals:
            os.kill(os.getpid(), self._signals.pop(0))
        path.write_bytes(b"a quarter")

    def load(self, path: Path) -> float:
        self.loaded = path.read_bytes()
        return 1.0

    def values(self, scale: int) -> Iterator[bytes]:
        yield scale.to_bytes(2, "little") * self.size


def use(patch: pytest.MonkeyPatch, **given: Any) -> list[Solver]:
    """Replace the solver by one with these attributes; return those that are made."""
    made: list[Solver] = []

    def solver(_family: RoadFamily, game: Any) -> Solver:
        made.append(Solver(game.header, given.get("signals", ())))
        made[-1].memory = given.get("memory", 1)
        return made[-1]

    patch.setattr(RoadFamily, "solver", solver)
    return made


def names(folder: Path) -> Sequence[str]:
    """The names of what is in a folder."""
    return [path.name for path in folder.iterdir()]


async def tool(folder: Path, *arguments: str) -> int:
    """Run the tool with this folder, and return its exit status."""
    settings = Config(_env_file=None, puluc_tables=folder)
    parsed = tools.parser().parse_args(["tables", *arguments])
    return await program.interruptible(parsed.run(settings, parsed))


async def refused(folder: Path, *arguments: str) -> str:
    """Run the tool, which must refuse; return what it says."""
    with pytest.raises(WrongSetting) as wrong:
        await tool(folder, *arguments)
    return str(wrong.value)


async def test_a_table_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is written where it is looked for, and the odds of the first player are told."""
    use(monkeypatch)
    assert await tool(tmp_path / "new", *BUILD) == 0
    assert Tables(tmp_path / "new").find(TINY) is not None
    said = capsys.readouterr()
    assert said.err == f"{TINY} has 41 positions.\n"
    assert "41 positions, solved in 0 s" in said.out
    assert said.out.endswith("The side that begins wins 100.00% of games.\n")


async def test_no_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are kept in the folder of the bundled server, which isn't started."""
    use(monkeypatch)
    settings = Config(_env_file=None, puluc_data=tmp_path / "data")
    parsed = tools.parser().parse_args(["tables", *BUILD])
    assert await parsed.run(settings, parsed) == 0
    assert names(tmp_path / "data") == ["tables"]


@pytest.mark.parametrize(
    ("words", "header"),
    [
        ("puluc", "puluc road=11 warriors=5 table=kernels casts=one"),
        ("puluc road=9 after-capture=advance", "puluc road=9 warriors=5 table=kernels casts=one"),
        ("BUL warriors=2", "bul road=11 warriors=2 table=kernels casts=one"),
        ("puluc exact=yes", "puluc road=11 warriors=5 table=kernels casts=one exact=yes"),
    ],
)
def test_options_as_in_chat(words: str, header: str) -> None:
    """Options are typed as in chat; the ruleset's own are the default."""
    ruleset, *options = words.split()
    assert tables.header_of(ruleset, options).split() == header.split()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("pulu", "Did you mean puluc?"),
        ("puluc road=4", "road= must be a number from 5 to 31"),
        ("puluc raod=9", "Did you mean road?"),
        ("puluc pace=3d", 'no option "pace"'),
        ("puluc seats=4", "for two players"),
        ("puluc 9", "write options like road=9"),
    ],
)
def test_wrong_options(words: str, why: str) -> None:
    """A wrong ruleset or option is refused with what to write instead."""
    ruleset, *options = words.split()
    with pytest.raises(WrongSetting) as wrong:
        tables.header_of(ruleset, options)
    assert why in str(wrong.value)


async def test_no_game(tmp_path: Path) -> None:
    """Without a game to solve, the tool shows a command that names one."""
    said = await refused(tmp_path, "build")
    assert said.endswith("for example: python -m bot tables build puluc road=9")
    _, ruleset, *options = said.partition("tables ")[2].split()
    assert tables.header_of(ruleset, options).startswith("puluc road=9 ")
    assert not names(tmp_path)


async def test_without_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If Numba is missing, the tool says how to install it with make and without."""
    monkeypatch.setitem(sys.modules, "engine.road.solve.solver", None)
    said = await refused(tmp_path, *BUILD)
    assert "make solver" in said
    assert "requirements-solver.txt" in said


@pytest.mark.parametrize("ruleset", ["parchis", "aj-sayil"])
async def test_a_game_that_cannot_be_solved(tmp_path: Path, ruleset: str) -> None:
    """Games that the solver doesn't take are refused with the reason, not with advice on Numba."""
    said = await refused(tmp_path, "build", ruleset)
    assert "can be solved" in said or "to be solved" in said


async def test_too_little_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that doesn't fit is refused before the work, with the memory that it needs."""
    use(monkeypatch, memory=10**15)
    assert "41 positions needs 1,000,000.0 GB of memory" in await refused(tmp_path, *BUILD)


async def test_a_table_that_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table isn't made again."""
    use(monkeypatch)
    path = make_table(tmp_path)
    assert await refused(tmp_path, *BUILD) == f"{path} is already the table of this game"


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """If the folder can't be made, the tool names the setting to change."""
    (tmp_path / "file").touch()
    said = await refused(tmp_path / "file", *BUILD)
    assert said.endswith("set PULUC_TABLES to a folder of your own")


async def test_two_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another process makes a table in the same folder, the tool refuses to."""
    use(monkeypatch)
    lock = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    try:
        assert "wait until it has finished" in await refused(tmp_path, *BUILD)
    finally:
        os.close(lock)
    assert await tool(tmp_path, *BUILD) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_an_interruption(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: signal.Signals,
) -> None:
    """Interrupted even twice, the tool saves the work, says so, and goes on from it the next time.

    The exit status is that of Ctrl-C.
    """
    use(monkeypatch, signals=[number, number])
    assert await tool(tmp_path, *BUILD) == program.INTERRUPTED
    assert capsys.readouterr().err.endswith(
        "Stopping once the work is saved.\npuluc: 25% are done and saved; run this again to go on\n"
    )
    made = use(monkeypatch)
    assert await tool(tmp_path, *BUILD) == 0
    assert made[0].loaded == b"a quarter"
    assert names(tmp_path) == [file_name(TINY)]


async def test_where_numba_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the program's folder is read-only, Numba keeps compiled code among the tables."""
    use(monkeypatch)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setattr(os, "access", lambda *_: False)
    await tool(tmp_path, *BUILD)
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "compiled")


@pytest.mark.parametrize("action", ["list", "check"])
async def test_no_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str], action: str) -> None:
    """An empty or missing folder is no failure, and the list says how to make a table."""
    assert await tool(tmp_path / "missing", action) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"There are no tables in {tmp_path / 'missing'}.")
    assert ("python -m bot tables build puluc" in said) is (action == "list")


async def test_the_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The list has the game, the positions and the size of each table, and what to do."""
    make_table(tmp_path)
    damaged = make_table(tmp_path, OTHER)
    cut(damaged)
    part = tmp_path / "boolik.values.part"
    part.touch()
    assert await tool(tmp_path, "list") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{damaged} is incomplete; delete it, and make it again",
        f"{TINY}: 41 positions, 0.0 MB",
        f"{part} is unfinished; build its table again to go on, or delete it",
    ]


async def test_intact_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tables whose checksums agree are fine."""
    path = make_table(tmp_path)
    assert await tool(tmp_path, "check") == 0
    assert capsys.readouterr().out == f"{path}: all values are as they were written\n"


async def test_a_changed_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A single changed byte is found; the exit status is 1, and the others are still checked."""
    path, other = make_table(tmp_path), make_table(tmp_path, OTHER)
    corrupt(path)
    assert await tool(tmp_path, "check") == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{other}: all values are as they were written",
        f"{path} is damaged; delete it, and make it again",
    ]


@pytest.mark.parametrize("action", ["list", "check"])
async def test_not_a_folder(tmp_path: Path, action: str) -> None:
    """If the setting isn't a folder, the tool names it."""
    (tmp_path / "file").touch()
    assert "set PULUC_TABLES" in await refused(tmp_path / "file", action)
