"""When bots looked for due work: only then could they know that a deadline had passed.

On a busy machine, all processes may be starting at the same time, and a store that was killed or
is full hands out no work. A deadline that passes meanwhile isn't late by that time.
"""

import os
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final

NOTED_SECONDS: Final = 0.1
"""How often a process notes that it has looked, at most, in real seconds."""


class Looks:
    """Notes of one process, in a file."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._clock = clock
        self._noted = 0.0

    def note(self) -> None:
        """Note that the process has looked, and that the store has answered."""
        if (now := time.monotonic()) >= self._noted + NOTED_SECONDS:
            self._noted = now
            os.write(self._file, b"%r\n" % self._clock())


class Watch:
    """How long bots watched: gaps between looks, of any process, of at most `gap` seconds."""

    def __init__(self, looks: Iterable[float], gap: float) -> None:
        self._at: Sequence[float] = sorted(looks)
        gaps = (after - before for before, after in pairwise(self._at))
        self._watched = [*accumulate((each if each <= gap else 0 for each in gaps), initial=0.0)]

    def seconds(self, first: float, last: float) -> float:
        """Return how long bots watched between two times, from the first look to the last one."""
        begin, end = bisect_left(self._at, first), bisect_right(self._at, last) - 1
        return max(self._watched[end] - self._watched[begin], 0.0) if begin < end else 0.0


def read(folder: Path) -> Iterable[float]:
    """Yield the times that all processes have noted; a last line may be cut off."""
    for path in folder.glob("*.looks"):
        whole, _, _ = path.read_bytes().rpartition(b"\n")
        yield from map(float, whole.split())
