"""Hands for a table of a test: scripted corn, a computer without ideas, work that is done here."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.table.table import Table
from bot.work.workshop import Urgency
from engine import AnyGame, Cast, ThrowTable

LIES = {1: (1, 0, 0, 0), 2: (1, 1, 0, 0), 3: (1, 1, 1, 0), 4: (1, 1, 1, 1), 5: (0, 0, 0, 0)}


@dataclass
class ScriptedCorn:
    """Casts the numbers it was given, the last one for ever."""

    numbers: list[int] = field(default_factory=lambda: [2, 1, 3])

    def cast(self, table: Table, n: int, throw: ThrowTable) -> Cast:
        return LIES[self.numbers[min(n, len(self.numbers) - 1)]]


class FirstMove:
    """An opponent that always plays the first legal move."""

    levels: Sequence[str] = ("random", "greedy")

    def choose(self, level: str, game: AnyGame, position: Any, moves: Sequence[Any]) -> Any:
        return moves[0]


async def in_thread(_urgency: Urgency, make: Callable[..., Any], *arguments: Any) -> Any:
    """Work that is done in this process."""
    return await asyncio.to_thread(make, *arguments)
