"""How a test waits for a change, or for a message."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")
T = TypeVar("T")

PATIENCE_SECONDS = 60.0
"""What has not come by then, however busy the machine, never does."""
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


class Watched(ABC, Generic[M]):
    """Where messages stand that people see."""

    @property
    @abstractmethod
    def messages(self) -> list[M]:
        """What people see here, the oldest first."""

    @property
    @abstractmethod
    def _changes(self) -> Changes:
        """Of what stands here, and maybe of more."""

    @property
    def last(self) -> M:
        return self.messages[-1]

    def wait(self, seen: Callable[[list[M]], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` finds something in the messages, and give that back."""
        return self._changes.wait(lambda: seen(self.messages), seconds)

    def wait_for(self, wanted: Callable[[M], object], seconds: float = PATIENCE_SECONDS) -> M:
        """Wait for a message (the newest first) that `wanted` accepts."""
        found = self.wait(lambda here: [one for one in here if wanted(one)], seconds)
        return found[-1]
