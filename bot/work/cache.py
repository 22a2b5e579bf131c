"""A cache of values that take a while to compute."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Make: TypeAlias = Callable[[], Coroutine[Any, Any, V]]


@dataclass(slots=True)
class _Making(Generic[V]):
    """A value that is being computed, or was, and how many callers wait for it."""

    task: "asyncio.Task[V]"
    waiting: int = 0

    @property
    def failed(self) -> bool:
        return self.task.done() and (self.task.cancelled() or self.task.exception() is not None)


class Cache(Generic[K, V]):
    """The `limit` most recently used values by their keys.

    With `abandon`, a computation is cancelled once no caller waits for it; otherwise it completes
    for the next caller.
    """

    def __init__(self, limit: int, *, abandon: bool = False) -> None:
        self._limit = limit
        self._abandon = abandon
        self._made: OrderedDict[K, _Making[V]] = OrderedDict()

    async def get(self, key: K, make: Make[V]) -> V:
        """Return the value of `key`, computing it if necessary; failures are not cached.

        Concurrent callers share one computation.
        """
        made = self._made.get(key)
        if made is None or made.failed:
            made = self._made[key] = _Making(asyncio.create_task(make()))
            if len(self._made) > self._limit:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        made.waiting += 1
        try:
            return await asyncio.shield(made.task)
        finally:
            made.waiting -= 1
            if self._abandon and not made.waiting and not made.task.done():
                made.task.cancel()
                if self._made.get(key) is made:
                    del self._made[key]
