"""What takes a while is made once and kept for a while."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from bot.work.cache import Cache


class Kitchen:
    """Makes what is ordered, and counts."""

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
    """Who asks at the same time, or later, is given the same."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    orders = (kept.get("a", kitchen.order("a")) for _ in range(3))
    assert [*await asyncio.gather(*orders), await kept.get("a", kitchen.order("a"))] == ["a"] * 4
    assert kitchen.made == ["a"]


async def test_what_failed_is_made_anew() -> None:
    """A failure is told to whoever asked, and not kept."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    with pytest.raises(OSError, match="a"):
        await kept.get("a", kitchen.order("a", burns=True))
    assert await kept.get("a", kitchen.order("a")) == "a"


async def test_the_oldest_goes() -> None:
    """No more than the limit are kept: those that were asked for last."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    for dish in "abaca":
        await kept.get(dish, kitchen.order(dish))
    assert kitchen.made == ["a", "b", "c"]
    await kept.get("b", kitchen.order("b"))
    assert kitchen.made == ["a", "b", "c", "b"]


async def test_whoever_goes_away_spoils_nothing() -> None:
    """A cancelled asker leaves the making to the others."""
    kitchen, kept = Kitchen(), Cache[str, str](2)
    first = asyncio.create_task(kept.get("a", kitchen.order("a")))
    await asyncio.sleep(0)
    first.cancel()
    assert await kept.get("a", kitchen.order("a")) == "a"
    assert kitchen.made == ["a"]


async def test_nobody_waits_any_more() -> None:
    """With `abandon`, the making stops with the last who waits, and begins anew with the next."""
    kitchen, kept = Kitchen(), Cache[str, str](2, abandon=True)
    waiting = [asyncio.create_task(kept.get("a", kitchen.order("a"))) for _ in range(2)]
    await asyncio.sleep(0)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    assert kitchen.made == []
    assert await kept.get("a", kitchen.order("a")) == "a"


async def test_somebody_still_waits() -> None:
    """With `abandon`, one who goes away leaves the making to the others."""
    kitchen, kept = Kitchen(), Cache[str, str](2, abandon=True)
    first, second = (asyncio.create_task(kept.get("a", kitchen.order("a"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == "a"
    assert kitchen.made == ["a"]
