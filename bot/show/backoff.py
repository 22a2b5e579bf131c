"""Exponential backoff for repeated failures."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

FIRST_SECONDS, MAX_SECONDS = 1.0, 60.0
"""The pause after the first failure, which doubles with each further one, and its maximum."""

REMEMBERED = 10_000
"""How many keys with failures are remembered."""


class Backoff(Generic[K]):
    """Counts consecutive failures by key. Iterating yields the keys whose last attempt failed."""

    def __init__(self, first: float = FIRST_SECONDS, most: float = MAX_SECONDS) -> None:
        self._first, self._most = first, most
        self._failures: OrderedDict[K, int] = OrderedDict()

    def failed(self, key: K) -> float:
        """Count a failure; return how many seconds to wait before the next attempt."""
        failures = self._failures.pop(key, 0) + 1
        self._failures[key] = failures
        if len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)
        return float(min(self._first * 2 ** (failures - 1), self._most))

    def __iter__(self) -> Iterator[K]:
        return iter(self._failures)

    def __contains__(self, key: K) -> bool:
        return key in self._failures

    def succeeded(self, key: K) -> None:
        """Reset the failures of a key."""
        self._failures.pop(key, None)
