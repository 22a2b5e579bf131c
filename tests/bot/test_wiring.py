"""Starting and stopping everything."""

import asyncio

import pytest

from bot import wiring


async def test_a_swallowed_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop ends although a library that it calls has swallowed its cancellation."""
    monkeypatch.setattr(wiring, "CANCEL_SECONDS", 0)
    rounds = []

    async def loop() -> None:
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if rounds:
                    raise
                rounds.append(1)

    task = asyncio.create_task(loop())
    await asyncio.sleep(0)
    await wiring._cancel(task)  # noqa: SLF001 - what the program does at its end
    assert task.cancelled()
