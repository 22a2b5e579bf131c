"""What a process that dies was doing is done by another, in every store."""

import asyncio

import pytest

from bot.acts import scheduler as scheduling
from bot.acts.scheduler import Scheduler
from bot.table.due import DEADLINE, THINK, Due
from bot.table.ids import TableId
from bot.table.ports import Store

TABLE = TableId("k3f9qd7m2x")
GOAL_SECONDS = 5.0
"""How long the work of a dead process may wait."""

LIVES = (0.0, 0.3, 0.8, 1.6, 7.9)
"""How many seconds after its claim a process dies; the last is in the middle of a long handler."""


@pytest.mark.parametrize("kind", [THINK, DEADLINE])
@pytest.mark.parametrize("life", LIVES)
async def test_a_process_that_dies(store: Store, kind: str, life: float) -> None:
    """A due that a process had claimed when it died is handled by another within 5 seconds."""
    begun, now, done = 1_000.7, 1_000.7, list[float]()
    started = asyncio.Event()

    async def hang(_due: Due) -> None:
        started.set()
        await asyncio.Event().wait()

    async def handle(_due: Due) -> None:
        done.append(now)

    dead = Scheduler(store, lambda: now, {kind: hang})
    other = Scheduler(store, lambda: now, {kind: handle})
    await store.schedule(Due(TABLE, kind, begun))
    running = asyncio.create_task(dead.tick())
    await started.wait()
    while now < begun + life:
        now += min(scheduling.TICK_SECONDS, begun + life - now)
        await dead.renew()
        await other.tick()
    died = now
    assert done == []
    while not done:
        now += scheduling.TICK_SECONDS
        await other.tick()
    assert done[0] - died <= GOAL_SECONDS
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
