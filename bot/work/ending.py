"""Ending tasks: at once, or once they are done."""

import asyncio
from collections.abc import Collection
from typing import Any


async def end(*tasks: "asyncio.Future[Any]") -> None:
    """Cancel tasks, and wait until they have ended. Their results and errors are dropped."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def drain(tasks: "Collection[asyncio.Future[Any]]") -> None:
    """Wait for all tasks, each of which leaves this collection when it is done.

    Waits for those that are added meanwhile, too. Cancelling this cancels them.
    """
    try:
        while tasks:
            await asyncio.wait(tuple(tasks))
    finally:
        await end(*tasks)
