"""Calls by name, for those who wait until something has changed."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Final

from bot.store.hearing import Hearing

DEAF_SECONDS: Final = 1.0
"""How long somebody waits for a call while no messages arrive."""

_PREFIX: Final = "told:about:"


def channel(name: str) -> str:
    """Return the channel on which scripts call."""
    return f"{_PREFIX}{name}"


class Calls:
    """Who waits for which call: from `call`, and from scripts if there is a `hearing`."""

    def __init__(self, hearing: Hearing | None = None) -> None:
        self._hearing = hearing
        self._waiting: dict[str, set[asyncio.Event]] = defaultdict(set)
        if hearing is not None:
            hearing.add(self)

    async def wait(self, name: str, seconds: float) -> None:
        """Return once there is a call, or after `seconds`; much earlier while no calls arrive."""
        if self._hearing is not None:
            self._hearing.start()
            if self._hearing.deaf:
                seconds = min(seconds, DEAF_SECONDS)
        called = asyncio.Event()
        self._waiting[name].add(called)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await called.wait()
        finally:
            self._waiting[name].discard(called)
            if not self._waiting[name]:
                del self._waiting[name]

    def call(self, name: str) -> None:
        """Call everyone who waits for this name."""
        for called in self._waiting.get(name, ()):
            called.set()

    def heard(self, channel: str, _text: str) -> None:
        """Implement `Ear`."""
        if channel.startswith(_PREFIX):
            self.call(channel.removeprefix(_PREFIX))

    def missed(self) -> None:
        """Implement `Ear`."""
        for name in self._waiting:
            self.call(name)
