"""Notices that another program uses this bot's token, with a store of its own or none.

Platforms don't tell whether a token is used twice. Telegram refuses to send updates to two programs
at once, or sends them to another address. Discord sends every press to both: the slower one is told
that the press has been answered. So a bot on Discord notices nothing while nobody plays, or while
it is always the faster one; and nothing shows whether the other program is a Puluc.

While one process of a bot takes over from another, they meet in the same way, for a moment.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from prometheus_client import Counter

from bot.table.notes import Notes
from bot.table.people import Platform
from bot.table.ports import StoreDown

SURE_SECONDS: Final = 60.0
"""For how long programs must meet before they aren't processes of one bot."""

RECENT_SECONDS: Final = 600.0
"""How long a meeting counts, also for the doctor, who reads of it in the store."""

ADVICE: Final = "another program uses this token without this store; stop it, or get a new token"

_HOLDER: Final = "rival"

log = structlog.get_logger()

CONFLICTS = Counter(
    "puluc_token_conflicts", "Times that another program with this token was met", ["platform"]
)


class Rivals:
    """Other programs with this bot's token on a platform."""

    def __init__(
        self,
        notes: Notes,
        platform: Platform,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notes = notes
        self._platform = platform
        self._ticking = ticking
        self._first = self._last = -RECENT_SECONDS
        CONFLICTS.labels(platform.value)  # from zero, so that the first one is an increase

    async def met(self) -> None:
        """Note that the platform gave work of this bot to someone else. Never raises StoreDown."""
        now = self._ticking()
        if now - self._last >= RECENT_SECONDS:
            self._first = now
        self._last = now
        if now - self._first < SURE_SECONDS:
            return
        CONFLICTS.labels(self._platform.value).inc()
        log.warning("token.conflict", platform=self._platform.value, do=ADVICE)
        with suppress(StoreDown):
            await self._notes.hold(_name(self._platform), _HOLDER, RECENT_SECONDS)


async def met_lately(notes: Notes, platform: Platform) -> bool:
    """Return whether a process on this store has met another program. Raises StoreDown."""
    return await notes.left(_name(platform)) > 0


def _name(platform: Platform) -> str:
    return f"{platform}.rival"
