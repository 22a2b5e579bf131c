"""A cache of results, each computed once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.work.cache import Cache


class Kitchen:
    """Makes what is ordered, and records it."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def order(self, dish: str, *, burns: bool = False) -> Callable[[], Coroutine[Any, Any, str]]:
        async def make() -> str:
            await asyncio.sleep(0)
            self.made.append(dish)
            if burns:
                raise OSError(dish)
            return dish

        return make


async def test_made_once() -> None:
    """Concurrent and later callers get the same result."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    orders = (kept.get("a", kitchen.order("a")) for _ in range(3))
    assert [*await asyncio.gather(*orders), await kept.get("a", kitchen.order("a"))] == ["a"] * 4
    assert kitchen.made == ["a"]


async def test_a_failure_is_not_cached() -> None:
    """An exception is raised to the caller and not cached."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    with pytest.raises(OSError, match="a"):
        await kept.get("a", kitchen.order("a", burns=True))
    assert await kept.get("a", kitchen.order("a")) == "a"


async def test_the_oldest_is_evicted() -> None:
    """The cache keeps the most recently used results, up to its limit."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    for dish in "abaca":
        await kept.get(dish, kitchen.order(dish))
    assert kitchen.made == ["a", "b", "c"]
    await kept.get("b", kitchen.order("b"))
    assert kitchen.made == ["a", "b", "c", "b"]


async def test_a_cancelled_caller() -> None:
    """If one caller is cancelled, the others still get the result."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    first = asyncio.create_task(kept.get("a", kitchen.order("a")))
    await asyncio.sleep(0)
    first.cancel()
    assert await kept.get("a", kitchen.order("a")) == "a"
    assert kitchen.made == ["a"]


async def test_abandoned_by_all() -> None:
    """With `abandon`, the last cancelled caller stops the work; the next call starts it again."""
    kitchen, kept = Kitchen(), Cache[str, str](2, abandon=True)
    waiting = [asyncio.create_task(kept.get("a", kitchen.order("a"))) for _ in range(2)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    assert kitchen.made == []
    assert await kept.get("a", kitchen.order("a")) == "a"


async def test_abandoned_by_one() -> None:
    """With `abandon`, the work goes on while at least one caller waits."""
    kitchen, kept = Kitchen(), Cache[str, str](2, abandon=True)
    first, second = (asyncio.create_task(kept.get("a", kitchen.order("a"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == "a"
    assert kitchen.made == ["a"]
