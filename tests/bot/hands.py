"""Hands for a table of a test: corn that falls as the test says, work that is done here."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.acts.scheduler import Scheduler
from bot.store.memory import MemoryStore
from bot.table.table import Table
from bot.work.workshop import Urgency
from engine import Cast, ThrowTable

T = TypeVar("T")

LIES = {1: (1, 0, 0, 0), 2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 4: (1, 1, 1, 1), 5: (0, 0, 0, 0)}


@dataclass
class ScriptedCorn:
    """Casts the numbers it was given, the last one for ever."""

    numbers: list[int] = field(default_factory=lambda: [2, 1, 3])

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        return LIES[self.numbers[min(n, len(self.numbers) - 1)]]


async def at_once(_urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
    """Do in this process, at once, what is asked of a workshop."""
    return make(*arguments)


async def in_thread(_urgency: Urgency, make: Callable[..., T], /, *arguments: Any) -> T:
    """Do in a thread of this process what is asked of a workshop."""
    return await asyncio.to_thread(make, *arguments)


async def take_turns(store: MemoryStore, scheduler: Scheduler) -> None:
    """Let computers take their turns, until people are to move."""
    before: tuple[Table, ...] = ()
    while (tables := store.tables) != before:
        before = tables
        await scheduler.tick()
