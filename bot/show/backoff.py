"""How long to wait before something that failed is tried again."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)

FIRST_SECONDS, MOST_SECONDS = 1.0, 60.0
"""What failed once is tried again after the first; the pause doubles with each further failure."""

REMEMBERED = 10_000
"""Of how many things it is known how often they failed."""


class Backoff(Generic[K]):
    """Counts failures in a row."""

    def __init__(self) -> None:
        self._failures: OrderedDict[K, int] = OrderedDict()

    def failed(self, key: K) -> float:
        """Count one more failure; return how many seconds to wait."""
        failures = self._failures.pop(key, 0) + 1
        self._failures[key] = failures
        if len(self._failures) > REMEMBERED:
            self._failures.popitem(last=False)
        return float(min(FIRST_SECONDS * 2 ** (failures - 1), MOST_SECONDS))

    def succeeded(self, key: K) -> None:
        """Forget the failures."""
        self._failures.pop(key, None)
