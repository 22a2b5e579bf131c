"""`python -m bot tables` as operators run it: a game is solved, with an interruption."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_SECONDS

pytestmark = [pytest.mark.solver, pytest.mark.night]

SOLVING_SECONDS = 10 * PATIENCE_SECONDS
"""The solver takes long to compile where all cores are busy."""

GAME = ("puluc", "road=7", "warriors=3")


class Operator:
    """Runs the tool in a folder without any settings, on one core."""

    def __init__(self, folder: Path) -> None:
        self.tables = folder / "tables"
        self._folder = folder
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
        self._environment = kept | {
            "PULUC_TABLES": str(self.tables),
            "PYTHONPATH": os.pathsep.join(sys.path),
            "NUMBA_NUM_THREADS": "1",
        }

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a command of Python's."""
        return subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=self._folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> str:
        """Run a command of Python's, which must succeed, and return its output."""
        out, err = (process := self.start(*command)).communicate(timeout=SOLVING_SECONDS)
        assert process.returncode == 0, err
        return out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_table_is_made_in_two_goes(tmp_path: Path, number: signal.Signals) -> None:
    """An interrupted tool saves its work; the same command goes on, and the odds can be read."""
    operator = Operator(tmp_path)
    with operator.start("bot", "tables", "build", *GAME) as first:
        assert first.stderr is not None
        assert first.stderr.readline().endswith(" positions.\n")
        first.send_signal(number)
        _, said = first.communicate(timeout=SOLVING_SECONDS)
    assert first.returncode == 130, said
    assert said.endswith(" are done and saved; run this again to go on\n")
    assert operator.run("bot", "tables", "list").endswith(
        " is unfinished; build its table again to go on, or delete it\n"
    )
    assert "The side that begins wins " in operator.run("bot", "tables", "build", *GAME)
    assert "all values are as they were written" in operator.run("bot", "tables", "check")
    assert [path.suffix for path in operator.tables.iterdir()] == [".values"]
    assert "The side to move wins with " in operator.run(
        "engine", "odds", "puluc", "--road", "7", "--warriors", "3"
    )
