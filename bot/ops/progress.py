"""The progress of a tool that handles keys of the store."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self, TextIO

from bot.table.ports import Clock
from engine.progress import Line


class Progress:
    """Counts keys, and shows how many there are and how many a second on a terminal."""

    def __init__(self, doing: str, line: Line) -> None:
        self._doing = doing
        self._line = line
        self._count = 0

    @classmethod
    @contextmanager
    def of(
        cls, doing: str, stream: TextIO | None = None, clock: Clock = time.monotonic
    ) -> Iterator[Self]:
        """Show the progress while the context lasts; `doing` is a verb, such as Saving."""
        with Line.on(stream, clock) as line:
            yield cls(doing, line)

    def add(self, keys: int) -> None:
        """Count more keys."""
        self._count += keys
        rate = self._count / max(self._line.seconds, 1e-9)
        self._line.show(f"{self._doing}: {self._count:,} keys, {rate:,.0f} a second")

    def clear(self) -> None:
        """Remove the line, so that others can be printed."""
        self._line.clear()
