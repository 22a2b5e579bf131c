"""The store's clock: all processes agree on the time, whatever their machines' clocks say.

A board that is yet to be shown, and a deadline that one process has claimed, are stored with a
time. If each process used its machine's clock, one that is ten minutes ahead would keep the others
waiting for ten minutes when it dies.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final, Self

import structlog

from bot.store.link import Link
from bot.store.vitals import permitted
from bot.table.ports import StoreDown

LOOK_SECONDS: Final = 30.0
"""How often to look at the store's clock. A process counts the seconds in between by itself."""

SLOW_SECONDS: Final = 0.5
"""A reply that took longer than this is too inexact: it was read at some time in between."""

KEY: Final = "clock"
"""Names the node of a cluster whose clock counts. Nothing is stored there."""

OFF_SECONDS: Final = 2.0
"""By how much this machine's clock may differ from the store's without a warning."""

log = structlog.get_logger()


class StoreClock:
    """Implements `Clock`: the store's time, or this machine's if the store doesn't tell it."""

    def __init__(self, link: Link, counted: Callable[[], float] = time.monotonic) -> None:
        """Create the clock; `counted` counts seconds, and never jumps."""
        self._link = link
        self._counted = counted
        self._ask = link.script("time")
        self._ahead = time.time() - counted()
        self._is_set = False
        self._off = False

    def __call__(self) -> float:
        """Return the time in Unix seconds."""
        return self._counted() + self._ahead

    @classmethod
    async def of(cls, link: Link) -> Self:
        """Return a clock that is right. Raises StoreDown."""
        clock = cls(link)
        await clock.look()
        return clock

    async def look(self) -> None:
        """Set this clock by the store's. Raises StoreDown."""
        began = self._counted()

        async def ask() -> Any:
            nonlocal began
            began = self._counted()  # of this attempt: earlier ones may have waited for the store
            return await self._ask([KEY], [])

        told = await permitted(self._link, ask)
        ended = self._counted()
        here = time.time() - ended
        if told is None:
            # A full store refuses scripts, too. The time that it told before is still right.
            if not self._is_set:
                self._ahead = here
            return
        if not self._is_set or ended - began <= SLOW_SECONDS:
            seconds, microseconds = map(int, told)
            self._ahead = seconds + microseconds / 1e6 - (began + ended) / 2
            self._is_set = True
        off = abs(here - self._ahead) > OFF_SECONDS
        if off and not self._off:
            log.warning("clock.off", s=round(here - self._ahead, 1))
        self._off = off

    async def run(self) -> None:
        """Look now and then, until cancelled; while the store is down, count on."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except StoreDown:
                continue
            except Exception:
                log.exception("clock.failed")  # the clock counts on
