"""Everything there is, and a way to wait for a change."""

import threading
import time
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from discord_simulator.members import Guild, Json, User
from discord_simulator.places import PATIENCE_SECONDS, Channel

T = TypeVar("T")

EPOCH_MS = 1_420_070_400_000
LOOK_AGAIN_SECONDS = 0.05


class World:
    """Who and what there is, by number."""

    def __init__(self) -> None:
        self.publish: Callable[[str, Json, Guild | None], None] = lambda *_: None
        self.changed = threading.Condition()
        self._numbers = count()
        self.url = ""
        self.bot = User(self.number(), "Puluc", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}

    def number(self) -> int:
        """A new id: the moment and a count, as Discord makes them."""
        moment = int(time.time() * 1000) - EPOCH_MS
        return (moment << 22) | (next(self._numbers) & 0x3FFFFF)

    def touch(self) -> None:
        """Tell who waits that something has changed."""
        with self.changed:
            self.changed.notify_all()

    def wait(self, seen: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
        """Wait until `seen` finds something, here or elsewhere in the test, and give that back."""
        until = time.monotonic() + seconds
        with self.changed:
            while not (found := seen()):
                if time.monotonic() > until:
                    raise AssertionError(f"not seen within {seconds} s")
                self.changed.wait(LOOK_AGAIN_SECONDS)
        return found
