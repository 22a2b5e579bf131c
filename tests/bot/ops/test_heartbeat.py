"""Processes tell in the store that they run."""

import pytest

from bot.ops.heartbeat import LASTS_SECONDS, Heartbeat
from bot.store.memory import MemoryStore
from tests.watch import Watch


@pytest.mark.parametrize("killed", [False, True])
async def test_another_process_that_ends(*, killed: bool) -> None:
    """A process notices that another one has ended, or was killed, and does so once."""
    watch, gone = Watch(), list[str]()
    store = MemoryStore(ticking=watch)
    mine, other = Heartbeat(store, gone=lambda: gone.append("gone")), Heartbeat(store)
    for each in (other, mine, mine):
        await each.beat()
    assert gone == []
    if killed:
        watch.now += LASTS_SECONDS + 1
    else:
        await other.stop()
    for _ in range(2):
        await mine.beat()
    assert gone == ["gone"]
