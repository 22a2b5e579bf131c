"""The clock of a machine that the torture sets forward and back."""

import mmap
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

_OFFSET: Final = struct.Struct("d")


class Offset:
    """Seconds in a file, which one process writes and another reads at every look."""

    def __init__(self, path: Path) -> None:
        with path.open("a+b") as file:
            file.truncate(_OFFSET.size)
            self._memory = mmap.mmap(file.fileno(), _OFFSET.size)

    def set(self, seconds: float) -> None:
        """Change the offset."""
        _OFFSET.pack_into(self._memory, 0, seconds)

    def __call__(self) -> float:
        """Return the offset."""
        seconds: float = _OFFSET.unpack_from(self._memory)[0]
        return seconds


def jumping(clock: Callable[[], float], path: Path) -> Callable[[], float]:
    """Return a clock that is ahead of `clock` by the offset in a file."""
    offset = Offset(path)
    return lambda: clock() + offset()
