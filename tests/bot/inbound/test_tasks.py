"""Tasks finish although their callers have gone, and end when the program ends."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.inbound.tasks import Tasks, within
from bot.table.ports import StoreDown


class Job:
    """A job that blocks until it is told to continue."""

    def __init__(self) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        self.ended = ""

    async def run(self) -> str:
        self.begun.set()
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise
        self.ended = "done"
        return "result"


async def test_the_result() -> None:
    """`finish` returns the job's result."""
    job = Job()
    job.go_on.set()
    assert await Tasks().finish(job.run()) == "result"


async def test_a_caller_that_is_cancelled() -> None:
    """A job is finished even if its caller is cancelled."""
    tasks, job = Tasks(), Job()
    asking = asyncio.create_task(tasks.finish(job.run()))
    await job.begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    job.go_on.set()
    await tasks.drain()
    assert job.ended == "done"


async def test_draining_waits_for_later_jobs() -> None:
    """Draining also waits for jobs that begin while it waits."""
    tasks, second = Tasks(), Job()
    second.go_on.set()

    async def first() -> None:
        await asyncio.sleep(0)
        tasks.begin(second.run())

    tasks.begin(first())
    await tasks.drain()
    assert second.ended == "done"


async def test_a_drain_that_is_cancelled() -> None:
    """Cancelling the drain cancels the jobs still running."""
    tasks, job = Tasks(), Job()
    tasks.begin(job.run())
    await job.begun.wait()
    await within(0.01, tasks.drain)
    assert job.ended == "cancelled"


@pytest.mark.parametrize(
    ("error", "logged"), [(StoreDown(), []), (KeyError("odd"), ["task.unheard"])]
)
async def test_an_error_that_nobody_hears(error: Exception, logged: list[str]) -> None:
    """If a caller has gone, its job's error is logged, unless the store was only down."""
    tasks, go_on = Tasks(), asyncio.Event()

    async def fail() -> None:
        await go_on.wait()
        raise error

    asking = asyncio.create_task(tasks.finish(fail()))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    go_on.set()
    with capture_logs() as logs:
        await asyncio.gather(tasks.drain(), return_exceptions=True)
        await asyncio.sleep(0)
    assert [line["event"] for line in logs] == logged
