"""The program in processes of its own, forked from one that has imported it already.

What it imports takes most of its start, and tests start it again and again. That it starts by
`python -m bot` as well is seen in `test_process.py`.
"""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["bot.__main__"])


class Program:
    """A process that runs, or has run, the program; like `subprocess.Popen`."""

    def __init__(self, main: Callable[[], int], environment: Mapping[str, str], log: Path) -> None:
        self._process = _FORKING.Process(
            target=_run, args=(main, dict(environment), log), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        """Tell the exit status, None while it runs."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Wait for the end, and tell the exit status."""
        self._process.join(seconds)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired("bot", seconds or 0)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as if the machine's memory had run out."""
        self.send_signal(signal.SIGKILL)


def _run(main: Callable[[], int], environment: dict[str, str], log: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(log.parent)
    with log.open("a") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    sys.exit(main())
