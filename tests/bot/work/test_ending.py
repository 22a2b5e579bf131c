"""Tasks that are ended have ended, and those that are drained are waited for."""

import asyncio

import pytest

from bot.work.ending import drain, end


async def test_ending_waits_for_clean_up() -> None:
    """A task that is ended has cleaned up, and an error while it does so isn't raised."""
    cleaned = []

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            cleaned.append("up")
            raise ValueError("odd")

    tasks = [asyncio.create_task(work()) for _ in range(2)]
    await asyncio.sleep(0)
    await end(*tasks)
    assert cleaned == ["up", "up"]
    assert all(task.done() for task in tasks)


async def test_what_is_added_while_draining() -> None:
    """Draining waits for tasks that are added meanwhile, and raises none of their errors."""
    going: dict[str, asyncio.Task[None]] = {}
    done = []

    async def work(name: str, following: str) -> None:
        await asyncio.sleep(0)
        if following:
            begin(following, "")
        done.append(name)
        raise ValueError("odd")

    def begin(name: str, following: str) -> None:
        going[name] = asyncio.create_task(work(name, following))
        going[name].add_done_callback(lambda _: going.pop(name))

    begin("first", "second")
    await drain(going.values())
    assert done == ["first", "second"]


async def test_a_drain_that_is_cancelled() -> None:
    """Cancelling a drain ends the tasks that are left."""
    task = asyncio.create_task(asyncio.sleep(3600))
    draining = asyncio.create_task(drain({task}))
    await asyncio.sleep(0)
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    assert task.cancelled()
