"""Tells tools whether a bot is running on a store, so that none deletes what the bot is using."""

import asyncio
import secrets
from contextlib import suppress
from typing import Final

from bot.table.notes import Notes
from bot.table.ports import StoreDown

BEAT_SECONDS: Final = 2.0
"""How often a bot says that it is running."""

LASTS_SECONDS: Final = 8.0
"""How long that counts: so long does a process count as running after it was killed."""

_NAME: Final = "bots"


class Heartbeat:
    """Says that this process is running. Never raises StoreDown."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._holder = secrets.token_hex(8)

    async def beat(self) -> None:
        """Say so once."""
        with suppress(StoreDown):  # a store that is full can still be played on
            await self._notes.report(_NAME, self._holder, "", LASTS_SECONDS)

    async def run(self) -> None:
        """Say so until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self.beat()

    async def stop(self) -> None:
        """Take it back."""
        with suppress(StoreDown):
            await self._notes.leave(_NAME, self._holder)


async def is_bot_running(notes: Notes) -> bool:
    """Return whether any process has said lately that it is running. Raises StoreDown."""
    asking = secrets.token_hex(8)
    running = await notes.report(_NAME, asking, "", LASTS_SECONDS)
    await notes.leave(_NAME, asking)
    return running.keys() > {asking}
