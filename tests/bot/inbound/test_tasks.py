"""What has begun is finished, and what happens to it when the program ends."""

import asyncio

import pytest

from bot.inbound.tasks import Tasks, within


class Job:
    """Something that takes until it is told to go on."""

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


async def test_who_waits_gets_the_result() -> None:
    """Whoever waits for a job to be finished is given what it gives."""
    job = Job()
    job.go_on.set()
    assert await Tasks().finish(job.run()) == "result"


async def test_who_goes_away() -> None:
    """A job is finished though whoever asked for it is cancelled."""
    tasks, job = Tasks(), Job()
    asking = asyncio.create_task(tasks.finish(job.run()))
    await job.begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    job.go_on.set()
    await tasks.drain()
    assert job.ended == "done"


async def test_draining_waits_for_what_begins_meanwhile() -> None:
    """Who drains waits for jobs that others begin before they end."""
    tasks, second = Tasks(), Job()
    second.go_on.set()

    async def first() -> None:
        await asyncio.sleep(0)
        tasks.begin(second.run())

    tasks.begin(first())
    await tasks.drain()
    assert second.ended == "done"


async def test_who_gives_draining_up() -> None:
    """Who waits no longer ends what is left."""
    tasks, job = Tasks(), Job()
    tasks.begin(job.run())
    await job.begun.wait()
    await within(0.01, tasks.drain)
    assert job.ended == "cancelled"
