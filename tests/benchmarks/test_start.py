"""How long the program takes to answer: its help, and its first page without tokens."""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from tests.e2e.ports import free_port
from tests.scale.processes import ROOT

ROUNDS = 5
LOOK_SECONDS = 0.005


def test_help(benchmark: BenchmarkFixture) -> None:
    """From the command to the end of its help."""
    command = (sys.executable, "-m", "bot", "--help")

    def ask() -> None:
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)

    benchmark.pedantic(ask, rounds=ROUNDS, warmup_rounds=1)


def test_the_first_page(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """From the command to the home page, with a store that is new."""
    started: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        port, folder = free_port(), tmp_path / str(len(started))
        folder.mkdir()
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "PULUC_DATA": str(folder),
            "PULUC_EPHEMERAL": "true",
            "PULUC_PORT": str(port),
        }
        started.append(
            subprocess.Popen(
                (sys.executable, "-m", "bot"),
                env=environment,
                cwd=folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        while not answers(f"http://127.0.0.1:{port}/"):
            time.sleep(LOOK_SECONDS)

    def stop() -> None:
        for process in started:
            process.terminate()
            process.wait()

    benchmark.pedantic(start, setup=stop, rounds=ROUNDS, warmup_rounds=1)
    stop()


def answers(url: str) -> bool:
    """Tell whether there is a page."""
    try:
        with urllib.request.urlopen(url) as page:
            return bool(page.read())
    except OSError:
        return False
