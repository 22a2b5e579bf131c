"""Rate limits: at most so many events in any span of time, each key by itself.

The `limits` library isn't less: its windows go by the wall clock, which can't be replaced, and it
never forgets a key. After each event, a thread of it looks through all keys there have ever been,
which takes 39 ms with 10,000 of them.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class Window(Generic[K]):
    """Allows each key `most` events in any `seconds`; `clock` returns seconds.

    It takes memory only for keys that have had an event in that time, and up to `most` of each.
    """

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._latest: OrderedDict[K, deque[float]] = OrderedDict()
        """When each key had its latest events; those that haven't for longest come first."""

    def allow(self, key: K) -> bool:
        """Count an event, and return True; return False, without counting, if it's too many."""
        now = self._clock()
        over = now - self._seconds
        while self._latest and next(iter(self._latest.values()))[-1] <= over:
            self._latest.popitem(last=False)
        latest = self._latest.setdefault(key, deque(maxlen=self._most))
        if len(latest) == self._most and latest[0] > over:
            return False
        latest.append(now)
        self._latest.move_to_end(key)
        return True
