"""Waiting for changes and messages in tests."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

M = TypeVar("M")
T = TypeVar("T")

PATIENCE_SECONDS = 60.0
"""However busy the machine, anything this late never comes."""
LOOK_AGAIN_SECONDS = 0.05


class Changes:
    """Notifies waiting threads of changes; a test can have a hundred of them."""

    def __init__(self) -> None:
        self._condition = threading.Condition()

    def touch(self) -> None:
        """Notify all waiting threads of a change."""
        with self._condition:
            self._condition.notify_all()

    def wait(self, seen: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` returns something true, whatever changed, and return that."""
        until = time.monotonic() + seconds
        with self._condition:
            while not (found := seen()):
                if time.monotonic() > until:
                    raise AssertionError(f"not seen within {seconds} s")
                self._condition.wait(LOOK_AGAIN_SECONDS)
        return found


class Watched(ABC, Generic[M]):
    """A place whose messages users see."""

    @property
    @abstractmethod
    def messages(self) -> list[M]:
        """The visible messages, oldest first."""

    @property
    @abstractmethod
    def _changes(self) -> Changes:
        """The changes of this place, possibly among others."""

    @property
    def last(self) -> M:
        return self.messages[-1]

    def wait(self, seen: Callable[[list[M]], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` returns something true for the messages, and return that."""
        return self._changes.wait(lambda: seen(self.messages), seconds)

    def wait_for(self, wanted: Callable[[M], object], seconds: float = PATIENCE_SECONDS) -> M:
        """Wait for a message that `wanted` accepts, and return the newest."""
        found = self.wait(lambda here: [one for one in here if wanted(one)], seconds)
        return found[-1]
