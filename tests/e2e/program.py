"""The program in separate processes, forked from one that has already imported it.

Imports take up most of the program's start, and tests start it often. On Linux the nursery of its
workers is forked, too: from the program, which has imported all that it needs. `test_process.py`
checks that `python -m bot` works as well, whose nursery imports everything.
"""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from bot.games.catalogue import FAMILIES
from bot.work import nursery

EXEC = asyncio.create_subprocess_exec

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(
    ["bot.program", "bot.on_discord.connection", "bot.on_telegram.connection", *FAMILIES]
)


class Program:
    """A process that runs, or has run, the program, with the interface of `subprocess.Popen`."""

    def __init__(
        self,
        main: Callable[[], int],
        environment: Mapping[str, str],
        log: Path,
        errors: Path | None = None,
    ) -> None:
        """Start; standard error goes into the log, too, or into a file of its own."""
        self._process = _FORKING.Process(
            target=_run, args=(main, dict(environment), log, errors or log), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        pid = self._process.pid
        assert pid is not None
        return pid

    def poll(self) -> int | None:
        """Return the exit status, or None while the process is running."""
        return self._process.exitcode

    def wait(self, seconds: float | None = None) -> int:
        """Wait for the process to exit and return its exit status."""
        self._process.join(seconds)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired("bot", seconds or 0)
        return status

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal unless the process has exited."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process as if the machine had run out of memory."""
        self.send_signal(signal.SIGKILL)


def _run(main: Callable[[], int], environment: dict[str, str], log: Path, errors: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(log.parent)
    for stream, path in ((1, log), (2, errors)):
        with path.open("a") as file:
            os.dup2(file.fileno(), stream)
    if sys.platform == "linux":  # elsewhere, a process with threads may not be forked
        asyncio.create_subprocess_exec = _start
    sys.exit(main())


async def _start(*command: str, **options: Any) -> Process:
    """Start the nursery by a fork of this process, so that it need not import anything."""
    _, _, module, *arguments = command
    assert module == nursery.__name__
    return await EXEC(*command, preexec_fn=partial(_nurse, arguments), **options)


def _nurse(arguments: list[str]) -> NoReturn:
    """Be the nursery, in a process that would start it otherwise."""
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))  # also the pipe that tells of a program's start
    signal.set_wakeup_fd(-1)
    sys.argv = [nursery.__name__, *arguments]
    sys.stdin = os.fdopen(0)
    nursery.main()
    os._exit(0)
