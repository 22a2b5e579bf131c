"""Counts the games for the metrics, so that alerts can tell a few games that fail from most."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from prometheus_client import Gauge

from bot.table.ports import StoreDown

COUNT_SECONDS: Final = 1800.0
"""How often the games are counted, by 64 commands or more, which some providers bill."""

GAMES = Gauge("puluc_games", "Games that run or wait for players.")


async def keep_counting(
    count: Callable[[], Awaitable[int]], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Count the games until cancelled, by a function that may raise StoreDown."""
    while True:
        with suppress(StoreDown):  # logged by the link; the metric keeps its value
            GAMES.set(await count())
        await sleep(COUNT_SECONDS)
