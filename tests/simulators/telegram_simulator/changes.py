"""A way for a test to wait for a change."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 10.0
LOOK_AGAIN_SECONDS = 0.05


class Changes:
    """Who waits for a change of one thing; a test may well have a hundred threads that wait."""

    def __init__(self) -> None:
        self._condition = threading.Condition()

    def touch(self) -> None:
        """Tell who waits that something has changed."""
        with self._condition:
            self._condition.notify_all()

    def wait(self, seen: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` finds something, here or elsewhere in the test, and give that back."""
        until = time.monotonic() + seconds
        with self._condition:
            while not (found := seen()):
                if time.monotonic() > until:
                    raise AssertionError(f"not seen within {seconds} s")
                self._condition.wait(LOOK_AGAIN_SECONDS)
        return found
