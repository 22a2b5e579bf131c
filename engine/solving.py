"""Making a table: checks before the work, checkpoints, progress and the file.

A family's solver does the work itself (`engine.family.Solver`).
"""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from engine.family import Solver, Unsolvable
from engine.game import Corrupt
from engine.progress import Line, duration
from engine.tables import BYTES, HEAD, SCALE, BadTable, Table, write

CHECKPOINT_SECONDS: Final = 30.0
"""How often the work is saved; at most so much of it is lost."""

PART: Final = ".part"
"""The suffix of checkpoints."""

NEW: Final = ".new"
"""The suffix of a table that is being written."""


STOPPING: Final = "Stopping once the work is saved."
"""What to say as soon as the work is interrupted."""


class Solved(NamedTuple):
    """What was done: how long all runs took together, and how much values changed at the end."""

    positions: int
    seconds: float
    change: float


class Interrupted(Exception):  # noqa: N818 - it was asked for
    """The work was interrupted and saved; the message says how to go on."""


def build(
    solver: Solver,
    out: Path,
    *,
    memory: int,
    line: Line,
    stop: Callable[[], bool] = lambda: False,
) -> Solved:
    """Write the table of a game to `out`, in at most `memory` bytes of memory.

    Goes on where an earlier call was interrupted, from the file called like `out` and PART. `stop`
    is asked about every second whether to interrupt the work.

    Raises Unsolvable if memory or disk space is too small, Interrupted if `stop` says so, Corrupt
    if a file is in the way, and OSError if one can't be written.
    """
    _check_out(solver, out)
    part = out.with_name(out.name + PART)
    _check_room(solver, out, part, memory)
    seconds = solver.load(part) if part.exists() else 0.0
    began = saved = line.seconds
    for sweep in solver.sweeps():
        stopping = stop()
        if not stopping:
            line.show_share(f"Solving {solver.header.split()[0]}", sweep.share)
        if stopping or line.seconds > saved + CHECKPOINT_SECONDS:
            solver.save(part, seconds + line.seconds - began)
            saved = line.seconds
        if stopping:
            raise Interrupted(f"{sweep.share:.0%} are done and saved; run this again to go on")
    seconds += line.seconds - began
    _write(solver, out)
    part.unlink(missing_ok=True)
    return Solved(solver.size, seconds, solver.change)


def _write(solver: Solver, out: Path) -> None:
    """Write the table, as a whole or not at all."""
    written = out.with_name(out.name + NEW)
    try:
        with written.open("wb") as file:
            write(file, solver.header, solver.size, solver.values(SCALE))
            file.flush()
            os.fsync(file.fileno())
        written.replace(out)
    finally:
        written.unlink(missing_ok=True)


def _check_out(solver: Solver, out: Path) -> None:
    """Raise Corrupt if `out` exists: it is either done, or something else."""
    if not out.exists():
        return
    with suppress(BadTable, OSError):
        if Table(out).header == solver.header:
            raise Corrupt(f"{out} is already the table of this game")
    raise Corrupt(f"{out} is another file; choose another name or delete it")


def _check_room(solver: Solver, out: Path, part: Path, memory: int) -> None:
    """Raise Unsolvable if the work needs more memory or disk space than there is.

    A checkpoint replaces the one before it once it is written, so there can be two at a time. At
    the end, there are one and the table, which is smaller.
    """
    needs = f"solving {solver.size:,} positions needs {size(solver.memory)} of memory"
    if solver.size > solver.most:
        raise Unsolvable(f"{needs}; at most {solver.most:,} positions can be solved")
    if solver.memory > memory:
        raise Unsolvable(f"{needs}, but only {size(memory)} are available")
    folder = out.absolute().parent
    if not folder.is_dir():
        raise Corrupt(f"there is no folder {folder}")
    table = HEAD + BYTES * solver.size
    needed = solver.checkpoint + max(solver.checkpoint, table)
    if part.exists():
        needed -= part.stat().st_size
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise Unsolvable(
            f"solving {solver.size:,} positions needs {size(needed)} of disk space,"
            f" but only {size(free)} are free in {folder}"
        )


def available_memory() -> int:
    """Return how many bytes of memory a new program can use here, as far as can be known."""
    with suppress(OSError, ValueError, StopIteration):
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        kilobytes = next(each for each in text.splitlines() if each.startswith("MemAvailable:"))
        return min(1024 * int(kilobytes.split()[1]), _limit())
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _limit() -> int:
    """Return the limit of a container, or a very large number."""
    with suppress(OSError, ValueError):
        return int(Path("/sys/fs/cgroup/memory.max").read_text(encoding="ascii"))
    return 2**63


def size(count: float) -> str:
    """Return a number of bytes such as `180 MB` or `2.1 GB`."""
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{count / 1e6:,.0f} MB"


def summary(solved: Solved, out: Path) -> str:
    """Return what was done, on one line."""
    return (
        f"{out}: {solved.positions:,} positions, solved in {duration(solved.seconds)};"
        f" largest change at the end: {solved.change:.1g}"
    )
