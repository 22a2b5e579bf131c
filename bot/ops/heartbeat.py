"""Tells tools whether a bot is running on a store, so that none deletes what the bot is using."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from bot.table.notes import Notes
from bot.table.ports import StoreDown

BEAT_SECONDS: Final = 10.0
"""How often a bot says that it is running."""

LASTS_SECONDS: Final = 25.0
"""How long that counts: so long does a process count as running after it was killed."""

_NAME: Final = "bots"


class Heartbeat:
    """Says that this process is running, and which shards of Discord are its own, if any.

    Never raises StoreDown.
    """

    def __init__(
        self, notes: Notes, shards: str = "", gone: Callable[[], None] = lambda: None
    ) -> None:
        """`gone` is called when another process has ended.

        It may have left work of which nobody has told: version 1.0 tells nobody, and a node of a
        cluster may have failed together with it.
        """
        self._notes = notes
        self._shards = shards
        self._gone = gone
        self._holder = secrets.token_hex(8)
        self._others: frozenset[str] = frozenset()

    async def beat(self) -> None:
        """Say so once."""
        with suppress(StoreDown):  # a store that is full can still be played on
            said = await self._notes.report(_NAME, self._holder, self._shards, LASTS_SECONDS)
            before, self._others = self._others, frozenset(said) - {self._holder}
            if before - self._others:
                self._gone()

    async def run(self) -> None:
        """Say so until cancelled."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            await self.beat()

    async def stop(self) -> None:
        """Take it back."""
        with suppress(StoreDown):
            await self._notes.leave(_NAME, self._holder)


async def running(notes: Notes) -> Mapping[str, str]:
    """Return the shards of each process that has said lately that it is running.

    Raises StoreDown.
    """
    asking = secrets.token_hex(8)
    said = await notes.report(_NAME, asking, "", LASTS_SECONDS)
    await notes.leave(_NAME, asking)
    return {holder: each.text for holder, each in said.items() if holder != asking}
