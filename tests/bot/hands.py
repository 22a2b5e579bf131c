"""Substitutes in tests: scripted throws, and jobs that run in this process."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.acts.scheduler import Scheduler
from bot.store.memory import MemoryStore
from bot.table.table import Table
from bot.work.workshop import Urgency
from engine import Cast, ThrowTable

T = TypeVar("T")

THROWS = {1: (1, 0, 0, 0), 2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 4: (1, 1, 1, 1), 5: (0, 0, 0, 0)}


@dataclass
class ScriptedCorn:
    """Throws these numbers, and then the last one for ever."""

    numbers: list[int] = field(default_factory=lambda: [2, 1, 3])

    def cast(self, table: Table, seat: int, casts: Sequence[int], throw: ThrowTable) -> Cast:
        return THROWS[self.numbers[min(sum(casts), len(self.numbers) - 1)]]


async def at_once(_urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
    """Run a job of the workshop in this process, at once."""
    return make(*arguments)


async def in_thread(_urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
    """Run a job of the workshop in a thread of this process."""
    return await asyncio.to_thread(make, *arguments)


async def take_turns(store: MemoryStore, scheduler: Scheduler) -> None:
    """Let computer players take their turns until no table changes any more."""
    before: tuple[Table, ...] = ()
    while (tables := store.tables) != before:
        before = tables
        await scheduler.tick()
