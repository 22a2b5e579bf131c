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
    """Grows a pause with consecutive failures, by key.

    Iterating yields the keys whose last attempt failed.
    """

    def __init__(self, first: float = FIRST_SECONDS, most: float = MAX_SECONDS) -> None:
        self._first, self._most = first, most
        self._pauses: OrderedDict[K, float] = OrderedDict()

    def failed(self, key: K) -> float:
        """Note a failure; return how many seconds to wait before the next attempt."""
        last = self._pauses.pop(key, None)
        pause = self._first if last is None else min(2 * last, self._most)
        self._pauses[key] = pause
        if len(self._pauses) > REMEMBERED:
            self._pauses.popitem(last=False)
        return pause

    def __iter__(self) -> Iterator[K]:
        return iter(self._pauses)

    def __contains__(self, key: K) -> bool:
        return key in self._pauses

    def succeeded(self, key: K) -> None:
        """Forget the failures of a key."""
        self._pauses.pop(key, None)
