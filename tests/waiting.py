"""Waiting until something is so that tells nobody: another process, a thread or a log.

How long it takes is nobody's business; a test only fails if it never comes to be.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

PATIENCE_SECONDS: Final = 60.0
"""How long to wait for what a busy machine does late."""

LOOK_SECONDS: Final = 0.005


async def until(seen: Callable[[], object]) -> None:
    """Wait until something is so, while the event loop goes on."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not seen():  # noqa: ASYNC110 - it has no event
            await asyncio.sleep(LOOK_SECONDS)


def wait_until(seen: Callable[[], object], problem: str) -> None:
    """Wait until something is so; raise AssertionError with the problem if it never is."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not seen():
        assert time.monotonic() < end, problem
        time.sleep(LOOK_SECONDS)
