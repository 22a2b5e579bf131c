"""Exponential backoff for repeated failures."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

FIRST_SECONDS, MAX_SECONDS = 1.0, 60.0
"""The pause after the first failure, which doubles with each further one, and its maximum."""

REMEMBERED = 10_000
"""How many keys with failures are remembered."""


class Backoff(Generic[K]):
    """Counts consecutive failures by key."""

    def __init__(self) -> None:
        self._failures: OrderedDict[K, int] = OrderedDict()

    def failed(self, key: K) -> float:
        """Count a failure; return how many seconds to wait before the next attempt."""
        failures = self._failures.pop(key, 0) + 1
        self._failures[key] = failures
        if len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)
        return float(min(FIRST_SECONDS * 2 ** (failures - 1), MAX_SECONDS))

    def succeeded(self, key: K) -> None:
        """Reset the failures of a key."""
        self._failures.pop(key, None)
