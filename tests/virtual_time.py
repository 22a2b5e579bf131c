"""An event loop whose clock moves to the next timer when there is nothing else to do.

A coroutine that only waits for time takes none. Nothing real may be awaited beside it: another
process has no chance to answer before the clock moves.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self.now = 0.0
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self.now


class _Selector(selectors.DefaultSelector):
    """Moves the loop's clock instead of waiting for the next timer."""

    def __init__(self, loop: _Loop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select()
        ready = super().select(0)
        if not ready:
            self._loop.now += max(timeout, 0)
        return ready


def run_in_virtual_time(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in such a loop, whose clock begins at 0."""
    with asyncio.Runner(loop_factory=_Loop) as runner:
        return runner.run(coroutine)
