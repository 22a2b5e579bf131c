"""What takes a while to make: made once, and the last ones kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Make: TypeAlias = Callable[[], Coroutine[Any, Any, V]]


class Kept(Generic[K, V]):
    """Values by their keys, the `limit` that were asked for last."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()

    async def get(self, key: K, make: Make[V]) -> V:
        """Return the value of `key`, made if need be; what failed is made anew the next time.

        Who asks while it is being made waits for the same one.
        """
        task = self._tasks.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._tasks[key] = asyncio.create_task(make())
            if len(self._tasks) > self._limit:
                self._tasks.popitem(last=False)
        self._tasks.move_to_end(key)
        return await asyncio.shield(task)
