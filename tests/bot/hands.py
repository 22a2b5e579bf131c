"""Hands for a table of a test: corn that falls as the test says, computers that think here."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
