"""What processes use, read from the system's files."""

import os
from pathlib import Path

from tests.scale.processes import TICKS, Bot, cpu_seconds, shared_fairly, usage
from tests.scale.takeovers import poller


def test_cpu_time() -> None:
    """User and system time add up, whatever the process is called."""
    numbers = " ".join(["0"] * 10 + ["30", "12"] + ["0"] * 30)
    assert cpu_seconds(f"17 (a) b (c) S {numbers}") == 42 / TICKS


def test_memory() -> None:
    """The proportional set size is in kilobytes, and not that of a part."""
    assert shared_fairly("55-7f [rollup]\nRss: 9 kB\nPss:     3 kB\nPss_Dirty: 1 kB\n") == 3072


def test_usage() -> None:
    """A process that runs uses something, and a dead one nothing."""
    used = usage([os.getpid()])
    assert used.cpu > 0
    assert used.memory > 2**20
    assert usage([2**22 + 1]).memory == 0


def test_the_poller(tmp_path: Path) -> None:
    """The process with the newest lease polls; a line cut off by a kill doesn't matter."""
    polls = '{{"event": "telegram.polling", "lease": {}}}\n'.format
    lines = {
        "one": polls(3) + '{"event": "other"}\n',
        "two": polls(2) + polls(4) + '{"ev',
        "three": "",
    }
    bots = []
    for name, text in lines.items():
        log = tmp_path / name
        log.write_text(text)
        bots.append(Bot(0, log, None))  # type: ignore[arg-type] # it needs no process
    assert poller(bots).log.name == "two"
