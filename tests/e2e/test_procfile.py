"""The Procfile as hosting services run it: with PORT, REDIS_URL and DYNO, and SIGTERM to all."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.store.embedded import EmbeddedServer
from telegram_simulator.simulator import TelegramSimulator
from tests.e2e.ports import free_port
from tests.e2e.served import Outside, settings
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town
from tests.waiting import PATIENCE_SECONDS

ROOT = Path(__file__).parents[2]


@dataclass
class Dyno:
    """A process manager that runs the Procfile in an empty folder."""

    folder: Path
    settings: dict[str, str]
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def start(self) -> None:
        """Start the Procfile, and wait until the bot is ready."""
        environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "DYNO": "web.1",
            "PORT": str(self.port),
            "PULUC_PAUSE": "0",
        }
        honcho = [sys.executable, "-m", "honcho", "-f", str(ROOT / "Procfile")]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*honcho, "-d", str(self.folder), "start"],
                env=environment | self.settings,
                cwd=self.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5).close()
                return
            time.sleep(0.05)
        pytest.fail(self.log)

    def stop(self) -> None:
        """Send SIGTERM to all processes, as such services do, and wait until all have ended."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(PATIENCE_SECONDS)

    def close(self) -> None:
        """Stop the processes if they are running."""
        if self.process is not None and self.process.poll() is None:
            self.stop()


@pytest.fixture
def sim() -> Iterator[TelegramSimulator]:
    with TelegramSimulator() as simulator:
        yield simulator
        assert simulator.violations == []


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer.start(tmp_path / "store")
    yield server
    server.release()


@pytest.fixture
def dyno(sim: TelegramSimulator, store: EmbeddedServer, tmp_path: Path) -> Iterator[Dyno]:
    dyno = Dyno(tmp_path, settings(TELEGRAM, sim) | {"REDIS_URL": store.url})
    dyno.start()
    sim.wait_for_bot()
    yield dyno
    dyno.close()


@pytest.fixture
def town(sim: TelegramSimulator, dyno: Dyno) -> Town:
    """A supergroup that it serves."""
    return TELEGRAM.meet(Outside(), sim)


def test_a_move(town: Town, dyno: Dyno) -> None:
    """The Procfile starts a bot that plays, and that ends cleanly on SIGTERM."""
    town.begin()
    town.move()
    dyno.stop()
    assert "web.1 stopped (rc=0)" in dyno.log
    assert "Traceback" not in dyno.log


@pytest.mark.night
def test_a_restart_with_a_press_in_flight(town: Town, dyno: Dyno) -> None:
    """A press that arrives as the service restarts the bot is carried out once."""
    board = town.begin(ruleset="bul", options="warriors=1")
    town.mover.press(board, board.labels[0], wait=False)
    dyno.stop()
    dyno.start()
    town.wait(lambda: board.edits > 0)
    moved = [line for line in dyno.log.splitlines() if '"table.moved"' in line and '"Move"' in line]
    assert len(moved) == 1
    assert [one for one in town.messages if one.picture] == [board]
